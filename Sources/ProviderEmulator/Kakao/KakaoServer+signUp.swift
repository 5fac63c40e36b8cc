// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `POST /v1/user/signup`: links a person with an app that links by hand.
    func signUp(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return call(request, admission: .waitingPerson) { caller, parameters, records throws(KakaoAPIError) in
            let properties = try parameters.properties(of: caller.app) ?? [:]
            guard records.links[caller.link]?.isSignedUp == false else { throw .alreadyLinked }
            records.links[caller.link]?.isSignedUp = true
            records.links[caller.link]?.connectedAt = now
            records.keep(properties, of: caller.link)
            return ["id": JSONValue(caller.person.id)]
        }
    }

    /// `POST /v1/user/update_profile`: keeps texts of a person at Kakao, under the app's user properties.
    func updateProfile(_ request: HTTPRequest) -> HTTPResponse {
        call(request) { caller, parameters, records throws(KakaoAPIError) in
            guard let properties = try parameters.properties(of: caller.app) else { throw .badParameter("properties") }
            records.keep(properties, of: caller.link)
            return ["id": JSONValue(caller.person.id)]
        }
    }
}

extension KakaoRecords {
    fileprivate mutating func keep(_ properties: [String: String], of link: LinkKey) {
        links[link]?.properties.merge(properties) { _, new in new }
    }
}

extension KakaoParameters {
    /// The user properties of a call. Those that Kakao fills in itself cannot be written (since May 2022).
    fileprivate func properties(of app: KakaoApp) throws(KakaoAPIError) -> [String: String]? {
        guard let properties = try texts("properties") else { return nil }
        guard properties.keys.allSatisfy(app.userProperties.contains) else { throw .unknownProperty }
        return properties
    }
}
