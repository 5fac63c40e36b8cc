// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// One object of a settings file while it is read: every fault is noted and reading goes on, so that all are told at once.
///
/// Whatever was asked for by name counts as known; `finish` finds the rest.
final class SettingsSection {
    private let members: JSONObject
    private let path: String
    private let notebook: SettingsNotebook
    private var known: [String] = []
    private var refused: [String] = []

    /// Opens an object at a place in the document.
    init(_ members: JSONObject, at path: String, notebook: SettingsNotebook) {
        self.members = members
        self.path = path
        self.notebook = notebook
    }

    /// The place of a member in the document.
    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Notes a fault of a member.
    func note(_ name: String, _ message: BilingualText) {
        notebook.note(SettingsFault(path: place(name), message: message))
    }

    /// Whether a fault was noted at this place of the document.
    func hasFault(at place: String) -> Bool {
        notebook.faults.contains { $0.path == place }
    }

    /// Which of these names are probably meant by members that nobody knows.
    func misspelt(among names: [String]) -> Set<String> {
        Set(members.names.filter { !names.contains($0) }.compactMap { nearest(to: $0, among: names) })
    }

    /// The value of a name as it is; nil where it is missing or null.
    func value(_ name: String) -> JSONValue? {
        known.append(name)
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }

    /// Whether a member is there that must not be. It is told by whoever asks, and never offered as one to set.
    func holdsRefused(_ name: String) -> Bool {
        refused.append(name)
        return members[name].map { !$0.isNull } ?? false
    }

    /// A text that may be missing.
    func text(_ name: String) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            note(name, BilingualText(ko: "문자열이어야 합니다.", en: "must be a string."))
            return nil
        }
        return text
    }

    /// A text that must be there.
    func requiredText(_ name: String) -> String? {
        requireMember(name)
        return text(name)
    }

    /// A whole number within bounds that may be missing.
    func integer(_ name: String, in bounds: ClosedRange<Int>) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.integer.flatMap(Int.init(exactly:)), bounds.contains(number) else {
            note(
                name,
                BilingualText(
                    ko: "\(bounds.lowerBound)에서 \(bounds.upperBound) 사이의 정수여야 합니다.",
                    en: "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."))
            return nil
        }
        return number
    }

    /// A list of texts that may be missing.
    func texts(_ name: String) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let list = value.array, case let texts = list.compactMap(\.string), texts.count == list.count else {
            note(name, BilingualText(ko: "문자열의 목록이어야 합니다.", en: "must be a list of strings."))
            return nil
        }
        return texts
    }

    /// A truth value that may be missing.
    func bool(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let bool = value.bool else {
            note(name, BilingualText(ko: "true나 false여야 합니다.", en: "must be true or false."))
            return nil
        }
        return bool
    }

    /// A text in both languages, `{ ko: "…", en: "…" }`, that may be missing.
    func bilingualText(_ name: String) -> BilingualText? {
        section(name) { section in
            guard let korean = section.requiredText("ko"), let english = section.requiredText("en") else { return nil }
            return BilingualText(ko: korean, en: english)
        }
    }

    /// An object within this one that may be missing, read to its end.
    func section<Value>(_ name: String, read: (SettingsSection) -> Value?) -> Value? {
        guard let value = value(name) else { return nil }
        return Self.read(value, at: place(name), notebook: notebook, read)
    }

    /// An object within this one that counts as empty where it is missing, read to its end.
    func sectionOrEmpty<Value>(_ name: String, read: (SettingsSection) -> Value?) -> Value? {
        Self.read(value(name) ?? .object(JSONObject()), at: place(name), notebook: notebook, read)
    }

    /// A list of objects that may be missing, each read to its end.
    func sections<Value>(_ name: String, read: (SettingsSection) -> Value?) -> [Value]? {
        guard let value = value(name) else { return nil }
        guard let list = value.array else {
            note(name, BilingualText(ko: "객체의 목록이어야 합니다.", en: "must be a list of objects."))
            return nil
        }
        return list.enumerated().compactMap { index, value in
            Self.read(value, at: "\(place(name))[\(index)]", notebook: notebook, read)
        }
    }

    /// Notes that a member is missing where it must be there.
    func requireMember(_ name: String) {
        guard members[name] == nil || members[name]?.isNull == true else { return }
        note(name, BilingualText(ko: "빠졌습니다.", en: "is missing."))
    }

    /// The values of any of these names, as they are.
    func values(named names: [String]) -> JSONObject {
        names.reduce(into: JSONObject()) { values, name in values[name] = value(name) }
    }

    /// Takes texts by any of these names.
    func texts(named names: [String]) -> [String: String] {
        names.reduce(into: [:]) { texts, name in texts[name] = text(name) }
    }

    /// Notes every name that nobody asked for, with the nearest one that somebody did.
    func finish() {
        for name in members.names where !known.contains(name) && !refused.contains(name) {
            let guess = nearest(to: name, among: known)
            let list = Set(known).sorted().joined(separator: ", ")
            note(
                name,
                BilingualText(
                    ko: "그런 설정은 없습니다. \(guess.map { "혹시 \($0)인가요?" } ?? "쓸 수 있는 이름: \(list).")",
                    en:
                        "there is no such setting. \(guess.map { "Did you mean \($0)?" } ?? "The settings here are \(list).")"
                ))
        }
    }

    private static func read<Value>(
        _ value: JSONValue, at path: String, notebook: SettingsNotebook, _ read: (SettingsSection) -> Value?
    ) -> Value? {
        guard let object = value.object else {
            notebook.note(SettingsFault(path: path, message: BilingualText(ko: "객체여야 합니다.", en: "must be an object.")))
            return nil
        }
        let section = SettingsSection(object, at: path, notebook: notebook)
        let result = read(section)
        section.finish()
        return result
    }
}

/// Collects the faults of one document.
final class SettingsNotebook {
    /// What was noted so far, in order.
    private(set) var faults: [SettingsFault] = []

    /// Notes a fault.
    func note(_ fault: SettingsFault) {
        faults.append(fault)
    }
}
