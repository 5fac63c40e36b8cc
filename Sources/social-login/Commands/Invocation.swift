// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders

/// What the arguments ask for.
enum Invocation: Sendable {
    case demo(Options)
    case serve(Options)
    case emulate(Options)
    case rotateKey(Options)
    case masterKeys(Options)
    case client(ClientCommand.Action, Options)
    case help(CommandName?)
    case version

    /// Reads the arguments behind the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        guard let first = arguments.first else {
            self = .help(nil)
            return
        }
        switch first {
        case "-h", "--help":
            self = .help(nil)
            return
        case "--version":
            self = .version
            return
        default: break
        }
        guard let name = CommandName(rawValue: first) else {
            throw UsageError.unknownCommand(first)
        }
        let rest = arguments.dropFirst()
        if rest.contains("--help") || rest.contains("-h") {
            self = .help(name)
            return
        }
        switch name {
        case .demo: self = .demo(try Options(rest, of: name))
        case .serve: self = .serve(try Options(rest, of: name))
        case .emulate: self = .emulate(try Options(rest, of: name))
        case .rotateKey: self = .rotateKey(try Options(rest, of: name))
        case .masterKeys: self = .masterKeys(try Options(rest, of: name))
        case .signIn:
            let provider = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
            let options = try Options(provider == nil ? rest : rest.dropFirst(), of: name)
            if let provider, !ProviderCatalogue.entries.contains(where: { $0.id.rawValue == provider }) {
                throw .unknownProvider(provider, of: name)
            }
            self = .client(.signIn(provider.map(ProviderID.init) ?? ProviderCatalogue.usual), options)
        case .whoami: self = .client(.whoami, try Options(rest, of: name))
        case .sessions: self = .client(.sessions, try Options(rest, of: name))
        case .signOut: self = .client(.signOut, try Options(rest, of: name))
        case .help:
            guard let topic = rest.first else {
                self = .help(nil)
                return
            }
            guard let command = CommandName(rawValue: topic) else { throw UsageError.unknownCommand(topic) }
            self = .help(command)
        case .version:
            _ = try Options(rest, of: name)
            self = .version
        }
    }
}
