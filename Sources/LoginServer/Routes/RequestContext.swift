// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// What belongs to one request besides the request itself.
struct RequestContext: Sendable {
    /// What the log and the person's error page both show.
    let requestID: String
    /// In which language to answer.
    var language: Language

    /// Gives a request its id and reads which language it prefers.
    init(_ request: HTTPRequest, cookies policy: CookiePolicy, random: any RandomSource) {
        // 40 bits tell the requests of a day apart, and eight characters can be read out over the telephone.
        requestID = Hex.encode(random.bytes(5))
        language = Cookies(request)[policy.language].flatMap(Language.init) ?? Language(accepted: request)
    }
}

extension Language {
    /// The language of `Accept-Language` that we speak and the caller likes best (RFC 9110, section 12.5.4); English
    /// where it likes neither.
    init(accepted request: HTTPRequest) {
        var best: (language: Language, weight: Double)?
        for part in (request.headers["Accept-Language"] ?? "").split(separator: ",").prefix(20) {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = pieces.first?.prefix(while: { $0 != "-" }).lowercased(),
                let language = Language(rawValue: tag)
            else { continue }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }
            let weight = quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        self = best?.language ?? .english
    }
}
