// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension People {
    /// Makes a person of the form for new accounts; nil where the nickname is missing.
    mutating func create(_ form: PageForm, at now: Date) -> Int64? {
        guard let nickname = form["nickname"].map({ shownName($0, atMost: 40) }) else { return nil }
        var person = Person(id: newID(at: now), nickname: nickname)
        person.email = form["email"]
        self[person.id] = person
        return person.id
    }
}
