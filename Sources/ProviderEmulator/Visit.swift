// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// How a request reached an emulated host: by a path that begins with the real host name, or by its Host header.
struct Visit: Sendable {
    /// The real host that is meant.
    let host: String
    /// What stands in front of the real path: `/kauth.kakao.com`, or nothing where the Host header named the host.
    let mount: String
    /// The request as the real host would have seen it.
    let request: HTTPRequest

    /// Finds the host that a request means; nil where it means none of those given.
    init?(_ request: HTTPRequest, hosts: [String]) {
        if let host = hosts.first(where: { request.path.hasPrefix("/\($0)/") || request.path == "/\($0)" }) {
            self.host = host
            mount = "/\(host)"
            var inner = request
            inner.path = String(request.path.dropFirst(mount.count))
            if inner.path.isEmpty { inner.path = "/" }
            self.request = inner
        } else if hosts.contains(request.host) {
            host = request.host
            mount = ""
            self.request = request
        } else {
            return nil
        }
    }

    /// A path of the emulator's own on this host, as it stands in a page.
    func link(_ path: String) -> String {
        mount + path
    }

    /// The address of this very GET in another language.
    func address(in language: Language) -> String {
        let query = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("lang=") }
        return link(request.path) + "?" + (query + ["lang=\(language.rawValue)"]).joined(separator: "&")
    }

    /// The address of a path on a host: the real one, or on request the emulator's own, in the form in which it was called:
    /// whoever named a host by its Host header finds the others by theirs, at the same port.
    func address(_ host: String, _ path: String, links: LinkForm) -> String {
        switch links {
        case .real: "https://\(host)\(path)"
        case .toSelf where mount.isEmpty:
            "\(request.scheme)://\(host)\(request.authority.dropFirst(request.host.utf8.count))\(path)"
        case .toSelf: "\(request.scheme)://\(request.authority)/\(host)\(path)"
        }
    }
}

/// Where links inside answers lead.
enum LinkForm: String, Sendable, CaseIterable {
    /// To the real hosts, as the real answers do.
    case real
    /// To the emulator, for clients that follow discovery and cannot route by host.
    case toSelf = "self"
}
