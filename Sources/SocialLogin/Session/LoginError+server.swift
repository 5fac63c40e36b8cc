// SPDX-License-Identifier: Apache-2.0

import LoginAPI
public import LoginCore
import LoginHTTP
import LoginProviders

extension LoginError {
    /// Nobody is signed in on this device.
    public static let notSignedIn = LoginError(
        Code(rawValue: "not_signed_in"), advice: .signInAgain,
        message: BilingualText(ko: "이 기기에 로그인한 사람이 없어요.", en: "Nobody is signed in on this device."),
        remedy: BilingualText(ko: "로그인하세요.", en: "Sign in."))

    static let serverAddress = LoginError(
        Code(rawValue: "server_address"), advice: .fixSetup,
        message: BilingualText(ko: "로그인 서버 주소가 올바르지 않아요.", en: "The login server's address is not valid."),
        remedy: BilingualText(
            ko: "https://login.example.com 같은 주소를 쓰세요.", en: "Write it like https://login.example.com."))

    static let serverNotSecure = LoginError(
        Code(rawValue: "server_not_secure"), advice: .fixSetup,
        message: BilingualText(
            ko: "로그인 서버 주소가 https가 아니에요.", en: "The login server's address is not https."),
        remedy: BilingualText(
            ko: "https 주소를 쓰세요. http는 이 컴퓨터의 서버에만, 따로 켜서 쓸 수 있어요: "
                + "코드에서는 allowsLoopbackHTTP, 명령에서는 --dev.",
            en: "Use an https address. Plain http is for a server on this machine only, and has to be switched on: "
                + "allowsLoopbackHTTP in code, --dev in the command."))

    static func serverUnreachable(host: String) -> LoginError {
        LoginError(
            Code(rawValue: "server_unreachable"), advice: .tryLater,
            message: BilingualText(
                ko: "로그인 서버(\(host))에 연결할 수 없어요.", en: "The login server (\(host)) cannot be reached."),
            remedy: BilingualText(ko: "네트워크를 확인하고 다시 시도하세요.", en: "Check the network and try again."))
    }

    static func serverAnswer(status: Int) -> LoginError {
        LoginError(
            Code(rawValue: "server_answer"), advice: .tryLater,
            message: BilingualText(
                ko: "로그인 서버의 답을 이해할 수 없어요.", en: "The login server's answer cannot be understood."),
            remedy: BilingualText(
                ko: "잠시 후 다시 시도하고, 계속되면 서버와 앱의 버전을 확인하세요.",
                en: "Try again later; if it stays, compare the versions of server and app."),
            httpStatus: status)
    }

    /// The store of this device did not do what it was asked; whoever is signed in stays signed in.
    package static func storeUnavailable(_ cause: any Error) -> LoginError {
        LoginError(
            Code(rawValue: "session_store_unavailable"), advice: .tryLater,
            message: BilingualText(
                ko: "이 기기의 로그인 정보를 지금은 읽거나 쓸 수 없어요.",
                en: "This device's sign-in cannot be read or kept right now."),
            remedy: (cause as? SecretStoreError)?.remedy
                ?? BilingualText(ko: "잠시 후 다시 시도하세요.", en: "Try again in a moment."))
    }

    /// Reads a refusal of the server (RFC 9457, or RFC 6749, section 5.2); what cannot be read is judged by its status.
    init(problem response: HTTPResponse) {
        // A body that is no JSON is some gateway's page: then there is only the status to go by.
        let json = try? JSONValue(parsing: response.body)
        let code = json?["code"]?.string.flatMap(ProblemCode.init)
        guard let code else {
            let isBusy = response.status >= 500 || response.status == 429 || response.status == 408
            self = isBusy ? .serverBusy(status: response.status) : .serverAnswer(status: response.status)
            return
        }
        self.init(
            Code(rawValue: code.rawValue), advice: code.advice, message: code.title, remedy: code.remedy,
            vendorCode: json?["vendor_code"]?.string, httpStatus: response.status)
    }

    static func serverBusy(status: Int) -> LoginError {
        LoginError(
            Code(rawValue: "server_busy"), advice: .tryLater,
            message: BilingualText(ko: "로그인 서버가 잠시 답하지 못해요.", en: "The login server cannot answer right now."),
            remedy: BilingualText(ko: "잠시 후 다시 시도하세요.", en: "Try again in a moment."), httpStatus: status)
    }
}

extension LoginError {
    /// Whether a call was refused for its access token, so that a fresh one may do.
    var isRefusedAccessToken: Bool {
        code == .accessTokenRefused
            || [.accessTokenExpired, .accessTokenInvalid].contains(ProblemCode(rawValue: code.rawValue))
    }
}

extension SecretStoreError {
    fileprivate var remedy: BilingualText {
        switch self {
        case .unavailable(let reason), .notKept(let reason):
            BilingualText(ko: "원인을 고친 뒤 다시 시도하세요: \(reason)", en: "Mend the cause, then try again: \(reason)")
        case .exposed(let path):
            BilingualText(
                ko: "다른 사용자가 읽을 수 있어요. chmod go-rwx \(path) 를 실행하세요.",
                en: "Others can read it. Run: chmod go-rwx \(path)")
        case .busy:
            BilingualText(
                ko: "다른 프로세스가 로그인 정보를 쓰고 있어요. 끝난 뒤 다시 시도하세요.",
                en: "Another process is using it. Try again when that is done.")
        }
    }
}
