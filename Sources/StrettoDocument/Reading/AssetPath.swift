/// Paths of assets in documents.
public enum AssetPath {
  /// Reason why a path may lead out of its bundle; nil if the path is safe.
  public static func problem(_ path: String) -> String? {
    if path.isEmpty { return "names no file" }
    if path.contains("\\") || path.utf8.contains(0) { return "has a path that is not allowed" }
    if path.hasPrefix("/") { return "has an absolute path" }
    if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") {
      return "has a scheme that is not allowed"
    }
    for spelling in spellings(path)
    where spelling.hasPrefix("/") || spelling.split(separator: "/").contains("..") {
      return "has a path that leads out of the bundle"
    }
    return nil
  }

  /// Candidates for a path in a document: the path itself, and the path with decoded percent escapes, because only some writers
  /// escape paths.
  public static func spellings(_ path: String) -> [String] {
    let decoded = decode(path)
    return decoded == path ? [path] : [path, decoded]
  }

  private static func decode(_ path: String) -> String {
    let bytes = Array(path.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count,
        let code = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
        code != 0
      {
        result.append(code)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
