// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long ago a moment was, rounded down, as people say it.
///
/// The server does not know the reader's time zone, and this needs none; the exact moment stands in `datetime`.
func timeAgo(_ moment: Date, now: Date, in language: Language) -> HTML {
    "<time datetime=\"\(moment.formatted(.iso8601))\">\(timeAgoText(moment, now: now, in: language))</time>"
}

func timeAgoText(_ moment: Date, now: Date, in language: Language) -> String {
    let seconds = Int64(max(0, now.timeIntervalSince(moment)))
    let (minute, hour, day): (Int64, Int64, Int64) = (60, 3_600, 86_400)
    switch seconds {
    case ..<minute: return language.text("방금 전", "just now")
    case ..<hour: return ago(seconds / minute, ("분", "minute"), in: language)
    case ..<day: return ago(seconds / hour, ("시간", "hour"), in: language)
    case ..<(30 * day): return ago(seconds / day, ("일", "day"), in: language)
    case ..<(365 * day): return ago(seconds / (30 * day), ("개월", "month"), in: language)
    default: return ago(seconds / (365 * day), ("년", "year"), in: language)
    }
}

private func ago(_ count: Int64, _ unit: (korean: String, english: String), in language: Language) -> String {
    language.text("\(count)\(unit.korean) 전", "\(count) \(unit.english)\(count == 1 ? "" : "s") ago")
}
