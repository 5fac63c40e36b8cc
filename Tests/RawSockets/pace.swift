// SPDX-License-Identifier: Apache-2.0

/// The time between two bytes of a peer that drips on purpose, or between two looks at a state that has no event.
///
/// The one place where tests let time pass; it is never a wait for something to have happened.
package func pace(_ time: Duration) async throws {
    try await Task.sleep(for: time)
}
