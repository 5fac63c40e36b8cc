// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Reads the members of a JSON document one by one; the first that does not fit is the error.
///
/// A member that is `null` counts as absent; members that nobody asks for are passed over, so that either side may be
/// the newer one.
package struct DocumentReader: Sendable {
    private let object: JSONObject
    private let path: String

    /// Takes a value that must be an object.
    package init(_ json: JSONValue) throws(DocumentError) {
        guard let object = json.object else { throw DocumentError("", .wrongKind) }
        self.object = object
        path = ""
    }

    private init(object: JSONObject, path: String) {
        self.object = object
        self.path = path
    }

    /// A text that must be there and not empty.
    package func text(_ name: String, limit: Int = 2_048) throws(DocumentError) -> String {
        guard let text = try optionalText(name, limit: limit), !text.isEmpty else { throw error(name, .missing) }
        return text
    }

    /// A text that may be absent.
    ///
    /// - Parameter limit: the largest length in bytes.
    package func optionalText(_ name: String, limit: Int = 2_048) throws(DocumentError) -> String? {
        guard let value = present(name) else { return nil }
        guard let text = value.string else { throw error(name, .wrongKind) }
        guard text.utf8.count <= limit else { throw error(name, .tooLong) }
        return text
    }

    /// A secret text that must be there; tokens are taken up to 8 KiB.
    package func secret(_ name: String, limit: Int = 8_192) throws(DocumentError) -> Secret {
        Secret(try text(name, limit: limit))
    }

    /// A secret text that may be absent.
    package func optionalSecret(_ name: String, limit: Int = 8_192) throws(DocumentError) -> Secret? {
        try optionalText(name, limit: limit).map { Secret($0) }
    }

    /// A truth value; absent is the given one.
    package func truth(_ name: String, or absent: Bool) throws(DocumentError) -> Bool {
        try optionalTruth(name) ?? absent
    }

    /// A truth value that may be absent.
    package func optionalTruth(_ name: String) throws(DocumentError) -> Bool? {
        guard let value = present(name) else { return nil }
        guard let truth = value.bool else { throw error(name, .wrongKind) }
        return truth
    }

    /// An integer that must be there.
    package func integer(_ name: String) throws(DocumentError) -> Int64 {
        guard let value = present(name) else { throw error(name, .missing) }
        guard let integer = value.integer else { throw error(name, .wrongKind) }
        return integer
    }

    /// A list of texts; absent is empty.
    package func texts(_ name: String, limit: Int = 50) throws(DocumentError) -> [String] {
        guard let value = present(name) else { return [] }
        guard let values = value.array else { throw error(name, .wrongKind) }
        guard values.count <= limit else { throw error(name, .tooLong) }
        var texts: [String] = []
        for value in values {
            guard let text = value.string else { throw error(name, .wrongKind) }
            guard text.utf8.count <= 200 else { throw error(name, .tooLong) }
            texts.append(text)
        }
        return texts
    }

    /// A list of objects; absent is empty.
    package func documents(_ name: String) throws(DocumentError) -> [DocumentReader] {
        guard let value = present(name) else { return [] }
        guard let values = value.array else { throw error(name, .wrongKind) }
        var readers: [DocumentReader] = []
        for value in values {
            guard let object = value.object else { throw error(name, .wrongKind) }
            readers.append(DocumentReader(object: object, path: full(name)))
        }
        return readers
    }

    /// An object that must be there.
    package func document(_ name: String) throws(DocumentError) -> DocumentReader {
        guard let reader = try optionalDocument(name) else { throw error(name, .missing) }
        return reader
    }

    /// An object that may be absent.
    package func optionalDocument(_ name: String) throws(DocumentError) -> DocumentReader? {
        guard let value = present(name) else { return nil }
        guard let object = value.object else { throw error(name, .wrongKind) }
        return DocumentReader(object: object, path: full(name))
    }

    /// The error of a member of this document.
    package func error(_ name: String, _ reason: DocumentError.Reason) -> DocumentError {
        DocumentError(full(name), reason)
    }

    private func present(_ name: String) -> JSONValue? {
        object[name].flatMap { $0.isNull ? nil : $0 }
    }

    private func full(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}

/// Why a document cannot be taken; it names the member and never repeats its value.
public struct DocumentError: Error, Sendable, Hashable {
    /// What is wrong with the member.
    public enum Reason: String, Sendable {
        /// It is not there.
        case missing
        /// It is of another JSON kind.
        case wrongKind
        /// It is longer than allowed.
        case tooLong
        /// Its value is none that may stand there.
        case notAllowed
    }

    /// The member, by its path; empty for the document itself.
    public let member: String
    /// What is wrong with it.
    public let reason: Reason

    /// Makes an error.
    public init(_ member: String, _ reason: Reason) {
        self.member = member
        self.reason = reason
    }
}

extension DocumentError {
    /// The error in words.
    public var text: BilingualText {
        let ko = member.isEmpty ? "본문" : member
        let en = member.isEmpty ? "The body" : member
        return switch reason {
        case .missing: BilingualText(ko: "\(ko): 값이 없습니다.", en: "\(en) is missing.")
        case .wrongKind: BilingualText(ko: "\(ko): 값의 종류가 다릅니다.", en: "\(en) is of the wrong kind.")
        case .tooLong: BilingualText(ko: "\(ko): 값이 너무 깁니다.", en: "\(en) is too long.")
        case .notAllowed: BilingualText(ko: "\(ko): 쓸 수 없는 값입니다.", en: "\(en) has a value that is not allowed.")
        }
    }
}
