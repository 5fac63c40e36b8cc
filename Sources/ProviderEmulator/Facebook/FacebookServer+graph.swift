// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

extension FacebookServer {
    /// `/oauth/access_token`, by GET or POST.
    func token(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return answer { () throws(FacebookError) in
            let form = try FacebookForm(request)
            let (grant, asQuery) = try world.change { world throws(FacebookError) in
                let people = world.people
                let grant = try world.facebook.token(form, people: people, fresh: fresh, now: now)
                return (grant, world.facebook.rules.answersAsQuery)
            }
            if asQuery {
                let query: FormFields = [
                    "access_token": grant.accessToken, "expires": grant.expiresIn.map { String($0) },
                ]
                return .text(query.encoded)
            }
            var answer = JSONObject()
            answer["access_token"] = .string(grant.accessToken)
            answer["token_type"] = "bearer"
            answer["expires_in"] = grant.expiresIn.map { JSONValue($0) }
            answer["expires_at"] = grant.expiresAt.map { JSONValue(Int64($0.timeIntervalSince1970)) }
            answer["id_token"] = grant.idClaims.map { .string(sign($0)) }
            return secretJSON(.object(answer))
        }
    }

    /// `/me`, or by the person's own id: what the fields ask for and the permissions allow. What is not there is left out.
    func profile(_ request: HTTPRequest, _ id: String) -> HTTPResponse {
        answer { () throws(FacebookError) in
            let form = try FacebookForm(request)
            let (token, person) = try whose(form, request, id)
            let granted = world.withLock { $0.facebook.links[token.login.link]?.granted ?? [] }
            let app = token.login.link.app
            var profile = JSONObject()
            profile["id"] = .string(person.facebookID(app: app))
            let fields = Self.fields(in: form["fields"] ?? "id,name")
            if fields.contains("name") { profile["name"] = .string(person.facebookName) }
            let name = person.nameParts
            if fields.contains("first_name") { profile["first_name"] = .string(name.given) }
            if fields.contains("last_name"), !name.family.isEmpty { profile["last_name"] = .string(name.family) }
            if fields.contains("email"), granted.contains("email") {
                profile["email"] = person.email.map { .string($0) }
            }
            if fields.contains("gender"), granted.contains("user_gender") {
                profile["gender"] = person.gender.map { .string($0) }
            }
            if fields.contains("birthday"), granted.contains("user_birthday") {
                profile["birthday"] = person.facebookBirthday.map { .string($0) }
            }
            if fields.contains("picture") {
                profile["picture"] = [
                    "data": [
                        "height": 50, "width": 50, "is_silhouette": .bool(!person.hasPicture),
                        "url": .string(person.facebookPicture),
                    ]
                ]
            }
            return secretJSON(.object(profile))
        }
    }

    /// `/me/picture`, or by the person's own id: where the picture is.
    func profilePicture(_ request: HTTPRequest, _ id: String) -> HTTPResponse {
        answer { () throws(FacebookError) in
            let (_, person) = try whose(try FacebookForm(request), request, id)
            return .redirect(to: person.facebookPicture, status: 302)
        }
    }

    /// The names of fields, without what stands in brackets or behind a dot.
    private static func fields(in text: String) -> Set<String> {
        var depth = 0
        var names: [String] = [""]
        for character in text {
            switch character {
            case "{", "(": depth += 1
            case "}", ")": depth -= 1
            case "," where depth == 0: names.append("")
            default: if depth == 0 { names[names.count - 1].append(character) }
            }
        }
        return Set(names.map { String($0.prefix { $0 != "." }) })
    }

    /// `/debug_token`: an app asks about a token of its own, and by that rule about another app's.
    func inspect(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return answer { () throws(FacebookError) in
            let form = try FacebookForm(request)
            let text = try form.required("input_token")
            let bearer = request.bearerToken?.exposed
            return try world.change { world throws(FacebookError) in
                let people = world.people
                guard case .app(let app) = try world.facebook.caller(form, bearer: bearer, people: people, now: now)
                else { throw .needsAppToken }
                guard world.facebook.rules.tellsForeignTokens || !world.facebook.isForeign(text, to: app) else {
                    throw .foreignToken
                }
                return secretJSON(["data": world.facebook.inspected(text, people: people, now: now)])
            }
        }
    }

    /// `/me/permissions`, or by the person's id with the app's own token.
    func permissions(_ request: HTTPRequest, _ id: String) -> HTTPResponse {
        answer { () throws(FacebookError) in
            let key = try link(try FacebookForm(request), request, id)
            let link = world.withLock { $0.facebook.links[key] }
            let all = FacebookPermission.all.map(\.id)
            let entries = all.compactMap { name -> JSONValue? in
                if link?.granted.contains(name) == true { return ["permission": .string(name), "status": "granted"] }
                if link?.declined.contains(name) == true { return ["permission": .string(name), "status": "declined"] }
                return nil
            }
            return .json(["data": .array(entries)])
        }
    }

    /// Takes one permission away, or with none the whole app.
    func revoke(_ request: HTTPRequest, _ id: String, permission: String?) -> HTTPResponse {
        answer { () throws(FacebookError) in
            let key = try link(try FacebookForm(request), request, id)
            world.withLock { world in
                guard let permission else {
                    _ = world.facebook.links.remove(key)
                    return
                }
                world.facebook.links[key]?.granted.remove(permission)
            }
            return .json(["success": true])
        }
    }

    /// `POST /platform/uninstall/`: ends the link of somebody who signed in by Limited Login.
    func uninstall(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return answer { () throws(FacebookError) in
            let form = try FacebookForm(request)
            guard let app = Int64(try form.required("app_id")) else { throw .unknownApp }
            let token = Secret(try form.required("id_token"))
            // Every reason why a token is not ours leads to the same answer.
            let claims = try? UnverifiedJWT(parsing: token)
                .verified(with: JWKSet(keys.published), algorithms: [.rs256]).claims
            guard let claims, claims["aud"]?.string == String(app), let subject = claims["sub"]?.string,
                let end = claims["exp"]?.integer, now.timeIntervalSince1970 < TimeInterval(end)
            else { throw .badIDToken }
            world.withLock { world in
                let people = world.people
                guard let person = world.facebook.person(subject, of: app, among: people) else { return }
                _ = world.facebook.links.remove(LinkKey(app: app, person: person.id))
            }
            return .json(["success": true])
        }
    }
}

extension FacebookServer {
    private func answer(_ body: () throws(FacebookError) -> HTTPResponse) -> HTTPResponse {
        do throws(FacebookError) {
            return try body()
        } catch {
            return refusal(error)
        }
    }

    /// The person whose token a call came with; the path means them by `me` or by their own id.
    private func whose(
        _ form: FacebookForm, _ request: HTTPRequest, _ id: String
    ) throws(FacebookError) -> (FacebookToken, Person) {
        let (now, bearer) = (clock.now, request.bearerToken?.exposed)
        return try world.change { world throws(FacebookError) in
            let people = world.people
            guard
                case .person(let token, let person, _) = try world.facebook.caller(
                    form, bearer: bearer, people: people, now: now)
            else { throw .noToken }
            guard id == "me" || id == person.facebookID(app: token.login.link.app) else { throw .noSuchPath }
            return (token, person)
        }
    }

    /// The link that a call is about: the token's own, or with the app's token that of the id.
    private func link(
        _ form: FacebookForm, _ request: HTTPRequest, _ id: String
    ) throws(FacebookError) -> LinkKey {
        let (now, bearer) = (clock.now, request.bearerToken?.exposed)
        return try world.change { world throws(FacebookError) in
            let people = world.people
            switch try world.facebook.caller(form, bearer: bearer, people: people, now: now) {
            case .app(let app):
                guard let person = world.facebook.person(id, of: app.id, among: people) else { throw .noSuchPath }
                return LinkKey(app: app.id, person: person.id)
            case .person(let token, let person, _):
                guard id == "me" || id == person.facebookID(app: token.login.link.app) else { throw .noSuchPath }
                return token.login.link
            }
        }
    }
}

extension FacebookRecords {
    /// Whether a token is known, and is another app's.
    func isForeign(_ text: String, to app: FacebookApp) -> Bool {
        tokens[text].map { $0.login.link.app != app.id } ?? false
    }

    /// What `/debug_token` says of a token.
    func inspected(_ text: String, people: People, now: Date) -> JSONValue {
        guard let token = tokens[text], let person = people[token.login.link.person],
            let app = apps[token.login.link.app]
        else {
            return [
                "is_valid": false, "scopes": [],
                "error": ["code": 190, "message": "Invalid OAuth access token - Cannot parse access token"],
            ]
        }
        let link = links[token.login.link]
        var data = JSONObject()
        data["app_id"] = .string(String(app.id))
        data["type"] = "USER"
        data["application"] = .string(app.name)
        data["data_access_expires_at"] = JSONValue(Int64(token.issuedAt.timeIntervalSince1970) + 7_776_000)
        data["expires_at"] = JSONValue(Int64(token.expiresAt.timeIntervalSince1970))
        if let cause = cause(of: token, now: now) {
            data["error"] = ["code": 190, "message": "Error validating access token.", "subcode": JSONValue(cause)]
            data["is_valid"] = false
            data["scopes"] = []
        } else {
            data["is_valid"] = true
            if token.isLongLived { data["issued_at"] = JSONValue(Int64(token.issuedAt.timeIntervalSince1970)) }
            data["scopes"] = .texts((link?.granted ?? []).sorted())
        }
        data["user_id"] = .string(person.facebookID(app: app.id))
        return .object(data)
    }
}
