// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension NaverServer {
    /// `/v1/nid/me` by GET or POST: what the person shares. Only the id is always there.
    ///
    /// - Parameter asXML: the same as `getUserProfile.xml` tells it, which Naver's samples for its oldest SDKs read.
    func me(_ request: HTTPRequest, asXML: Bool = false) -> HTTPResponse {
        call(request, asXML: asXML) { caller, records, _ in
            var response = JSONObject()
            response["id"] = .string(records.subject(of: caller.link))
            let agreed = records.agreed(caller.link)
            for item in records.apps[caller.link.app]?.items.map(\.item) ?? [] {
                let values = agreed.contains(item) ? caller.person.naverValues(of: item, records.rules) : []
                for (name, value) in values { response[name] = .string(value) }
                if values.isEmpty, records.rules.sendsNulls { response[item.id] = .null }
            }
            return ["resultcode": "00", "message": "success", "response": .object(response)]
        }
    }

    /// `GET /v1/nid/verify`: whether a token works; with `info=true` also until when and for what.
    func verify(_ request: HTTPRequest) -> HTTPResponse {
        let isAsked = PageForm(query: request.query)["info"] == "true"
        return call(request) { caller, records, _ in
            guard isAsked else { return ["resultcode": "00", "message": "success"] }
            return [
                "resultcode": "00", "message": "success",
                "response": [
                    "token": .string(caller.token),
                    "expire_date": .string(timestamp(caller.expiresAt)),
                    "allowed_profile": .string(records.agreed(caller.link).map(\.id).joined(separator: ",")),
                ],
            ]
        }
    }

    /// `GET /v1/nid/agreement`: the terms of the service that the person agreed to; the emulator keeps none for Naver.
    func agreement(_ request: HTTPRequest) -> HTTPResponse {
        call(request) { caller, _, _ in
            ["result": "success", "accessToken": .string(caller.token), "agreementInfos": []]
        }
    }

    /// Who calls openapi.
    private struct Caller: Sendable {
        let link: LinkKey
        let person: Person
        let token: String
        let expiresAt: Date
    }

    private func call(
        _ request: HTTPRequest, asXML: Bool = false, _ answer: @Sendable (Caller, NaverRecords, Date) -> JSONValue
    ) -> HTTPResponse {
        let now = clock.now
        let (outcome, rules) = world.withLock { world -> (Result<(Caller, JSONValue), NaverAPIError>, NaverRules) in
            let records = world.naver
            do throws(NaverAPIError) {
                let caller = try Self.caller(of: request, in: records, people: world.people, now: now)
                return (.success((caller, answer(caller, records, now))), records.rules)
            } catch {
                return (.failure(error), records.rules)
            }
        }
        switch outcome {
        case .success(let (_, answer)) where asXML: return Self.xml(answer)
        case .failure(let error) where asXML: return Self.xml(error.body(.login), status: error.status)
        case .success(let (caller, answer)):
            var response = secretJSON(answer)
            if caller.person.hasCutEmoji { response.body = withCutEmoji(response.body) }
            return response
        case .failure(let error): return error.response(rules: rules)
        }
    }

    /// An answer of openapi's as XML: the result, and beside it what it is about.
    private static func xml(_ answer: JSONValue, status: Int = 200) -> HTTPResponse {
        func elements(_ object: JSONObject?) -> String {
            (object?.members ?? []).compactMap { member in
                // A section ends at the first `]]>`, so such a text is cut into two of them.
                let text = member.value.string?.replacing("]]>", with: "]]]]><![CDATA[>")
                return text.map { "<\(member.name)><![CDATA[\($0)]]></\(member.name)>" }
            }.joined()
        }
        let response = answer["response"].map { "<response>\(elements($0.object))</response>" } ?? ""
        var page = HTTPResponse.text(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><data><result>\(elements(answer.object))</result>"
                + "\(response)</data>", status: status)
        page.headers["Content-Type"] = "text/xml;charset=utf-8"
        page.headers["Cache-Control"] = "no-store"
        return page
    }

    /// The token counts in the header only.
    private static func caller(of request: HTTPRequest, in records: NaverRecords, people: People, now: Date)
        throws(NaverAPIError) -> Caller
    {
        guard let field = request.headers["Authorization"] else { throw .noToken }
        let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let token = records.accessTokens[parts[1]],
            let expiresAt = token.expiresAt, expiresAt > now, let login = records.login(token.login),
            records.links[login.link] != nil, let person = people[login.link.person], person.accountState == .active
        else { throw .badToken }
        guard records.apps[login.link.app]?.isLoginOn == true else { throw .forbidden }
        return Caller(link: login.link, person: person, token: parts[1], expiresAt: expiresAt)
    }
}

extension Person {
    /// Where the person's picture is at Naver; somebody without one gets the stand-in that everybody shares.
    var naverPictureURL: String {
        hasPicture
            ? "https://\(NaverHost.pictures)/emulator/\(id)/profile.svg"
            : "https://\(NaverHost.defaultPicture)/static/pwe/address/img_profile.png"
    }

    /// What the profile says for an item, in Naver's forms; nothing where the person has no such value.
    fileprivate func naverValues(of item: NaverItem, _ rules: NaverRules) -> [(name: String, value: String)] {
        let number = phoneNumber.flatMap(PhoneNumber.init)
        let values: [(String, String?)] =
            switch item {
            case .name: [("name", name)]
            case .email: [("email", email)]
            case .nickname: [("nickname", wireNickname)]
            case .image: [("profile_image", naverPictureURL)]
            case .gender: [("gender", gender.map { $0 == "female" ? "F" : $0 == "male" ? "M" : "U" })]
            case .birthday: [("birthday", birthday.map { "\($0.prefix(2))-\($0.suffix(2))" })]
            case .age: [("age", naverAge)]
            case .birthyear: [("birthyear", birthyear)]
            case .mobile:
                [
                    ("mobile", number?.korean ?? phoneNumber),
                    ("mobile_e164", rules.sendsInternationalMobile ? number?.international : nil),
                ]
            default: []
            }
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// `0-9`, `10-19`, and so on to `60-`: the ten years in which the person's own span begins.
    private var naverAge: String? {
        guard let first = ageRange?.prefix(while: { $0.isNumber }), let age = Int(first) else { return nil }
        return age >= 60 ? "60-" : "\(age / 10 * 10)-\(age / 10 * 10 + 9)"
    }
}
