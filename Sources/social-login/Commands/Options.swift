// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The options that were given to a command, as `--name value` or `--name=value`, each once and none of them empty.
struct Options: Sendable {
    /// The command they belong to.
    let command: CommandName
    private var values: [String: String] = [:]

    /// Reads the arguments behind a command's name.
    init(_ arguments: some Collection<String>, of command: CommandName) throws(UsageError) {
        self.command = command
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == halves[0] }) else {
                throw UsageError.unknownArgument(argument, of: command)
            }
            guard values[option.name] == nil else { throw UsageError.repeated(option, of: command) }
            switch (option.value, halves.count) {
            case (nil, 1): values[option.name] = ""
            case (nil, _): throw UsageError.unexpectedValue(option, of: command)
            case (_, 2): values[option.name] = halves[1]
            default:
                guard let value = rest.next() else { throw UsageError.missingValue(option, of: command) }
                values[option.name] = value
            }
            if option.value != nil, values[option.name] == "" { throw UsageError.missingValue(option, of: command) }
        }
    }

    /// Whether a switch was given.
    func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// The value of an option that was given.
    func text(_ option: CommandOption) -> String? { values[option.name] }

    /// The value of an option that names a port.
    func port(_ option: CommandOption, otherwise usual: Int) throws(UsageError) -> Int {
        guard let text = values[option.name] else { return usual }
        guard let port = Int(decimalDigits: text, 1...5), port <= 65_535 else {
            throw UsageError.invalidPort(option, of: command)
        }
        return port
    }

    /// How the log is written.
    func logForm() throws(UsageError) -> LogForm {
        guard let text = values[CommandOption.log.name] else { return .text }
        guard let form = LogForm(rawValue: text) else { throw UsageError.invalidLogForm(of: command) }
        return form
    }
}
