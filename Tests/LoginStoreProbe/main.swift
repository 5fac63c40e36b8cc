// SPDX-License-Identifier: Apache-2.0

// A process of its own that the tests of the store can kill, or run as another user. See `Probe`.

await Probe.run(CommandLine.arguments)
