// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginHTTPServer
import ProviderEmulator

/// The emulator's https side: the same world behind a certificate for the providers' host names, for the vendors' own SDKs.
struct EmulatorTLS: Sendable {
    /// What answers by https.
    let listener: HTTPListener
    /// What vouches for it.
    let kept: KeptAuthority

    /// The address of this machine by which it is reached.
    var address: String { "https://localhost:\(listener.port)" }

    /// What the options say of it, before anything is opened.
    struct Plan: Sendable {
        /// The port; 0 takes a free one.
        let port: Int
        /// Where the authority is kept.
        let folder: String

        /// Reads the options; nil where they do not ask for https.
        ///
        /// - Parameter others: the ports that the command opens beside it.
        init?(
            _ options: Options, beside others: KeyValuePairs<CommandOption, Int>, in environment: [String: String]
        ) throws {
            guard options.has(.tls) else {
                for option in [CommandOption.tlsPort, .tlsFolder] where options.has(option) {
                    throw UsageError.meaningless(option, without: .tls, of: options.command)
                }
                return nil
            }
            let port = try options.port(.tlsPort, otherwise: 9943)
            if port != 0, let taken = others.first(where: { $0.value == port }) {
                throw UsageError.samePort(taken.key, .tlsPort, port, of: options.command)
            }
            self.port = port
            folder =
                try options.text(.tlsFolder)
                ?? DataFolder.usualPath(of: "emulator", in: environment, chosenBy: .tlsFolder)
        }
    }

    /// Takes up the authority, has it vouch for a new key that is never written down, and listens.
    static func start(_ plan: Plan, handler: any HTTPHandler, log: Log) async throws -> EmulatorTLS {
        // The machine's own clock, whatever the emulated world's says: it is other programs that look at the dates.
        let (clock, random) = (SystemWallClock(), SystemRandomSource())
        let kept = try await KeptAuthority.open(in: plan.folder, clock: clock, random: random)
        let server = try kept.authority.vouch(at: clock.now, random: random)
        var settings = ListenerSettings.onThisMachine("localhost", port: plan.port)
        settings.tls = ListenerSettings.TLS(
            certificatePEM: server.certificatePEM, privateKeyPEM: server.key.pem)
        settings.scheme = "https"
        let listener = try HTTPListener.start(
            settings, portChosenBy: CommandOption.tlsPort.name, handler: handler, log: log)
        return EmulatorTLS(listener: listener, kept: kept)
    }

    /// What a program is told of it.
    var json: JSONValue {
        [
            "address": .string(address), "port": JSONValue(Int64(listener.port)),
            "certificate_authority": .string(kept.file), "is_new": .bool(kept.isNew),
            "hosts": .array(ProviderEmulator.hosts.map(JSONValue.string)),
        ]
    }

    /// What a person is told of it: where it is, and what to type so that something trusts it and finds it.
    var text: BilingualText {
        let (port, file, hosts) = (listener.port, shellWord(kept.file), ProviderEmulator.hosts)
        let names = hosts.joined(separator: " ")
        let (host, path) = ("kauth.kakao.com", "/.well-known/openid-configuration")
        let curl = "curl --cacert \(file) --resolve \(host):\(port):127.0.0.1 https://\(host):\(port)\(path)"
        let simulator = "xcrun simctl keychain booted add-root-cert \(file)"
        let android = "adb reverse tcp:\(port) tcp:\(port) && adb push \(file) /sdcard/Download/social-login-ca.pem"
        return BilingualText(
            ko: """
                HTTPS       \(address) (제공자의 호스트 이름으로도 응답합니다)
                인증 기관   \(kept.file) (\(kept.authority.name)\(kept.isNew ? ", 새로 만들었으니 기기에 설치하세요" : ""))

                믿게 하기와 찾게 하기:
                  curl            \(curl)
                  iOS 시뮬레이터  \(simulator)
                  Android         \(android)
                                  설정 > 보안 > 인증서 설치 > CA 인증서에서 그 파일을 고르세요.
                  /etc/hosts      127.0.0.1 \(names)
                                  포트를 바꿀 수 없는 SDK에는 --tls-port 443을 쓰세요.
                  끝나면 /etc/hosts의 그 줄을 지우세요. 남겨 두면 진짜 서비스에 접속할 수 없습니다.
                """,
            en: """
                HTTPS     \(address), and by the providers' host names
                CA        \(kept.file) (\(kept.authority.name)\(kept.isNew ? "; new, so install it" : ""))

                To be trusted and found:
                  curl              \(curl)
                  iOS simulator     \(simulator)
                  Android emulator  \(android)
                                    then Settings > Security > Install a certificate > CA certificate, and choose that file
                  /etc/hosts        127.0.0.1 \(names)
                                    and --tls-port 443 for an SDK that takes no other port
                  Take that line out of /etc/hosts when you are done: the real services cannot be reached while it is there.
                """)
    }
}
