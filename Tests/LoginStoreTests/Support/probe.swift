// SPDX-License-Identifier: Apache-2.0

import Programs

/// The program `login-store-probe`, which is built beside the tests.
let probe = Program.built("login-store-probe")
