// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The few line drawings that pages use; each stands beside words, so none is read aloud.
enum Symbol {
    /// Something to know.
    static let information = drawing(#"<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 8v.01"/>"#)
    /// Something that went well.
    static let done = drawing(#"<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.8 2.8L16 9.8"/>"#)
    /// Something that went wrong.
    static let problem = drawing(#"<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16v.01"/>"#)
    /// A person.
    static let person = drawing(
        #"<circle cx="12" cy="8.5" r="3.5"/><path d="M5 20c.7-3.6 3.5-5.5 7-5.5s6.3 1.9 7 5.5"/>"#)
    /// Nothing passes.
    static let lock = drawing(
        #"<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>"#)
    /// A browser.
    static let browser = drawing(
        #"<rect x="3" y="4.5" width="18" height="15" rx="2.5"/><path d="M3 9h18M6.5 6.8v.01M9 6.8v.01"/>"#)
    /// An app on a phone or a computer.
    static let app = drawing(#"<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.5h2"/>"#)

    private static func drawing(_ lines: HTML) -> HTML {
        """
        <svg class="drawing" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" \
        stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">\
        \(lines)</svg>
        """
    }
}
