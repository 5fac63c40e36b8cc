// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Plans sessions, whose ids are random and whose ends follow from the settings.
struct SessionOpener: Sendable {
    let lives: LoginServerSettings.Lives
    let sealer: Sealer
    let random: any RandomSource

    /// The client that is meant where a call names none: the apps of this server's own SDK.
    static let builtInClient = "social-login"

    /// A session to be opened now for a device; in a browser the device is the browser.
    func session(for holder: SessionHolder, on device: Device?, at now: Date) -> NewSession {
        // Its code moves the idle end. The code may be asked for again as long as an attempt's answer may.
        let idle = holder.isGivenCode ? lives.attempt : lives.sessionIdle
        return NewSession(
            id: newID(), clientID: holder.clientID, kind: holder.kind, device: record(device),
            idleEndsAt: now.addingTimeInterval(TimeInterval(idle)),
            endsAt: now.addingTimeInterval(TimeInterval(lives.session)))
    }

    /// A device as it is kept with a session.
    func record(_ device: Device?) -> DeviceRecord {
        DeviceRecord(
            name: device?.name?.composed, platform: device?.platform,
            sealedPushToken: device?.pushToken.map { sealer.seal(pushToken: $0) })
    }

    /// A fresh id: 128 random bits as base64url.
    func newID() -> String { Base64URL.encode(random.bytes(16)) }
}
