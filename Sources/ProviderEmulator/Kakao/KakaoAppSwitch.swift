// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What KakaoTalk does on a phone with the address that another app opened.
enum KakaoAppSwitch {
    /// Takes the address and who holds the phone, and gives the address that leads back to the app.
    static func callback(_ control: Control, _ body: SeedObject) throws(LoginError) -> JSONValue {
        var body = body
        let address = try body.requiredText("address")
        let person = try body.requiredID("person")
        let isCancelled = try body.flag("cancel", otherwise: false)
        try body.end()
        guard let query = query(of: address) else { throw notOurs }
        let (now, fresh, id) = (control.clock.now, control.fresh, control.fresh.id())
        return try control.world.change { world throws(LoginError) in
            let people = world.people
            guard people[person] != nil else { throw .emulatorNotFound }
            let request: KakaoAuthorizeRequest
            do throws(KakaoAuthorizeRefusal) {
                request = try KakaoAuthorizeRequest(query.encoded, in: world.kakao, now: now)
            } catch {
                guard case .redirect(let location) = error else { throw notOurs }
                return ["callback": .string(location)]
            }
            // The word by which Kakao's SDKs know that the person turned back.
            if isCancelled { return ["callback": .string(request.redirectURI.adding([("error", "cancelled")]))] }
            world.kakao.open(request, id: id, by: nil, now: now)
            _ = world.kakao.choose(person, in: id, people: people, fresh: fresh, now: now)
            guard
                case .answer(let location) = world.kakao.agree(
                    to: .all, in: id, people: people, fresh: fresh, now: now)
            else { throw .unusablePerson }
            return ["callback": .string(location)]
        }
    }

    private static let notOurs = LoginError.seed(
        at: "address", .wanted("an address of KakaoTalk, of an app that is registered", "등록된 앱이 카카오톡을 여는 주소"))

    /// What the address asks for, as a browser would ask it: a link holds the whole address once more, and `params` what
    /// stands in a browser's query beside the rest.
    private static func query(of address: String) -> FormFields? {
        let link = "https://\(KakaoHost.talkApps)/scheme/"
        let inner =
            address.hasPrefix(link) ? percentDecoded(address.dropFirst(link.count), plusIsBlank: false) : address
        guard let inner, inner.hasPrefix("kakaokompassauth://authorize?"),
            let given = try? FormFields(parsing: inner.drop { $0 != "?" }.dropFirst())
        else { return nil }
        var query = FormFields()
        for field in given.fields where ["client_id", "redirect_uri", "response_type"].contains(field.name) {
            query.add(field.name, field.value)
        }
        query.add("ka", members(of: "headers", in: given)?["KA"]?.string)
        for member in members(of: "params", in: given)?.members ?? [] { query.add(member.name, member.value.string) }
        return query
    }

    /// The members of a field that holds JSON; nil where it holds none.
    private static func members(of name: String, in fields: FormFields) -> JSONObject? {
        // What is no JSON says nothing.
        fields.all(name).first.flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
