// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The members of one JSON object, taken one by one; a name that nobody took is an error in the end.
///
/// Every fault names the place by its path, such as `kakao.apps[0].redirect_uris[1]`, and never repeats a value.
struct SeedObject {
    /// Where the object stands in its document; empty for the document itself.
    let path: String
    private var rest: [String: JSONValue] = [:]
    /// The names of all members, in order.
    let names: [String]

    init(_ value: JSONValue, at path: String = "") throws(LoginError) {
        guard let object = value.object else { throw .seed(at: path, .wanted("an object", "객체")) }
        self.path = path
        names = object.names
        for member in object.members { rest[member.name] = member.value }
    }

    /// Reads a document.
    init(parsing text: String) throws(LoginError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: text)
        } catch {
            throw .seed(at: "", .notJSON(error.description))
        }
        try self.init(document)
    }

    /// The place of a member.
    func place(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    /// A member as it is; nil where it is absent or null.
    mutating func value(_ name: String) -> JSONValue? {
        guard let value = rest.removeValue(forKey: name), !value.isNull else { return nil }
        return value
    }

    mutating func text(_ name: String) throws(LoginError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw .seed(at: place(name), .wanted("a string that is not empty", "비어 있지 않은 문자열"))
        }
        return text
    }

    mutating func requiredText(_ name: String) throws(LoginError) -> String {
        guard let text = try text(name) else { throw .seed(at: place(name), .missing) }
        return text
    }

    mutating func flag(_ name: String, otherwise: Bool) throws(LoginError) -> Bool {
        guard let value = value(name) else { return otherwise }
        guard let flag = value.bool else { throw .seed(at: place(name), .wanted("true or false", "true 또는 false")) }
        return flag
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(LoginError) -> Int64? {
        guard let value = value(name) else { return nil }
        return try Self.integer(value, in: range, at: place(name))
    }

    /// A number that also may stand as text, as ids of 64 bits often do.
    mutating func id(_ name: String) throws(LoginError) -> Int64? {
        guard let value = value(name) else { return nil }
        return try Self.id(value, at: place(name))
    }

    mutating func requiredID(_ name: String) throws(LoginError) -> Int64 {
        guard let id = try id(name) else { throw .seed(at: place(name), .missing) }
        return id
    }

    mutating func ids(_ name: String) throws(LoginError) -> [Int64] {
        var ids: [Int64] = []
        for (index, value) in try list(name).enumerated() {
            ids.append(try Self.id(value, at: "\(place(name))[\(index)]"))
        }
        return ids
    }

    mutating func texts(_ name: String) throws(LoginError) -> [String] {
        var texts: [String] = []
        for (index, value) in try list(name).enumerated() {
            guard let text = value.string, !text.isEmpty else {
                throw .seed(
                    at: "\(place(name))[\(index)]", .wanted("a string that is not empty", "비어 있지 않은 문자열"))
            }
            texts.append(text)
        }
        return texts
    }

    /// One of a closed set of words.
    mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String, otherwise: Word) throws(LoginError)
        -> Word
    where Word.RawValue == String {
        guard let text = try text(name) else { return otherwise }
        guard let word = Word(rawValue: text) else {
            throw .seed(at: place(name), .notOneOf(Word.allCases.map(\.rawValue)))
        }
        return word
    }

    mutating func objects(_ name: String) throws(LoginError) -> [SeedObject] {
        var objects: [SeedObject] = []
        for (index, value) in try list(name).enumerated() {
            objects.append(try SeedObject(value, at: "\(place(name))[\(index)]"))
        }
        return objects
    }

    mutating func object(_ name: String) throws(LoginError) -> SeedObject? {
        guard let value = value(name) else { return nil }
        return try SeedObject(value, at: place(name))
    }

    /// Ends the reading; a member that is left is one that does not exist.
    func end() throws(LoginError) {
        if let unknown = names.first(where: { rest[$0] != nil }) {
            throw .seed(at: place(unknown), .unknownName)
        }
    }

    private mutating func list(_ name: String) throws(LoginError) -> [JSONValue] {
        guard let value = value(name) else { return [] }
        guard let list = value.array else { throw .seed(at: place(name), .wanted("a list", "목록")) }
        return list
    }

    private static func id(_ value: JSONValue, at place: String) throws(LoginError) -> Int64 {
        let number = value.integer ?? value.string.flatMap { Int64($0) }
        guard let number, number > 0 else {
            throw .seed(at: place, .wanted("a whole number from 1 to 9223372036854775807", "1 이상 64비트 정수"))
        }
        return number
    }

    private static func integer(_ value: JSONValue, in range: ClosedRange<Int64>, at place: String) throws(LoginError)
        -> Int64
    {
        guard let number = value.integer, range.contains(number) else {
            throw .seed(
                at: place,
                .wanted(
                    "a whole number from \(range.lowerBound) to \(range.upperBound)",
                    "\(range.lowerBound) 이상 \(range.upperBound) 이하 정수"))
        }
        return number
    }
}
