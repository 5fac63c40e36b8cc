// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD

/// libmicrohttpd's handle of a connection, as far as it may be used from another thread.
///
/// Sendable because `suspend` is called on the connection's own network thread only, and `resume`, which libmicrohttpd
/// takes from any thread, exactly once for each suspension: both under the lock of the connection's `Exchange`. A
/// suspended connection is never freed, so the handle is good whenever `resume` is called.
struct SuspendableConnection: @unchecked Sendable {
    let handle: OpaquePointer

    func suspend() {
        MHD_suspend_connection(handle)
    }

    func resume() {
        MHD_resume_connection(handle)
    }
}
