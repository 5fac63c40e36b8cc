// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET /oauth/authorize`: begins a sign-in and shows its first page, or answers at once where nobody has to be asked.
    func authorize(_ visit: Visit) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<KakaoRecords.Step, KakaoAuthorizeRefusal> in
            do throws(KakaoAuthorizeRefusal) {
                let request = try KakaoAuthorizeRequest(visit.request.query, in: world.kakao, now: now)
                return .success(
                    world.kakao.begin(
                        request, id: id, cookie: cookie, people: world.people, fresh: fresh, now: now))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let step): return show(step, of: id, visit)
        case .failure(.redirect(let location)): return .redirect(to: location, status: 302)
        case .failure(.page(let error)): return refusal(RefusalPage(error), status: error.status, visit)
        }
    }

    /// `GET /oauth/logout`: signs the browser out, and the person out of the app.
    func logoutOfBrowser(_ visit: Visit) -> HTTPResponse {
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<String, KakaoOAuthError> in
            do throws(KakaoOAuthError) {
                return .success(try world.kakao.logout(visit.request.query, cookie: cookie))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let location):
            var response = HTTPResponse.redirect(to: location, status: 302)
            response.set(self.cookie("", visit, maxAge: 0))
            return response
        case .failure(let error):
            return refusal(RefusalPage(error), status: error.status, visit)
        }
    }
}
