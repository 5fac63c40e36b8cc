// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET /v1/user/ids`: who is linked with the app, by id, in pages. By the admin key only.
    ///
    /// As in Kakao's examples the address of a neighbouring page begins with the id at the edge of this one, which is then
    /// in both.
    func userIDs(_ visit: Visit) -> HTTPResponse {
        callByAdmin(visit.request) { app, parameters, world throws(KakaoAPIError) in
            let limit = try parameters.integer("limit", in: 1...100) ?? 100
            let from = try parameters.integer("from_id", in: 1...Int64.max)
            let order = try parameters.order()
            let all = world.kakao.links.all.keys.filter { $0.app == app.id }.map(\.person).sorted(by: order.comesFirst)
            let rest = all.drop { id in from.map { order.comesFirst(id, $0) } ?? false }
            let page = rest.prefix(Int(limit))
            let address = { (id: Int64, order: KakaoOrder) -> JSONValue in
                let query = "limit=\(limit)&order=\(order.rawValue)&from_id=\(id)"
                return .string(visit.address(KakaoHost.kapi, "/v1/user/ids?\(query)", links: world.links))
            }
            let before = page.first.flatMap { $0 == all.first ? nil : address($0, order.reversed) }
            let after = page.last.flatMap { $0 == all.last ? nil : address($0, order) }
            return [
                "elements": .array(page.map { JSONValue($0) }), "before_url": before ?? .null,
                "after_url": after ?? .null,
            ]
        }
    }

    /// `GET /v2/app/users`: several people at once, of whom those not linked are left out. By the admin key only.
    func users(_ request: HTTPRequest) -> HTTPResponse {
        callByAdmin(request) { app, parameters, world throws(KakaoAPIError) in
            guard parameters["target_id_type"] == "user_id" else { throw .badParameter("target_id_type") }
            let ids = try parameters.ids("target_ids")
            let keys = try KakaoPropertyKeys(parameters, app: app)
            guard ids.count <= (keys == nil ? 100 : 20) else { throw .badParameter("target_ids") }
            let replies = ids.compactMap { id -> JSONValue? in
                guard let person = world.people[id], let link = world.kakao.links[.init(app: app.id, person: id)]
                else { return nil }
                return KakaoUserReply(person: person, app: app, link: link, isSecure: false).json(
                    only: keys ?? KakaoPropertyKeys.none)
            }
            return world.kakao.rules.usersStandInElements ? ["elements": .array(replies)] : .array(replies)
        }
    }

    private func callByAdmin(
        _ request: HTTPRequest,
        _ answer: @Sendable (KakaoApp, KakaoParameters, World) throws(KakaoAPIError) -> JSONValue
    ) -> HTTPResponse {
        let now = clock.now
        do throws(KakaoAPIError) {
            let parameters = try KakaoParameters(request)
            let value = try world.change { world throws(KakaoAPIError) in
                world.kakao.endOverdueSignUps(now: now)
                return try answer(try world.kakao.adminApp(of: request, parameters), parameters, world)
            }
            return secretJSON(value)
        } catch {
            return error.response(rules: rules)
        }
    }
}

/// In which order ids are listed.
private enum KakaoOrder: String {
    case ascending = "asc"
    case descending = "desc"

    var reversed: KakaoOrder { self == .ascending ? .descending : .ascending }

    func comesFirst(_ one: Int64, _ other: Int64) -> Bool {
        self == .ascending ? one < other : one > other
    }
}

extension KakaoParameters {
    fileprivate func integer(_ name: String, in range: ClosedRange<Int64>) throws(KakaoAPIError) -> Int64? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(text), range.contains(number) else { throw .badParameter(name) }
        return number
    }

    fileprivate func order() throws(KakaoAPIError) -> KakaoOrder {
        guard let text = self["order"] else { return .ascending }
        guard let order = KakaoOrder(rawValue: text) else { throw .badParameter("order") }
        return order
    }
}
