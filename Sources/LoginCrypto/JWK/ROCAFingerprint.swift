// SPDX-License-Identifier: Apache-2.0

/// Whether a modulus was made by the key generator of CVE-2017-15361 ("ROCA"), whose keys can be factored.
///
/// Its primes are powers of 65537 modulo a product of small primes, so the modulus is one modulo each of them. For a
/// modulus of any other origin all of these hold together with a chance of less than one in a hundred million.
func hasROCAFingerprint(modulus: [UInt8]) -> Bool {
    rocaPrimes.allSatisfy { prime in
        let rest = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
        return powersOf65537(modulo: prime).contains(rest)
    }
}

private let rocaPrimes = [
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
    113,
    127, 131, 137, 139, 149, 151, 157, 163, 167,
]

private func powersOf65537(modulo prime: Int) -> Set<Int> {
    var powers: Set<Int> = []
    var power = 1
    while powers.insert(power).inserted {
        power = power * 65537 % prime
    }
    return powers
}
