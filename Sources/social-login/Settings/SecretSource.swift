// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Where secrets come from: an environment variable, or a file that the settings name under `secret_files`.
///
/// A secret `kakao_client_secret` is the variable `SOCIAL_LOGIN_KAKAO_CLIENT_SECRET`. Both at once is a fault: nobody could
/// tell which one is in force. A file that other users may read is refused.
struct SecretSource: Sendable {
    private let environment: [String: String]
    private let files: [String: String]

    /// Takes the environment and, by the secrets' names, paths of files.
    init(environment: [String: String], files: [String: String]) {
        self.environment = environment
        self.files = files
    }

    /// The variable that holds a secret.
    static func variable(for name: String) -> String { "SOCIAL_LOGIN_\(name.uppercased())" }

    /// The secret of a name, without white space around it; nil where there is none.
    func secret(_ name: String) throws(LoginError) -> Secret? {
        let variable = Self.variable(for: name)
        let value = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = files[name] else { return value.map { Secret(trimmed($0)) } }
        guard value == nil else { throw .secretGivenTwice(name, variable: variable) }
        let text = trimmed(try TextFile.secret(path).exposed)
        guard !text.isEmpty else { throw .secretFileEmpty(path) }
        return Secret(text)
    }

    private func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension LoginError {
    fileprivate static func secretGivenTwice(_ name: String, variable: String) -> LoginError {
        LoginError(
            Code(rawValue: "secret_given_twice"), advice: .fixSetup,
            message: BilingualText(
                ko: "비밀 값이 환경 변수와 파일 양쪽에 있습니다: \(name)", en: "\(name) is given by a variable and by a file."),
            remedy: BilingualText(
                ko: "\(variable) 변수나 secret_files의 줄 중 하나를 지우세요.",
                en: "Take away the variable \(variable) or the line in secret_files."))
    }

    fileprivate static func secretFileEmpty(_ path: String) -> LoginError {
        LoginError(
            Code(rawValue: "secret_file_empty"), advice: .fixSetup,
            message: BilingualText(ko: "비밀 값 파일이 비어 있습니다: \(path)", en: "The secret file \(path) is empty."),
            remedy: BilingualText(ko: "파일에 값을 적으세요.", en: "Put the value into the file."))
    }
}
