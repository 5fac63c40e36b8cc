// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import ProviderEmulator
import SocialLogin

/// The emulator's certificate authority and the folder that keeps it, so that one which was installed once stays good.
struct KeptAuthority: Sendable {
    /// Vouches for the providers' host names and for this machine.
    let authority: CertificateAuthority
    /// Its certificate, to be installed.
    let file: String
    /// Whether it was made just now, so that nobody trusts it yet.
    let isNew: Bool

    /// Takes up what a folder keeps; makes it anew where there is nothing, where it ends within a month, and where the emulator
    /// answers for other hosts than it did.
    ///
    /// Throws `authority_unusable`, `secret_file_open_to_others` or `folder_not_writable`.
    static func open(
        in path: String, clock: any WallClock, random: any RandomSource
    ) async throws(LoginError) -> KeptAuthority {
        let folder = try DataFolder(at: path, chosenBy: .tlsFolder).path
        do {
            let store = try FileSecretStore(folder: folder, clock: ContinuousClock())
            // Two emulators that start together make one authority.
            return try await store.exclusively("ca") {
                try await Shelf(folder: folder, store: store, now: clock.now, random: random).authority()
            }
        } catch let error as SecretStoreError {
            throw .authorityNotKept(in: folder, error)
        } catch let error as LoginError {
            throw error
        } catch {
            throw .folderNotWritable(folder, BilingualText(ko: "\(error)", en: "\(error)"), .tlsFolder)
        }
    }
}

/// The two files of an authority.
private struct Shelf: Sendable {
    let folder: String
    let store: FileSecretStore
    let now: Date
    let random: any RandomSource
    private let names = ServerNames.onLoopback(ProviderEmulator.hosts)

    init(folder: String, store: FileSecretStore, now: Date, random: any RandomSource) {
        self.folder = folder
        self.store = store
        self.now = now
        self.random = random
    }

    func authority() async throws -> KeptAuthority {
        let key = try await store.read(keyName).map(readKey)
        guard let key else { return try await newAuthority() }
        guard let certificate = try await store.read(certificateName) else {
            // Its name follows from the key, so whoever trusts the certificate that was here trusts this one.
            return try await kept(by: key)
        }
        do throws(CertificateAuthority.Fault) {
            let authority = try CertificateAuthority(
                kept: String(decoding: certificate, as: UTF8.self), title, for: names, key: key)
            if authority.end.timeIntervalSince(now) > month { return result(authority, isNew: false) }
        } catch {
            guard error == .ofOtherNames else { throw LoginError.authorityDamaged(path(certificateName), keyName) }
        }
        return try await newAuthority()
    }

    /// Takes the old certificate away first, so that a crash in between leaves a key without one, never with another's.
    private func newAuthority() async throws -> KeptAuthority {
        let key = SigningKey.generateES256()
        try await store.remove(certificateName)
        try await store.write(Array(key.pem.exposed.utf8), keyName)
        return try await kept(by: key)
    }

    private func kept(by key: SigningKey) async throws -> KeptAuthority {
        let authority = try CertificateAuthority(title, for: names, key: key, at: now, random: random)
        try await store.write(Array(authority.certificatePEM.utf8), certificateName)
        return result(authority, isNew: true)
    }

    private func readKey(_ bytes: [UInt8]) throws(LoginError) -> SigningKey {
        guard let text = String(strictUTF8: bytes), let key = try? SigningKey(pem: Secret(text)),
            key.algorithm == .es256
        else { throw .authorityKeyUseless(path(keyName)) }  // what is wrong with it helps nobody: it was made here
        return key
    }

    private func result(_ authority: CertificateAuthority, isNew: Bool) -> KeptAuthority {
        KeptAuthority(authority: authority, file: path(certificateName), isNew: isNew)
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }
}

private let title = "SocialLogin emulator"
private let keyName = "ca.key"
private let certificateName = "ca.pem"
private let month: TimeInterval = 30 * 86_400

extension LoginError {
    fileprivate static func authorityKeyUseless(_ file: String) -> LoginError {
        LoginError(
            Code(rawValue: "authority_unusable"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(file)에 든 것은 에뮬레이터의 인증 기관이 쓰는 개인 키가 아닙니다.",
                en: "What \(file) holds is no private key of the emulator's certificate authority."),
            remedy: BilingualText(
                ko: "그 파일을 지우세요. 다음에 시작할 때 인증 기관을 새로 만들며, 기기에 다시 설치해야 합니다.",
                en: "Delete the file: the next start makes a new authority, which devices have to be told of again."))
    }

    fileprivate static func authorityDamaged(_ file: String, _ key: String) -> LoginError {
        LoginError(
            Code(rawValue: "authority_unusable"), advice: .fixSetup,
            message: BilingualText(
                ko: "인증서 \(file)이(가) 손상되었거나 옆에 있는 \(key)의 것이 아닙니다.",
                en: "The certificate \(file) is damaged, or not that of the \(key) beside it."),
            remedy: BilingualText(
                ko: "그 파일을 지우세요. 다음에 시작할 때 그 키로 다시 만듭니다.",
                en: "Delete the file: the next start makes it again with that key."))
    }

    fileprivate static func authorityNotKept(in folder: String, _ error: SecretStoreError) -> LoginError {
        switch error {
        case .exposed(let path):
            return .secretFileOpenToOthers(path, mode: path == folder ? "700" : "600")
        case .unavailable(let reason), .notKept(let reason):
            return .folderNotWritable(folder, BilingualText(ko: reason, en: reason), .tlsFolder)
        case .busy:
            return LoginError(
                Code(rawValue: "authority_busy"), advice: .tryLater,
                message: BilingualText(
                    ko: "다른 에뮬레이터가 \(folder)을(를) 쓰고 있습니다.", en: "Another emulator holds \(folder)."),
                remedy: BilingualText(ko: "잠시 후 다시 시작하세요.", en: "Start again in a moment."))
        }
    }
}
