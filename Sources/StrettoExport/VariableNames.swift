/// Unique names of variables in written source, made from the names of layers.
struct VariableNames {
  private var counts: [String: Int] = [:]

  /// Name made from words such as "left eye": `leftEye`, and `leftEye2` if that is taken.
  mutating func next(_ words: String, or other: String) -> String {
    let found = Self.joined(words)
    var name = found.isEmpty ? other : found
    while true {
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      if count == 1 && !Self.reserved.contains(name) { return name }
      // A number of its own may have been given as a name, too.
      name += "\(count)"
    }
  }

  /// Name of ASCII letters and digits, words after the first with a capital; "" if a digit would be first.
  private static func joined(_ words: String) -> String {
    var name = ""
    var isNew = false
    for scalar in words.unicodeScalars {
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      guard isLetter || ("0"..."9").contains(scalar) else {
        isNew = !name.isEmpty
        continue
      }
      if name.isEmpty && !isLetter { return "" }
      let letter = String(Character(scalar))
      name += name.isEmpty ? letter.lowercased() : isNew ? letter.uppercased() : letter
      isNew = false
    }
    return name
  }

  /// Words of Swift, and names that the written function has itself.
  private static let reserved: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "makeScene", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "scene", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "zero",
  ]
}
