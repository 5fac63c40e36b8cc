// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

extension Profile {
    /// Reads the answer of `/me`; nil where it names nobody. Only the id is certain: an address is missing where it was
    /// declined and for whoever joined by phone.
    ///
    /// An address counts as unverified: Facebook does not say whose word it is, and people lose addresses.
    init?(facebook answer: JSONValue) {
        guard let subject = answer.facebookID("id") else { return nil }
        self.init(subject: subject)
        name = answer.words("name")
        email = answer.words("email").map { EmailAddress($0, isVerified: false) }
        // The grey outline of whoever has no picture is no picture of them.
        let picture = answer["picture"]?["data"]
        if picture?["is_silhouette"]?.bool != true { pictureURL = picture?.webAddress("url") }
    }

    /// Reads the claims of a Limited Login's id_token; its address counts as unverified too.
    init(facebookClaims token: VerifiedIDToken) {
        self.init(subject: token.subject)
        let claims = JSONValue.object(token.claims)
        name = claims.words("name")
        email = claims.words("email").map { EmailAddress($0, isVerified: false) }
        pictureURL = claims.webAddress("picture")
        gender = claims.words("user_gender").map { Gender($0) }
        if let birthday = claims.words("user_birthday") { read(birthday: birthday) }
    }

    /// `MM/DD/YYYY`, or without the year, or the year alone, as the person allows.
    private mutating func read(birthday text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count >= 2 { birthday = Birthday("\(parts[0])-\(parts[1])") }
        if parts.count != 2, let year = parts.last, year.utf8.count == 4 { birthYear = Int(year) }
    }
}

extension JSONValue {
    /// An id at Facebook: digits as text, or a number, every digit kept.
    func facebookID(_ name: String) -> String? {
        if let number = self[name]?.integer { return number > 0 ? String(number) : nil }
        guard let text = text(name), text.utf8.count <= 32, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return text
    }

    /// The address of a picture; nil where the text is empty or no web address.
    fileprivate func webAddress(_ name: String) -> String? {
        words(name).flatMap { HTTPAddress($0) == nil ? nil : $0 }
    }
}
