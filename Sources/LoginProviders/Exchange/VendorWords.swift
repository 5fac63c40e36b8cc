// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
package import LoginHTTP

/// What a provider says of an error in its own words, made fit for an operator's log and for nothing else.
///
/// Providers repeat codes, tokens and addresses in such sentences. So what was sent is taken out, and every word that holds a
/// digit, an `@`, or small and capital letters as a token mixes them; the rest is short and on one line.
struct VendorWords {
    /// The sentence, for the log.
    let text: String

    private static let longestWord = 24
    private static let limit = 200
    private static let mask = "[…]"

    /// Takes a sentence; nil where there is none.
    ///
    /// - Parameter sent: the values that the provider might repeat.
    init?(_ words: String?, without sent: [String]) {
        guard let words, !words.isEmpty else { return nil }
        // What is long is cut first, so that nobody makes us work, and with room for what is taken out.
        var text = String(words.prefix(4 * Self.limit))
        for value in sent where value.utf8.count >= 4 { text = text.replacing(value, with: Self.mask) }
        let shown = text.split(whereSeparator: \.isWhitespace).map { word in
            Self.isPlain(word) ? Self.escaped(word) : Self.mask
        }
        guard !shown.isEmpty else { return nil }
        self.text = String(shown.joined(separator: " ").prefix(Self.limit))
    }

    private static func isPlain(_ word: Substring) -> Bool {
        let followers = zip(word, word.dropFirst())
        return word.count <= longestWord && !word.contains { $0 == "@" || $0.isNumber }
            && !followers.contains { $0.isLowercase && $1.isUppercase }
    }

    /// Controls and invisible characters by their number, so that no line of a log looks like two, or like another one.
    private static func escaped(_ word: Substring) -> String {
        word.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }
}

extension VendorWords {
    /// The words of an error answer.
    init?(_ response: HTTPResponse?, to request: HTTPRequest) {
        guard let body = response?.body else { return nil }
        do throws(JSONError) {
            let json = try JSONValue(parsing: body)
            let words =
                ["error_description", "msg", "message", "errorMessage"].lazy.compactMap(json.text).first
                ?? json["error"]?.text("message")
            self.init(words, without: request.sentValues)
        } catch {
            // An error page has no words for us; its status is in the log.
            return nil
        }
    }
}

extension HTTPRequest {
    /// The values that a request told the provider.
    fileprivate var sentValues: [String] {
        // Both read what we wrote ourselves.
        let form = (try? formFields())?.fields ?? []
        let query = (try? queryFields())?.fields ?? []
        let credentials = headers["Authorization"]?.split(separator: " ").dropFirst().map { String($0) } ?? []
        return (form + query).filter { $0.name != "grant_type" }.map(\.value) + credentials
    }
}

extension Provider {
    /// What a callback says of a refusal in the provider's own words, fit for the log; nil where it says nothing.
    package func refusalWords(in request: HTTPRequest, of pending: PendingCallback) -> String? {
        let words = CallbackReader.fields(of: request)?.all("error_description").first
        return VendorWords(words, without: [pending.state.exposed])?.text
    }
}
