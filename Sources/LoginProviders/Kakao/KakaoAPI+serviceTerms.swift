// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import LoginCore
internal import LoginHTTP

/// Terms of the service's own that Kakao's consent page asks for (Kakao Sync), and how a person stands to them.
public struct KakaoServiceTerm: Sendable, Hashable {
    /// On which way a person agreed; open, since Kakao may add ways.
    public struct Way: RawRepresentable, Sendable, Hashable {
        /// The word on the wire.
        public let rawValue: String

        /// Names a way.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// On Kakao's consent page.
        public static let consentPage = Way(rawValue: "KAUTH")
        /// By the service's own word; see `KakaoAPI.agreeToServiceTerms`.
        public static let service = Way(rawValue: "KAPI")
    }

    /// The tag, as it stands at the console.
    public let tag: String
    /// Whether nobody can sign in without agreeing.
    public let isRequired: Bool
    /// Whether the person agrees now.
    public let isAgreed: Bool
    /// Whether agreement can be taken back.
    public let isRevocable: Bool
    /// When the person agreed last; nil where Kakao did not say.
    public let agreedAt: Date?
    /// On which way the person agreed; nil where Kakao did not say.
    public let way: Way?
}

extension KakaoAPI {
    /// Which list of terms is read.
    public enum ServiceTermList: String, Sendable {
        /// What the person agreed to.
        case agreed = "agreed_service_terms"
        /// All that the app has.
        case app = "app_service_terms"
    }

    /// Reads how a person stands to the service's terms (`GET /v2/user/service_terms`).
    ///
    /// Throws `app_not_set_up` where the app has no Kakao Sync.
    ///
    /// - Parameters:
    ///   - access: about whom.
    ///   - terms: which list of terms.
    ///   - tags: the terms to look at, within the list; empty for the whole list.
    public func serviceTerms(
        of access: KakaoAccess, in terms: ServiceTermList = .agreed, tags: [String] = []
    ) async throws(LoginError) -> [KakaoServiceTerm] {
        var fields: FormFields = ["result": terms.rawValue]
        if !tags.isEmpty { fields.add("tags", tags.joined(separator: ",")) }
        return try await self.terms("service_terms", .get, "/v2/user/service_terms", fields, for: access)
    }

    /// Tells Kakao that a person agreed to terms on the service's own page, and gives those that are new
    /// (`POST /v2/user/upgrade/service_terms`).
    ///
    /// Terms that were agreed to before, and tags that do not exist, are not among them. Kakao shows nothing to the person:
    /// ask first.
    @discardableResult
    public func agreeToServiceTerms(
        _ tags: [String], of access: KakaoAccess
    ) async throws(LoginError) -> [KakaoServiceTerm] {
        let fields: FormFields = ["tags": tags.joined(separator: ",")]
        return try await terms("agreed_service_terms", .post, "/v2/user/upgrade/service_terms", fields, for: access)
    }

    /// Takes back a person's agreement to terms, and gives those for which that worked
    /// (`POST /v2/user/revoke/service_terms`).
    ///
    /// Terms that are required, or were not agreed to, are not among them.
    @discardableResult
    public func revokeServiceTerms(
        _ tags: [String], of access: KakaoAccess
    ) async throws(LoginError) -> [KakaoServiceTerm] {
        let fields: FormFields = ["tags": tags.joined(separator: ",")]
        return try await terms("revoked_service_terms", .post, "/v2/user/revoke/service_terms", fields, for: access)
    }

    /// A list that is absent is an empty one: Kakao's page calls each of them optional.
    private func terms(
        _ name: String, _ method: HTTPMethod, _ path: String, _ fields: FormFields, for access: KakaoAccess
    ) async throws(LoginError) -> [KakaoServiceTerm] {
        let answer: JSONValue
        do {
            answer = try await self.answer(method, path, fields, for: access)
        } catch  where error.vendorCode == "-3" {
            throw .noKakaoSync(after: error)
        }
        guard let members = answer[name], !members.isNull else { return [] }
        var terms: [KakaoServiceTerm] = []
        for member in try list(name, in: answer) {
            guard let term = KakaoServiceTerm(member) else { throw Self.lacks(name) }
            terms.append(term)
        }
        return terms
    }
}

extension KakaoServiceTerm {
    /// Reads terms; nil without a tag, or where it does not say whether the person agreed.
    fileprivate init?(_ json: JSONValue) {
        guard let tag = json.text("tag"), let isAgreed = json["agreed"]?.bool else { return nil }
        self.tag = tag
        self.isAgreed = isAgreed
        isRequired = json["required"]?.bool ?? false
        // Kakao's examples call terms revocable that nobody agreed to; there is nothing to take back then.
        isRevocable = isAgreed && json["revocable"]?.bool == true
        // A moment in a form that nobody expects is left out; the agreement itself is what counts.
        agreedAt = json.text("agreed_at").flatMap { try? Date.ISO8601FormatStyle().parse($0) }
        way = json.text("agreed_by").map(Way.init(rawValue:))
    }
}

extension LoginError {
    fileprivate static func noKakaoSync(after error: LoginError) -> LoginError {
        LoginError(
            .appNotSetUp, advice: error.advice == .tryLater ? .tryLater : .fixSetup,
            message: BilingualText(
                ko: "이 앱은 서비스 약관을 쓰도록 설정되지 않았습니다.", en: "The app is not set up for service terms."),
            remedy: BilingualText(
                ko: "콘솔에서 카카오싱크(간편가입)를 켜고 약관을 등록하세요.",
                en: "Switch Kakao Sync (simple sign-up) on at the console and register the terms."),
            vendorCode: error.vendorCode, httpStatus: error.httpStatus)
    }
}
