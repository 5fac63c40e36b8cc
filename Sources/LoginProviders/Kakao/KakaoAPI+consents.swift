// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

/// One of an app's consent items, and how a person stands to it.
public struct KakaoConsent: Sendable, Hashable {
    /// What an item is about; open, since Kakao may add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The word on the wire.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A piece of personal data.
        public static let privacy = Kind(rawValue: "PRIVACY")
        /// Something that the app may do.
        public static let service = Kind(rawValue: "SERVICE")
    }

    /// The item's id, for example `account_email`: what an authorization request names in its scopes.
    public let id: String
    /// What people see it as.
    public let name: String
    /// What it is about; nil where Kakao did not say.
    public let kind: Kind?
    /// Whether the app has it switched on now.
    public let isUsed: Bool
    /// Whether the person agreed.
    public let isAgreed: Bool
    /// Whether agreement can be taken back.
    public let isRevocable: Bool
}

extension KakaoAPI {
    /// Reads what a person agreed to (`GET /v2/user/scopes`).
    ///
    /// - Parameters:
    ///   - access: about whom.
    ///   - ids: the items to look at; empty for all that the app uses, and those agreed to earlier.
    public func consents(of access: KakaoAccess, only ids: [String] = []) async throws(LoginError) -> [KakaoConsent] {
        var fields = FormFields()
        if !ids.isEmpty { fields.add("scopes", JSONValue.list(ids)) }
        return try consents(in: await answer(.get, "/v2/user/scopes", fields, for: access))
    }

    /// Takes back a person's agreement to some items, and gives how all items stand then (`POST /v2/user/revoke/scopes`).
    ///
    /// Kakao refuses items that are required or were not agreed to.
    @discardableResult
    public func revokeConsents(_ ids: [String], of access: KakaoAccess) async throws(LoginError) -> [KakaoConsent] {
        do {
            return try consents(
                in: await answer(.post, "/v2/user/revoke/scopes", ["scopes": JSONValue.list(ids)], for: access))
        } catch  where error.vendorCode == "-3" {
            throw .consentNotRevocable(after: error)
        }
    }

    private func consents(in answer: JSONValue) throws(LoginError) -> [KakaoConsent] {
        var consents: [KakaoConsent] = []
        for member in try list("scopes", in: answer) {
            guard let consent = KakaoConsent(member) else { throw Self.lacks("scopes") }
            consents.append(consent)
        }
        return consents
    }
}

extension KakaoConsent {
    /// Reads an item; nil without an id, or where it does not say whether the person agreed.
    fileprivate init?(_ json: JSONValue) {
        guard let id = json.text("id"), let isAgreed = json["agreed"]?.bool else { return nil }
        self.id = id
        name = json.text("display_name") ?? id
        kind = json.text("type").map(Kind.init(rawValue:))
        isUsed = json["using"]?.bool ?? true
        self.isAgreed = isAgreed
        isRevocable = isAgreed && json["revocable"]?.bool == true
    }
}

extension JSONValue {
    /// Texts as a list in JSON, on one line: how kapi takes lists in a form.
    static func list(_ texts: [String]) -> String {
        String(decoding: JSONValue.array(texts.map { .string($0) }).serialized(), as: UTF8.self)
    }
}

extension LoginError {
    fileprivate static func consentNotRevocable(after error: LoginError) -> LoginError {
        LoginError(
            .requestRefused, advice: error.advice == .tryLater ? .tryLater : .fixRequest,
            message: BilingualText(
                ko: "필수로 설정한 동의 항목은 철회할 수 없습니다.", en: "A consent item that is required cannot be taken back."),
            remedy: BilingualText(
                ko: "isRevocable이 true인 항목만 보내거나, 콘솔에서 선택 동의로 바꾸세요.",
                en: "Send only items whose isRevocable is true, or make the item optional at the console."),
            vendorCode: error.vendorCode, httpStatus: error.httpStatus)
    }
}
