// SPDX-License-Identifier: Apache-2.0

/// The known word that a misspelt one was most likely meant to be; nil where none is near.
///
/// Near is what takes at most a third of the word's letters, and at least one, to be changed, added or left out.
func nearest(to word: some StringProtocol, among known: [String]) -> String? {
    let ranked = known.map { (word: $0, distance: editDistance(Array(word.lowercased()), Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.word.count / 3) ? best.word : nil
}

/// How many letters have to be changed, added, left out or swapped with their neighbour (optimal string alignment).
private func editDistance(_ from: [Character], _ to: [Character]) -> Int {
    var rows = [Array(0...to.count)]
    for (row, letter) in from.enumerated() {
        var current = [row + 1]
        for (column, other) in to.enumerated() {
            let changed = rows[row][column] + (letter == other ? 0 : 1)
            var distance = min(changed, rows[row][column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, letter == to[column - 1], from[row - 1] == other {
                distance = min(distance, rows[row - 1][column - 1] + 1)
            }
            current.append(distance)
        }
        rows.append(current)
    }
    return rows[from.count][to.count]
}
