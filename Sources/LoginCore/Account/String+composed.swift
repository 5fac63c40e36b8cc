// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String {
    /// The text in Unicode's composed form (NFC, UAX #15), in which what a person types is kept.
    ///
    /// macOS and some keyboards give 김 as three letters, others as one: both look alike, are equal to `==`, and differ in every
    /// database and on every other system. Ids of providers are not touched, since they are bytes to us.
    package var composed: String {
        // Most texts are: nothing below U+0300 has another composed form.
        if unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return self }
        return precomposedStringWithCanonicalMapping
    }
}
