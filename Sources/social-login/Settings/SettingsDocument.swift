// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A settings file as a value: JSON with comments.
enum SettingsDocument {
    /// Reads a file; throws `SettingsError` with line and column where it is no JSON object.
    static func read(_ file: String) throws -> JSONObject {
        let bytes = try TextFile.bytes(of: file)
        do {
            let value = try JSONValue(parsingHandwritten: bytes)
            if let object = value.object { return object }
            let message = BilingualText(ko: "문서 전체가 객체 { … }여야 합니다.", en: "the document must be an object, { … }.")
            throw SettingsError(file: file, faults: [SettingsFault(path: "", message: message)])
        } catch let error as JSONError {
            throw SettingsError(file: file, faults: [SettingsFault(path: "", message: message(of: error, in: bytes))])
        }
    }

    private static func message(of error: JSONError, in bytes: [UInt8]) -> BilingualText {
        let before = bytes.prefix(error.offset)
        let line = 1 + before.count { $0 == 0x0A }
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Bytes that continue a character do not count, so the column is the one that an editor shows.
        let column = 1 + bytes[lineStart..<error.offset].count { $0 & 0xC0 != 0x80 }
        let what = words(for: error.reason)
        return BilingualText(
            ko: "\(line)번째 줄 \(column)번째 칸: \(what.korean)", en: "line \(line), column \(column): \(what.english)")
    }

    private static func words(for reason: JSONError.Reason) -> BilingualText {
        switch reason {
        case .endOfText: BilingualText(ko: "닫히지 않은 채 끝났습니다.", en: "something is not closed.")
        case .unexpectedByte: BilingualText(ko: "여기에 올 수 없는 글자입니다.", en: "this character is not allowed here.")
        case .trailingBytes: BilingualText(ko: "문서가 끝난 뒤에 더 있습니다.", en: "something follows the end of the document.")
        case .duplicateName: BilingualText(ko: "같은 이름이 두 번 나옵니다.", en: "this name is used twice.")
        case .tooDeep: BilingualText(ko: "괄호가 너무 깊이 겹쳤습니다.", en: "brackets are nested too deeply.")
        case .tooLarge: BilingualText(ko: "파일이 너무 큽니다.", en: "the file is too large.")
        case .invalidUTF8: BilingualText(ko: "UTF-8이 아닙니다.", en: "this is not UTF-8.")
        case .invalidEscape: BilingualText(ko: "역슬래시 뒤가 잘못되었습니다.", en: "what follows the backslash is wrong.")
        case .controlCharacter: BilingualText(ko: "문자열 안에 제어 문자가 있습니다.", en: "a string contains a control character.")
        case .invalidNumber: BilingualText(ko: "수가 아닙니다.", en: "this is not a number.")
        }
    }
}
