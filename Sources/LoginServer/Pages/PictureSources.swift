// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// Where pages may load pictures of people from: https hosts by name, or the emulator that stands in for them.
struct PictureSources: Sendable {
    private let hosts: Set<String>
    private let emulator: EmulatorRouting?

    /// Allows hosts by name, for example `img.example.com`.
    init(hosts: Set<String> = [], emulator: EmulatorRouting? = nil) {
        self.hosts = hosts
        self.emulator = emulator
    }

    /// The same as a content policy lists it.
    var policy: [String] {
        emulator.map { [$0.base] } ?? hosts.sorted().map { "https://\($0)" }
    }

    /// Where a browser loads a picture from; nil where it may not be loaded.
    func address(of picture: String?) -> String? {
        guard let picture, let parts = HTTPAddress(picture), parts.scheme == "https", hosts.contains(parts.host),
            // A port is part of the origin: an allowed name does not allow every service on that machine.
            parts.authority.lowercased() == parts.host
        else { return nil }
        return emulator.map { $0.address(for: picture) } ?? picture
    }
}
