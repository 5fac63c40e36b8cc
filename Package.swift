// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Arrows point one way: a target may import only what it names here, and `./dev lint` holds every file to that.

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func part(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func test(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func example(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Examples/\(folder)", packageAccess: false,
        swiftSettings: settings)
}

let package = Package(
    name: "SocialLogin",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "SocialLogin", targets: ["SocialLogin"]),
        .library(name: "SocialLoginDesktop", targets: ["SocialLoginDesktop"]),
        // What the others' signatures speak of.
        .library(name: "LoginCore", targets: ["LoginCore"]),
        .library(name: "LoginAPI", targets: ["LoginAPI"]),
        .library(name: "LoginHTTP", targets: ["LoginHTTP"]),
        .library(name: "LoginProviders", targets: ["LoginProviders"]),
        .library(name: "LoginServer", targets: ["LoginServer"]),
        .library(name: "LoginStore", targets: ["LoginStore"]),
        .library(name: "LoginHTTPServer", targets: ["LoginHTTPServer"]),
        .library(name: "LoginURLSessionTransport", targets: ["LoginURLSessionTransport"]),
        .library(name: "LoginCurlTransport", targets: ["LoginCurlTransport"]),
        .library(name: "AccessTokenVerifier", targets: ["AccessTokenVerifier"]),
        .library(name: "ProviderEmulator", targets: ["ProviderEmulator"]),
        .executable(name: "social-login", targets: ["social-login"]),
    ],
    targets: [
        .systemLibrary(name: "CLoginSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLoginOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLoginMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLoginCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        part("LoginCore"),
        part("LoginAPI", ["LoginCore"]),
        part("LoginHTTP", ["LoginCore"]),
        part("LoginCrypto", ["LoginCore", .target(name: "CLoginOpenSSL", condition: .when(platforms: [.linux]))]),
        part("LoginCurlTransport", ["LoginCore", "LoginHTTP", "CLoginCurl"]),
        part("LoginURLSessionTransport", ["LoginCore", "LoginHTTP"]),
        part("LoginHTTPServer", ["LoginCore", "LoginHTTP", "CLoginMicroHTTPD"]),
        part("LoginProviders", ["LoginCore", "LoginHTTP", "LoginCrypto"]),
        part("AccessTokenVerifier", ["LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto"]),
        part("SocialLogin", ["LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginProviders"]),
        part(
            "SocialLoginDesktop",
            [
                "SocialLogin", "LoginCore", "LoginHTTP", "LoginHTTPServer",
                .target(name: "LoginCurlTransport", condition: .when(platforms: [.linux])),
                .target(name: "LoginURLSessionTransport", condition: .when(platforms: [.macOS])),
            ]),
        part("LoginStore", ["LoginCore", "CLoginSQLite"]),
        part(
            "LoginServer",
            [
                "LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginProviders", "AccessTokenVerifier",
                "LoginStore",
            ], resources: [.embedInCode("Pages/login.css"), .embedInCode("Routes/openapi.json")]),
        part(
            "ProviderEmulator", ["LoginCore", "LoginHTTP", "LoginCrypto"],
            resources: [.embedInCode("Pages/emulator.css")]),
        .executableTarget(
            name: "social-login",
            dependencies: [
                "LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginCurlTransport", "LoginHTTPServer",
                "LoginProviders", "LoginStore", "LoginServer", "ProviderEmulator", "SocialLogin", "SocialLoginDesktop",
            ],
            swiftSettings: settings),
        // README shows this program; `./dev lint` compares them.
        .executableTarget(
            name: "SignIn", dependencies: ["SocialLogin", "SocialLoginDesktop"], path: "Examples/SignIn",
            swiftSettings: settings),

        .executableTarget(
            name: "login-bench",
            dependencies: [
                "CLoginSQLite", "LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginCurlTransport",
                "LoginHTTPServer", "LoginProviders", "LoginStore", "LoginServer", "ProviderEmulator", "Programs",
            ],
            path: "Benchmarks", exclude: ["allauth_headless.py"], swiftSettings: settings),

        // Examples see what users of the products see. They stand here so that they are built with everything else.
        example(
            "example-back-end", in: "BackEnd",
            ["AccessTokenVerifier", "LoginAPI", "LoginCore", "LoginCurlTransport", "LoginHTTP", "LoginHTTPServer"]),

        test("LoginCoreTests", ["LoginCore"]),
        test("LoginHTTPTests", ["LoginCore", "LoginHTTP"]),
        test(
            "SocialLoginCommandTests",
            [
                "CLoginSQLite", "LoginCore", "LoginHTTP", "LoginCrypto", "LoginCurlTransport", "LoginHTTPServer",
                "Programs", "ProviderEmulator", "social-login",
            ]),
        test("LoginStoreTests", ["LoginCore", "LoginStore", "Programs", "login-store-probe"]),
        .executableTarget(
            name: "login-store-probe", dependencies: ["LoginCore", "LoginStore"], path: "Tests/LoginStoreProbe",
            swiftSettings: settings),
        test("ProviderEmulatorTests", ["LoginCore", "LoginHTTP", "LoginCrypto", "ProviderEmulator", "Programs"]),
        test("LoginCryptoTests", ["LoginCore", "LoginCrypto", "Programs"]),
        test("LoginProvidersTests", ["LoginCore", "LoginHTTP", "LoginCrypto", "LoginProviders", "ProviderEmulator"]),
        test(
            "FlowTests",
            [
                "AccessTokenVerifier", "LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginCurlTransport",
                "LoginHTTPServer",
                "LoginProviders", "LoginStore", "LoginServer", "Programs", "ProviderEmulator", "RawSockets",
                "SocialLogin", "SocialLoginDesktop", "example-back-end", "social-login",
            ]),
        test("LoginAPITests", ["LoginCore", "LoginAPI"]),
        test(
            "LoginServerTests",
            [
                "LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "LoginProviders", "LoginStore", "LoginServer",
            ]),
        test("LoginServerPagesTests", ["LoginAPI", "LoginCore", "LoginHTTP", "LoginProviders", "LoginServer"]),
        test("AccessTokenVerifierTests", ["LoginCore", "LoginAPI", "LoginHTTP", "LoginCrypto", "AccessTokenVerifier"]),
        .target(name: "Programs", dependencies: ["LoginCore"], path: "Tests/Programs", swiftSettings: settings),
        .target(name: "RawSockets", dependencies: ["LoginCore"], path: "Tests/RawSockets", swiftSettings: settings),
        test("LoginHTTPServerTests", ["LoginCore", "LoginHTTP", "LoginHTTPServer", "RawSockets"]),
        test(
            "TransportTests",
            [
                "LoginCore", "LoginHTTP", "LoginHTTPServer", "LoginCurlTransport", "LoginURLSessionTransport",
                "Programs",
                "RawSockets",
            ]),
        test("SocialLoginTests", ["LoginCore", "LoginAPI", "Programs", "SocialLogin"]),
        test("SocialLoginDesktopTests", ["LoginCore", "SocialLogin", "SocialLoginDesktop"]),
    ]
)
