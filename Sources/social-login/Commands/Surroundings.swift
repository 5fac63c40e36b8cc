// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// What a command needs of the process it runs in.
struct Surroundings: Sendable {
    /// The environment variables, by name.
    let environment: [String: String]
    /// Where it writes.
    let terminal: Terminal
    /// Tells it to end.
    let stop: StopRequest

    /// The language that the environment asks for: Korean where the first that is set of LC_ALL, LC_MESSAGES and LANG says so
    /// (POSIX, section 8.2), else English.
    var language: Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let tag = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        return tag.lowercased() == "ko" ? .korean : .english
    }

    /// Says where a server is: as JSON for a program, which cannot go on without, else as a text for people, which may be lost.
    func announce(_ json: JSONValue, _ text: BilingualText, asJSON: Bool) throws(LoginError) {
        guard !asJSON else { return try terminal.write(json.serializedText()) }
        // The server is there all the same, and its log goes to standard error.
        try? terminal.write(text.text(in: language))
    }
}
