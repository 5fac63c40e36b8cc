// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How log entries are written.
enum LogForm: String, CaseIterable, Sendable {
    /// A line for people.
    case text
    /// A line of JSON for programs.
    case json
    /// Not at all.
    case off
}

extension Log {
    /// A log that writes a line for each entry to standard error, with the time in UTC.
    static func printing(
        _ form: LogForm, verbose: Bool, to terminal: Terminal, clock: any WallClock = SystemWallClock()
    ) -> Log {
        guard form != .off else { return .silent }
        let lowest: Level = verbose ? .debug : .info
        return Log { entry in
            guard entry.level >= lowest else { return }
            let time = clock.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            terminal.complain(form == .json ? entry.json(at: time) : entry.text(at: time))
        }
    }
}

extension Log.Entry {
    /// `2026-01-31T09:00:00.000Z info session.refreshed session=S1`.
    fileprivate func text(at time: String) -> String {
        ([time, level.rawValue, event] + fields.map { "\($0.name)=\(Self.quoted($0.value))" }).joined(separator: " ")
    }

    /// `{"time":"…","level":"info","event":"session.refreshed","fields":{"session":"S1"}}`.
    fileprivate func json(at time: String) -> String {
        var members = JSONObject()
        for field in fields { members[field.name] = .string(field.value) }
        let line: JSONValue = [
            "time": .string(time), "level": .string(level.rawValue), "event": .string(event),
            "fields": .object(members),
        ]
        return line.serializedText()
    }

    /// A value as it is, or in quotation marks where it could be taken for something else or break the line.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy {
            $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
        }
        return isPlain && !value.isEmpty ? value : JSONValue.string(value).serializedText()
    }
}
