/// Creates unique names of variables in Swift source, from the names of layers.
struct VariableNames {
  private var counts: [String: Int] = [:]

  /// The variable name for words such as "left eye": `leftEye`, or `leftEye2` if `leftEye` is taken.
  mutating func next(_ words: String, or other: String) -> String {
    let found = Self.joined(words)
    var name = found.isEmpty ? other : found
    while true {
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      if count == 1 && !Self.reserved.contains(name) { return name }
      // A name with a number may be taken too, because a layer may have the name "leftEye2".
      name += "\(count)"
    }
  }

  /// The words joined in camel case, with ASCII letters and digits only. The result is "" if the first character would be a
  /// digit.
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

  /// Keywords of Swift, and names that the generated functions define.
  private static let reserved: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "makeScene", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "scene", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "zero",
  ]
}
