// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

extension Router<RequestContext> {
    /// `/v1/sessions`: the devices of an account.
    mutating func addSessions(_ parts: ServerParts) {
        let log = parts.environment.log

        api(.get, "/v1/sessions", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            let sessions = try await parts.store.sessions(of: caller.account.id, at: parts.environment.clock.now)
            return .json(SessionSummary.json(sessions.map { SessionSummary($0, current: caller.session) }))
        }

        api(.patch, "/v1/sessions", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            let device = try Device(json: try call.document())
            let known = caller.session.device
            let told = parts.opener.record(device)
            _ = try await parts.store.setDevice(
                DeviceRecord(
                    name: told.name ?? known.name, platform: told.platform ?? known.platform,
                    sealedPushToken: told.sealedPushToken ?? known.sealedPushToken),
                ofSession: caller.session.id)
            return HTTPResponse(status: 204)
        }

        api(.delete, "/v1/sessions", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            switch try call.request.queryFields().single("which") ?? "current" {
            case "current": try await parts.end(caller.session.id, of: caller, call.context)
            case "others": try await parts.endOthers(of: caller, call.context)
            case "all":
                try await parts.endOthers(of: caller, call.context)
                try await parts.end(caller.session.id, of: caller, call.context)
            default: throw DocumentError("which", .notAllowed)
            }
            return HTTPResponse(status: 204)
        }

        api(.delete, "/v1/sessions/{id}", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            try await parts.end(call.path["id"], of: caller, call.context)
            return HTTPResponse(status: 204)
        }
    }
}

extension ServerParts {
    /// Ends one session of the caller's account; one that ended before stays ended. Another account's is not found.
    func end(_ sessionID: String, of caller: Caller, _ context: RequestContext) async throws {
        guard let found = try await store.session(sessionID), found.session.accountID == caller.account.id else {
            throw Problem(.notFound)
        }
        let reason: SessionEndReason = sessionID == caller.session.id ? .signedOut : .endedByOwner
        let ended = try await store.endSession(
            sessionID, reason, at: environment.clock.now, requestID: context.requestID)
        if let ended { logEnd(of: ended, context) }
    }

    /// Ends every session of the caller's account but the one that the call came with.
    func endOthers(of caller: Caller, _ context: RequestContext) async throws {
        let ended = try await store.endSessions(
            of: caller.account.id, except: caller.session.id, .endedByOwner, at: environment.clock.now,
            requestID: context.requestID)
        for session in ended { logEnd(of: session, context) }
    }

    /// Writes down that a session was ended, and why.
    func logEnd(of session: SessionRecord, _ context: RequestContext) {
        environment.log.write(
            .info, "session.ended",
            [
                "request": context.requestID, "session": session.id, "account": session.accountID,
                "reason": session.end?.reason.rawValue ?? "-",
            ])
    }
}

extension SessionSummary {
    fileprivate init(_ session: SessionRecord, current: SessionRecord) {
        self.init(
            id: session.id, isCurrent: session.id == current.id, deviceName: session.device.name,
            devicePlatform: session.device.platform, provider: session.provider, createdAt: session.createdAt,
            lastUsedAt: session.lastUsedAt)
    }
}
