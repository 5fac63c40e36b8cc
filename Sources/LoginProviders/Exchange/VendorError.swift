// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// One row of a provider's error table: what one of its codes means and what to do about it.
///
/// The tables are read when a call fails, and the document of all errors is made from them.
public struct VendorError: Sendable {
    /// The provider's code as it stands in its documents, for example `KOE320` or `-402`.
    public let vendorCode: String
    /// Our name for it.
    public let code: LoginError.Code
    /// What the caller should do.
    public let advice: LoginError.Advice
    /// What failed.
    public let message: BilingualText
    /// What to do next.
    public let remedy: BilingualText

    /// Makes a row; each pair is the message and the remedy in one language.
    init(
        _ vendorCode: String, _ code: LoginError.Code, _ advice: LoginError.Advice, ko: (String, String),
        en: (String, String)
    ) {
        self.vendorCode = vendorCode
        self.code = code
        self.advice = advice
        message = BilingualText(ko: ko.0, en: en.0)
        remedy = BilingualText(ko: ko.1, en: en.1)
    }

    /// The error of one call. A status of 429, 500 or above passes by itself, whatever the code says, and ends no session.
    ///
    /// - Parameters:
    ///   - particular: what to do this time, where the answer says more than the table.
    ///   - seen: the code that was sent, where this row was found by a more general one.
    func error(status: Int?, advice particular: LoginError.Advice? = nil, seenAs seen: String? = nil) -> LoginError {
        LoginError(
            code, advice: Self.isPassing(status) ? .tryLater : particular ?? advice, message: message, remedy: remedy,
            vendorCode: seen.flatMap(Self.shown) ?? vendorCode, httpStatus: status)
    }

    /// The error of a code that no table has.
    static func unknown(_ vendorCode: String, status: Int?, provider name: BilingualText) -> LoginError {
        LoginError(
            .providerError, advice: isPassing(status) ? .tryLater : .fixRequest,
            message: BilingualText(
                ko: "\(name.korean) 서버가 알 수 없는 오류 코드로 응답했습니다.",
                en: "\(name.english) answered with an error code that is not known here."),
            remedy: isPassing(status)
                ? .tryLater
                : BilingualText(ko: "제공자의 문서에서 이 코드를 찾아보세요.", en: "Look the code up in the provider's documents."),
            vendorCode: shown(vendorCode), httpStatus: status)
    }

    /// A code that came from outside is kept as text only where it is built like one: lower-case words as OAuth has them, or
    /// a short number with letters in front. Anything else might be an echo of what was sent.
    private static func shown(_ vendorCode: String) -> String? {
        let text = Array(vendorCode.utf8)
        let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"))
        let isName = text.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
        let prefix = text.prefix { letters.contains($0) || $0 == UInt8(ascii: "-") }
        let number = text.dropFirst(prefix.count)
        let isNumber = prefix.count <= 4 && (1...6).contains(number.count) && number.allSatisfy(digits.contains)
        return isNumber || (isName && (1...40).contains(text.count)) ? vendorCode : nil
    }

    private static func isPassing(_ status: Int?) -> Bool {
        guard let status else { return false }
        return status == 429 || status >= 500
    }
}
