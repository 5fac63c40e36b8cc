// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension LoginError.Code {
    /// Another program listens on that address and port.
    public static let addressInUse = LoginError.Code(rawValue: "address_in_use")
    /// That address is none of this machine's, or is no address.
    public static let addressUnavailable = LoginError.Code(rawValue: "address_unavailable")
    /// The system does not let this program listen there.
    public static let addressNotPermitted = LoginError.Code(rawValue: "address_not_permitted")
    /// Certificate or private key cannot be used.
    public static let tlsUnusable = LoginError.Code(rawValue: "tls_unusable")
    /// The system gave no socket or thread.
    public static let listenerNotStarted = LoginError.Code(rawValue: "listener_not_started")
}

extension LoginError {
    static func addressInUse(_ address: String) -> LoginError {
        LoginError(
            .addressInUse, advice: .fixSetup,
            message: BilingualText(
                ko: "다른 프로그램이 이미 \(address)에서 기다리고 있습니다.",
                en: "Another program already listens on \(address)."),
            remedy: BilingualText(
                ko: "그 프로그램을 끝내거나 다른 포트를 고르세요. 포트 0은 비어 있는 포트를 고릅니다.",
                en: "Stop that program or choose another port; port 0 takes one that is free."))
    }

    static func addressUnavailable(_ address: String) -> LoginError {
        LoginError(
            .addressUnavailable, advice: .fixSetup,
            message: BilingualText(
                ko: "\(address)은(는) 이 컴퓨터의 주소가 아닙니다.",
                en: "\(address) is no address of this machine."),
            remedy: BilingualText(
                ko: "호스트에는 이 컴퓨터의 IP 주소나 localhost를, 포트에는 0에서 65535 사이의 수를 쓰세요.",
                en: "Give an IP address of this machine or localhost as the host, and 0 to 65535 as the port."))
    }

    static func addressNotPermitted(_ address: String) -> LoginError {
        LoginError(
            .addressNotPermitted, advice: .fixSetup,
            message: BilingualText(
                ko: "이 프로그램은 \(address)에서 기다릴 권한이 없습니다.",
                en: "This program may not listen on \(address)."),
            remedy: BilingualText(
                ko: "1024 이상의 포트를 쓰거나 프로그램에 그 권한을 주세요.",
                en: "Use a port from 1024 up, or give the program that right."))
    }

    static let tlsUnusable = LoginError(
        .tlsUnusable, advice: .fixSetup,
        message: BilingualText(
            ko: "TLS 인증서나 개인 키를 쓸 수 없습니다.",
            en: "The TLS certificate or its private key cannot be used."),
        remedy: BilingualText(
            ko: "둘 다 암호화되지 않은 PEM이고 서로 짝이 맞는지 확인하세요.",
            en: "Check that both are PEM text, not encrypted, and belong to each other."))

    static let listenerNotStarted = LoginError(
        .listenerNotStarted, advice: .tryLater,
        message: BilingualText(
            ko: "시스템이 서버에 소켓이나 스레드를 주지 않았습니다.",
            en: "The system gave the server no socket or thread."),
        remedy: BilingualText(
            ko: "열린 파일과 스레드의 한도(ulimit -n, ulimit -u)를 확인하고 다시 시작하세요.",
            en: "Look at the limits on open files and threads (ulimit -n, ulimit -u) and start again."))
}
