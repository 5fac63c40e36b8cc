// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension NaverServer {
    /// `/oauth2.0/authorize`, or `/oauth2/authorize` for OpenID Connect, by GET or POST: begins a sign-in and shows its first
    /// page, or answers at once where nobody has to be asked.
    func authorize(_ visit: Visit, isOpenID: Bool) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<NaverRecords.Step, NaverAuthorizeRefusal> in
            do throws(NaverAuthorizeRefusal) {
                let fields = try Self.fields(of: visit.request)
                let request = try NaverAuthorizeRequest(fields, isOpenID: isOpenID, in: world.naver)
                let people = world.people
                return .success(
                    world.naver.begin(request, id: id, cookie: cookie, people: people, fresh: fresh, now: now))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let step): return show(step, of: id, visit)
        case .failure(.redirect(let location)):
            return .redirect(to: location, status: visit.request.method == .post ? 303 : 302)
        case .failure(.page(let error)): return refusal(RefusalPage(error), status: error.status, visit)
        }
    }

    /// `GET /nidlogin.logout`: signs the browser out of Naver; no app is told, and no token ends.
    func logoutOfBrowser(_ visit: Visit) -> HTTPResponse {
        var response = HTTPResponse.text("")
        response.set(cookie("", visit, maxAge: 0))
        return response
    }

    private static func fields(of request: HTTPRequest) throws(NaverAuthorizeRefusal) -> FormFields {
        do {
            guard request.method == .post, let form = try request.formFields() else { return try request.queryFields() }
            return form
        } catch {
            throw .page(.malformed)
        }
    }
}
