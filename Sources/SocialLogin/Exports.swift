// SPDX-License-Identifier: Apache-2.0

// An app that imports SocialLogin needs no other import for what its calls take and give.
@_exported public import LoginAPI
@_exported public import LoginCore
@_exported public import LoginProviders
