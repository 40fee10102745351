import StrettoGeometry

/// Unicode 15.0's test files, from Debian's package unicode-data. Stretto's tables have a newer Unicode version, and the tests
/// list the lines that differ.
enum UnicodeFiles {
  struct Missing: Error { var path: String }

  static func bytes(at path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw Missing(path: path + ": run tools/setup with tests")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The lines of a file without comments, and without lines that are empty or only a comment.
  static func lines(_ name: String) throws -> [Substring.UTF8View] {
    let text = Substring(
      String(decoding: try bytes(at: "/usr/share/unicode/" + name), as: UTF8.self))
    return text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      return content.allSatisfy { $0 <= 0x20 } ? nil : content
    }
  }
}

extension Substring.UTF8View {
  var text: String { String(decoding: self, as: UTF8.self) }

  func fields(_ separator: Character = " ") -> [Substring.UTF8View] {
    split { byte in separator.utf8.contains(byte) || (separator == " " && byte == 0x09) }
  }

  /// The Unicode scalars of code points in hexadecimal, separated by spaces.
  var scalars: [Unicode.Scalar] {
    fields().compactMap { UInt32($0.text, radix: 16).flatMap(Unicode.Scalar.init) }
  }
}

/// A line of Unicode's break test files, for example "÷ 0020 × 0308 ÷".
struct BreakCase {
  var scalars: [Unicode.Scalar] = []
  /// Indices of the scalars at which the line has boundaries. The start and the end of the text are boundaries if the line starts
  /// and ends with "÷".
  var breaks: [Int] = []

  init(_ line: Substring.UTF8View) {
    for word in line.fields().map(\.text) {
      if word == "÷" {
        breaks.append(scalars.count)
      } else if word != "×", let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value)
      {
        scalars.append(scalar)
      }
    }
  }
}
