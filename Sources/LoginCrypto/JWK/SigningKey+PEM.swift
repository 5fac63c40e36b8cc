// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension SigningKey {
    /// Reads a private key file, such as the `.p8` from a provider's console, however the environment has bent it.
    ///
    /// Line ends may be LF, CRLF, blanks or the two characters `\n`, and blanks may surround the text. Anything else is
    /// an error that says what to put there instead; it never repeats a character of the key.
    public init(pem: Secret, id: String? = nil) throws(LoginError) {
        let text = try PrivateKeyText(pem)
        do throws(JWKError) {
            try self.init(pkcs8: text.pkcs8, id: id)
        } catch {
            throw error == .halvesDisagree ? .disagreeingSigningKey : .unusableSigningKey
        }
    }

    /// The private key as a file: PKCS #8 in PEM, to be kept where only its owner reads it.
    public var pem: Secret { Secret(PEM.text(pkcs8, label: PrivateKeyText.label)) }
}

/// A private key in PEM (RFC 7468, section 10), straightened.
private struct PrivateKeyText {
    static let label = "PRIVATE KEY"

    let pkcs8: [UInt8]

    init(_ secret: Secret) throws(LoginError) {
        let text = secret.exposed.replacing("\\r", with: "\n").replacing("\\n", with: "\n")
        guard PEM.frame(in: text, label: Self.label) != nil else { throw Self.complaint(about: text) }
        guard let pkcs8 = PEM.bytes(text, label: Self.label) else { throw .damagedSigningKey }
        self.pkcs8 = pkcs8
    }

    private static func complaint(about text: String) -> LoginError {
        let bare = text.filter { !$0.isWhitespace }
        if let decoded = Base64.decode(bare), decoded.starts(with: "-----BEGIN".utf8) { return .encodedSigningKey }
        // The right first line with another one missing is the right kind of key, cut off.
        return text.contains("-----BEGIN") && !text.contains(PEM.begin(label))
            ? .unusableSigningKey : .damagedSigningKey
    }
}

extension LoginError {
    /// The text is base64 around a whole PEM file.
    static let encodedSigningKey = LoginError(
        .signingKeyUnreadable, advice: .fixSetup,
        message: BilingualText(
            ko: "개인 키가 PEM이 아니라 PEM 파일 전체를 base64 문자열로 만든 것입니다.",
            en: "The private key is not PEM but a whole PEM file wrapped in base64."),
        remedy: BilingualText(
            ko: "`base64 -d`로 풀어 `-----BEGIN PRIVATE KEY-----`로 시작하는 글을 그대로 넣으세요.",
            en: "Unwrap it with `base64 -d` and put in the text that begins with `-----BEGIN PRIVATE KEY-----`."))

    /// The text is no PEM, or something in it is missing.
    static let damagedSigningKey = LoginError(
        .signingKeyUnreadable, advice: .fixSetup,
        message: BilingualText(
            ko: "개인 키 글이 온전한 PEM이 아닙니다.", en: "The private key is not a whole PEM text."),
        remedy: BilingualText(
            ko: "콘솔에서 받은 파일을 BEGIN 줄부터 END 줄까지 빠짐없이 다시 넣으세요.",
            en: "Put the file from the console in again, whole, from its BEGIN line to its END line."))

    /// The document can be read, and something in it has changed since it was made.
    static let disagreeingSigningKey = LoginError(
        .signingKeyUnreadable, advice: .fixSetup,
        message: BilingualText(
            ko: "개인 키 글의 일부가 바뀌었습니다. 안에 든 개인 키와 공개 키가 한 쌍이 아닙니다.",
            en: "A part of the private key has changed: the private and the public half in it are no pair."),
        remedy: BilingualText(
            ko: "콘솔에서 받은 파일을 다시 그대로 넣으세요.", en: "Put the file from the console in again, as it came."))

    /// The document is PEM, but not of a key that can sign here.
    static let unusableSigningKey = LoginError(
        .signingKeyUnreadable, advice: .fixSetup,
        message: BilingualText(
            ko: "개인 키가 암호 없는 PKCS #8의 P-256 키나 2048비트 이상 RSA 키가 아닙니다.",
            en: "The private key is not a P-256 key or an RSA key of 2048 bits or more in PKCS #8 without a password."),
        remedy: BilingualText(
            ko: "`openssl pkcs8 -topk8 -nocrypt -in 키파일`로 바꾸어 넣거나 알맞은 키를 새로 받으세요.",
            en: "Convert it with `openssl pkcs8 -topk8 -nocrypt -in keyfile`, or get a key of the right kind."))
}

extension LoginError.Code {
    /// A private key in the configuration cannot be read.
    public static let signingKeyUnreadable = LoginError.Code(rawValue: "signing_key_unreadable")
}
