// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

/// Kakao's own calls beside a sign-in: consents, service terms, sign-up, user properties, lists of users, logout.
///
/// ```swift
/// let kakao = try KakaoAPI(settings, environment: environment)
/// let consents = try await kakao.consents(of: .person(accessToken: token))
/// ```
///
/// Every call throws a `LoginError`; what each of Kakao's codes means stands in `ProviderCatalogue.Entry.errors`. A missing
/// consent comes with the advice `askConsent`, and no page is opened.
public struct KakaoAPI: Sendable {
    let settings: KakaoSettings
    let caller: ProviderCaller

    /// Makes calls of an app whose settings were checked before.
    init(settings: KakaoSettings, caller: ProviderCaller) {
        self.settings = settings
        self.caller = caller
    }

    /// Describes the app for which calls are made. Throws `setting_invalid` where a value cannot work.
    public init(_ settings: KakaoSettings, environment: ProviderEnvironment) throws(LoginError) {
        self.init(
            settings: try settings.validated(),
            caller: ProviderCaller(
                id: .kakao, name: .kakao, environment: environment, readError: KakaoError.read(status:body:)))
    }
}

/// About whom a call is, and by which proof it may be made.
public enum KakaoAccess: Sendable, Hashable {
    /// The owner of an access token.
    case person(accessToken: Secret)
    /// Anybody who is linked with the app, by the app's admin key: from a server only.
    case admin(userID: String)
}

extension KakaoAPI {
    /// Makes a call about one person and gives its answer, which has to speak of that very person.
    func answer(
        _ method: HTTPMethod, _ path: String, _ fields: FormFields = [:], for access: KakaoAccess
    ) async throws(LoginError) -> JSONValue {
        switch access {
        case .person(let token):
            return try await caller.json(KakaoRequest.bearer(token, method, path, fields))
        case .admin(let userID):
            var all = KakaoRequest.target(userID)
            for field in fields.fields { all.add(field.name, field.value) }
            let answer = try await caller.json(KakaoRequest.admin(try adminKey, method, path, all))
            guard answer.kakaoUserID.map({ sameBytes($0, userID) }) ?? true else {
                throw .subjectsDiffer(provider: .kakao)
            }
            return answer
        }
    }

    /// The app's admin key; throws `provider_not_set_up` where there is none.
    var adminKey: Secret {
        get throws(LoginError) {
            guard let key = settings.adminKey else {
                throw .notSetUp(
                    BilingualText(
                        ko: "이 카카오 호출에는 앱의 어드민 키가 필요합니다.", en: "This call to Kakao needs the app's admin key."),
                    remedy: BilingualText(
                        ko: "콘솔의 어드민 키를 서버의 환경 변수에 설정하세요.",
                        en: "Put the admin key of the console into the server's environment."))
            }
            return key
        }
    }

    /// The members of a list in an answer.
    func list(_ name: String, in answer: JSONValue) throws(LoginError) -> [JSONValue] {
        guard let list = answer[name]?.array else { throw Self.lacks(name) }
        return list
    }

    /// An answer without something that it must have.
    static func lacks(_ name: String) -> LoginError {
        .malformedAnswer(
            BilingualText(ko: "\(name) 값이 없거나 올바르지 않습니다.", en: "\(name) is missing or wrong."), provider: .kakao,
            status: 200)
    }
}
