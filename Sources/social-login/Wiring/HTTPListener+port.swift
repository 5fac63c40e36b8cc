// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer

extension HTTPListener {
    /// Starts a listener; where its port is taken, the error names what chooses another, for example `--port`.
    static func start(
        _ settings: ListenerSettings, portChosenBy choice: String, handler: any HTTPHandler, log: Log
    ) throws(LoginError) -> HTTPListener {
        do throws(LoginError) {
            return try start(settings, handler: handler, log: log)
        } catch {
            throw error.code == .addressInUse ? error.choosingPort(by: choice) : error
        }
    }
}

extension LoginError {
    fileprivate func choosingPort(by choice: String) -> LoginError {
        LoginError(
            code, advice: advice, message: message,
            remedy: BilingualText(
                ko: "그 프로그램을 끝내거나 다른 포트를 고르세요(\(choice)). 0은 비어 있는 포트를 고릅니다.",
                en: "Stop that program or choose another port with \(choice); 0 takes one that is free."))
    }
}
