// SPDX-License-Identifier: Apache-2.0

// The figures of the project, as ratios in one run. See `Bench`.

await Bench.run(CommandLine.arguments)
