// SPDX-License-Identifier: Apache-2.0

import LoginHTTPServer

extension ListenerSettings {
    /// A plain-http listener on loopback for one developer: few connections, so that no limit of the system is asked for more.
    static func onThisMachine(_ host: String, port: Int) -> ListenerSettings {
        var settings = ListenerSettings(host: host, port: port)
        settings.connectionLimit = 256
        return settings
    }
}
