import StrettoGeometry

/// Refuses coordinates that are not numbers.
func checkFinite(_ coordinates: Double...) throws {
  for coordinate in coordinates { try finite(coordinate, "a coordinate") }
}

/// The path that an SVG text describes.
func svgPath(_ text: String) throws -> Path {
  do {
    return try Path(svg: text)
  } catch {
    throw ABIError.invalid("SVG path, byte \(error.offset): \(error.reason.wording)")
  }
}

extension SVGPathError.Reason {
  fileprivate var wording: String {
    switch self {
    case .expectedMove: "a path begins with M or m"
    case .expectedCommand: "a command is expected here (one of M L H V C S Q T A Z)"
    case .expectedNumber: "a number is expected here"
    case .expectedFlag: "a flag, 0 or 1, is expected here"
    case .outOfRange: "this number is too large"
    }
  }
}

extension Path {
  /// One letter an element, and the coordinates of all of them.
  var lettersAndNumbers: ([CChar], [Double]) {
    var letters: [CChar] = []
    var numbers: [Double] = []
    func add(_ letter: Unicode.Scalar, _ points: Point...) {
      letters.append(CChar(truncatingIfNeeded: letter.value))
      for p in points { numbers += [p.x, p.y] }
    }
    for element in elements {
      switch element {
      case .move(let p): add("M", p)
      case .line(let p): add("L", p)
      case .quad(let c, let p): add("Q", c, p)
      case .curve(let c1, let c2, let p): add("C", c1, c2, p)
      case .close: add("Z")
      }
    }
    return (letters, numbers)
  }
}
