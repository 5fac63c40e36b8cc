// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension EmulatedServer {
    /// A drawn picture of a person: the first letter of the nickname on a colour of their own.
    func picture(of id: String) -> HTTPResponse {
        let person = Int64(id).flatMap { id in world.withLock { $0.people[id] } }
        guard let person, person.hasPicture else { return .drawing(letter: "", colour: "#c3c8d2") }
        return .drawing(letter: person.initial, colour: colours[person.tone])
    }
}

private let colours = ["#3d5a80", "#7a4b2e", "#2f6b4f", "#7d3f6d", "#8a5a00", "#4a4e9e"]

extension HTTPResponse {
    fileprivate static func drawing(letter: String, colour: String) -> HTTPResponse {
        let picture: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="\(colour)"/>\
            <text x="32" y="43" font-family="sans-serif" font-size="30" font-weight="700" fill="#fff" \
            text-anchor="middle">\(letter)</text></svg>
            """
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "image/svg+xml", "Content-Security-Policy": "default-src 'none'",
                "X-Content-Type-Options": "nosniff",
            ], body: Array(picture.text.utf8))
    }
}

extension Person {
    /// The first visible letter of the nickname.
    var initial: String { String(shownName(nickname).prefix(1)) }

    /// Which of the six colours stands for the person.
    var tone: Int { Int(id % 6) }
}
