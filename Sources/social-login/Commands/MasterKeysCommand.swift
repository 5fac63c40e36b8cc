// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginServer
import LoginStore

/// `social-login master-keys`: shows the master keys of a database, and lets one take the place of another.
struct MasterKeysCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Does what the options say and tells how the keys stand then.
    func run() async throws {
        let command = options.command
        if options.has(.rotate), options.has(.retire) { throw UsageError.notTogether(.rotate, .retire, of: command) }
        if options.has(.retireAtOnce), !options.has(.retire) {
            throw UsageError.needsOther(.retireAtOnce, .retire, of: command)
        }
        let retired = try options.text(.retire).map { text in
            guard let number = Int(decimalDigits: text, 1...10).flatMap(UInt32.init(exactly:)) else {
                throw UsageError.invalidKeyNumber(.retire, of: command)
            }
            return number
        }
        let settings = try ServeSettings(options, surroundings)
        try await settings.withStore { store, environment in
            let rotation = try await MasterKeyRotation(
                of: store, masterKeys: settings.masterKeys, environment: environment)
            var report = Report()
            if options.has(.rotate) {
                report.hasChanged = try await rotation.rotate()
                report.progress = try await rotation.reseal(progress)
            }
            if let retired { report.loss = try await rotation.retire(retired, atOnce: options.has(.retireAtOnce)) }
            report.keys = try await rotation.keys()
            try tell(report)
        }
    }

    /// What is told at the end.
    private struct Report {
        var hasChanged: Bool?
        var progress: MasterKeyProgress?
        var loss: MasterKeyLoss?
        var keys: [MasterKeyState] = []
    }

    /// One line after each batch; a wish to stop is heard here, since what was done stays done.
    private func progress(_ soFar: MasterKeyProgress) throws {
        let text = BilingualText(
            ko: "다시 봉한 값 \(soFar.resealed)/\(soFar.total)", en: "sealed anew: \(soFar.resealed) of \(soFar.total)")
        surroundings.terminal.complain(text.text(in: surroundings.language))
        if surroundings.stop.isRequested { throw LoginError.resealingStopped }
    }

    private func tell(_ report: Report) throws(LoginError) {
        guard !options.has(.result) else { return try surroundings.terminal.write(json(report).serializedText()) }
        var lines: [BilingualText] = []
        if let progress = report.progress {
            let newest = report.keys.last { $0.condition == .inUse }.map { "\($0.number)" } ?? "-"
            lines.append(
                report.hasChanged == true
                    ? BilingualText(
                        ko: "마스터 키 \(newest)번을 쓰기 시작했습니다. 서버는 1분 안에 바꿉니다.",
                        en: "Master key \(newest) is in use. Servers change to it within a minute.")
                    : BilingualText(
                        ko: "마스터 키 \(newest)번을 이미 쓰고 있습니다. 더 높은 번호의 키는 없습니다.",
                        en: "Master key \(newest) is in use already, and none with a higher number was given."))
            lines.append(
                BilingualText(
                    ko: "다시 봉한 값 \(progress.resealed)개, 열 수 없는 값 \(progress.unreadable)개.",
                    en: "Values sealed anew: \(progress.resealed). Values that no key opens: \(progress.unreadable)."))
        }
        if let loss = report.loss {
            lines.append(
                BilingualText(
                    ko: "키를 없앴습니다. 잃은 값 \(loss.values)개, 끝난 로그인 \(loss.sessions)개. 이제 키 파일에서 그 줄을 지우세요.",
                    en:
                        "The key is retired. Values lost: \(loss.values). Sessions ended: \(loss.sessions). Now delete its line."
                ))
        }
        lines += report.keys.map(line)
        try surroundings.terminal.write(
            lines.map { $0.text(in: surroundings.language) }.joined(separator: "\n"))
    }

    private func line(_ key: MasterKeyState) -> BilingualText {
        let condition = key.condition.words
        let since = key.usedFrom.flatMap {
            $0.timeIntervalSince1970 > 0 ? $0.formatted(Date.ISO8601FormatStyle()) : nil
        }
        return BilingualText(
            ko: "\(key.number)번: \(condition.korean), 봉한 값 \(key.values)개, 필요한 로그인 \(key.sessions)개"
                + (since.map { ", \($0)부터" } ?? ""),
            en: "\(key.number): \(condition.english), sealed values \(key.values), sessions \(key.sessions)"
                + (since.map { ", since \($0)" } ?? ""))
    }

    private func json(_ report: Report) -> JSONValue {
        var members = JSONObject()
        if let hasChanged = report.hasChanged { members["changed"] = .bool(hasChanged) }
        if let progress = report.progress {
            members["resealed"] = JSONValue(Int64(progress.resealed))
            members["unreadable"] = JSONValue(Int64(progress.unreadable))
        }
        if let loss = report.loss {
            members["lost_values"] = JSONValue(loss.values)
            members["ended_sessions"] = JSONValue(loss.sessions)
        }
        members["keys"] = .array(
            report.keys.map { key in
                var entry = JSONObject()
                entry["number"] = JSONValue(Int64(key.number))
                entry["condition"] = .string(key.condition.rawValue)
                entry["used_from"] = key.usedFrom.map { .string($0.formatted(Date.ISO8601FormatStyle())) }
                entry["values"] = JSONValue(key.values)
                entry["sessions"] = JSONValue(key.sessions)
                return .object(entry)
            })
        return .object(members)
    }
}

extension MasterKeyState.Condition {
    fileprivate var words: BilingualText {
        switch self {
        case .waiting: BilingualText(ko: "기다리는 중", en: "waiting")
        case .inUse: BilingualText(ko: "쓰는 중", en: "in use")
        case .old: BilingualText(ko: "옛 키", en: "old")
        case .missing: BilingualText(ko: "없음", en: "missing")
        case .retired: BilingualText(ko: "없앰", en: "retired")
        }
    }
}

extension LoginError {
    fileprivate static let resealingStopped = LoginError(
        Code(rawValue: "resealing_stopped"), advice: .tryLater,
        message: BilingualText(ko: "다시 봉하기를 멈췄습니다.", en: "The sealing was stopped half way."),
        remedy: BilingualText(
            ko: "한 것은 그대로 남습니다. 같은 명령으로 이어 가세요.", en: "What was done stays done: the same command goes on."))
}
