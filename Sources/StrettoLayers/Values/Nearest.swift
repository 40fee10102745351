/// Name that is most similar to `word`; nil if no name is similar.
public func nearest(_ word: String, in names: [String]) -> String? {
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(Array(word.utf8.prefix(64)), Array(name.utf8))
    if distance < best?.distance ?? Int.max { best = (name, distance) }
  }
  guard let best, best.distance <= max(2, best.name.utf8.count / 3) else { return nil }
  return best.name
}

/// Levenshtein distance of two texts, which is the number of bytes to insert, delete or replace.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let replaced = diagonal + (x == y ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
