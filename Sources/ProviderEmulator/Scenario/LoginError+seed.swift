// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension LoginError.Code {
    /// A seed, or a body sent to the control API, cannot be taken; the message names the place.
    public static let emulatorSeedInvalid = LoginError.Code(rawValue: "emulator_seed_invalid")
}

/// What is wrong at one place of a seed.
enum SeedFault {
    /// Something has to stand here.
    case missing
    /// No member has this name.
    case unknownName
    /// Something of another kind or size has to stand here; said in English and Korean.
    case wanted(String, String)
    /// One of these words has to stand here.
    case notOneOf([String])
    /// The same thing stands in two places.
    case repeated
    /// A key belongs to two apps.
    case repeatedKey
    /// The thing that is named here does not exist.
    case noSuchThing
    /// The document is no JSON.
    case notJSON(String)
}

extension LoginError {
    /// A fault at one place of a seed.
    static func seed(at place: String, _ fault: SeedFault) -> LoginError {
        let whole = BilingualText(ko: "문서 전체", en: "the document")
        let spot = place.isEmpty ? whole : BilingualText(ko: place, en: place)
        let what = fault.text
        return LoginError(
            .emulatorSeedInvalid, advice: .fixRequest,
            message: BilingualText(
                ko: "에뮬레이터 설정에서 받아들일 수 없는 곳이 있습니다. \(spot.korean): \(what.korean)",
                en: "The emulator cannot take \(spot.english): \(what.english)"),
            remedy: BilingualText(
                ko: "그 자리를 고친 뒤 다시 시작하거나 다시 보내 주세요.",
                en: "Change that place, then start or send again."))
    }
}

extension SeedFault {
    fileprivate var text: BilingualText {
        switch self {
        case .missing: BilingualText(ko: "값이 없습니다.", en: "it is missing.")
        case .unknownName: BilingualText(ko: "그런 이름은 없습니다.", en: "there is no such name.")
        case .wanted(let english, let korean):
            BilingualText(ko: "필요한 값은 \(korean)입니다.", en: "it must be \(english).")
        case .notOneOf(let words):
            BilingualText(
                ko: "\(words.joined(separator: ", ")) 가운데 하나여야 합니다.",
                en: "it must be one of \(words.joined(separator: ", ")).")
        case .repeated: BilingualText(ko: "같은 것이 이미 있습니다.", en: "the same is there already.")
        case .repeatedKey:
            BilingualText(ko: "같은 키가 두 번 쓰였습니다.", en: "a key is used twice.")
        case .noSuchThing: BilingualText(ko: "가리키는 것이 없습니다.", en: "what it names does not exist.")
        case .notJSON(let reason): BilingualText(ko: "JSON이 아닙니다(\(reason)).", en: "it is not JSON (\(reason)).")
        }
    }
}
