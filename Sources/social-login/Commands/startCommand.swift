// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads arguments, environment and signals of this process, runs the command that they ask for, and ends the process.
///
/// The main thread does nothing but wait for signals; the command runs in a task beside it.
func startCommand() -> Never {
    Terminal.occupyStandardPlaces()
    let environment = ProcessEnvironment.all()
    keepMemoryPrivate(in: environment)
    let signals = StopSignals()
    let surroundings = Surroundings(
        environment: environment, terminal: Terminal.standard, stop: signals.stop)
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task {
        let status = await runCommand(arguments, in: surroundings)
        exit(status.rawValue)
    }
    signals.waitForever(announcing: surroundings.terminal, in: surroundings.language)
}

/// Runs the command that the arguments name; whatever goes wrong ends as a sentence on standard error.
func runCommand(_ arguments: [String], in surroundings: Surroundings) async -> ExitStatus {
    let (terminal, language) = (surroundings.terminal, surroundings.language)
    do {
        switch try Invocation(arguments) {
        case .help(let command):
            try terminal.write(helpText(for: command, in: language))
        case .version:
            try terminal.write("social-login \(programVersion)")
        case .demo(let options):
            try await DemoCommand(options: options, surroundings: surroundings).run()
        case .serve(let options):
            try await ServeCommand(options: options, surroundings: surroundings).run()
        case .emulate(let options):
            try await EmulateCommand(options: options, surroundings: surroundings).run()
        case .rotateKey(let options):
            try await RotateKeyCommand(options: options, surroundings: surroundings).run()
        case .masterKeys(let options):
            try await MasterKeysCommand(options: options, surroundings: surroundings).run()
        case .client(let action, let options):
            return try await ClientCommand(action: action, options: options, surroundings: surroundings).run()
        }
        return .success
    } catch let error as UsageError {
        terminal.complain("social-login: \(error.message.text(in: language))")
        terminal.complain(
            BilingualText(ko: "도움말: \(error.helpCommand)", en: "For help: \(error.helpCommand)").text(in: language))
        return .usage
    } catch let error as SettingsError {
        terminal.complain(error.text(in: language))
        return .fault
    } catch let error as LoginError {
        terminal.complain("social-login: \(error.message.text(in: language)) \(error.remedy.text(in: language))")
        return .fault
    } catch {
        // Every part of the package throws one of the above; this is for what the system may add one day.
        terminal.complain("social-login: \(error)")
        return .fault
    }
}

/// The release that this program belongs to.
let programVersion = "0.1.0"
