import StrettoGeometry
import StrettoLayers

/// Changes a path by finite numbers.
func drawing(_ path: Handle, _ numbers: Double..., body: (PathObject) throws -> Void) -> Status {
  changing(path, PathObject.self) {
    for number in numbers { try finite(number, "a coordinate") }
    try body($0)
  }
}

/// Puts a path, which is made without a lock, after the path behind a handle.
func adding(to handle: Handle, _ make: () throws -> Path) -> Status {
  attempt {
    let added = try make()
    try change(handle, PathObject.self, joining: []) {
      try $0.checkRoom(for: Double(added.elements.count))
      $0.path.append(added)
    }
  }
}

extension PathObject {
  /// Elements of a path made of paths, or of letters, at most: a path that is added to itself again and again would fill any
  /// memory.
  static let mostElements = 1 << 22

  static var tooLong: ABIError {
    .limit("the path would have too many elements; \(mostElements) are allowed")
  }

  /// Throws if there is no room for so many more elements.
  func checkRoom(for count: Double) throws {
    guard Double(path.elements.count) + count <= Double(PathObject.mostElements) else {
      throw PathObject.tooLong
    }
  }
}

/// Finds one of a set of words; NULL is the first.
func option<Option: NamedOption>(_ word: CString, _ name: String) throws -> Option {
  let word = try word.map { try text($0, name) } ?? Option.names[0]
  guard let option = Option(name: word) else {
    throw ABIError.invalid(ValueError.name(word, allowed: Option.names).sentence(name, .name))
  }
  return option
}

func svgPath(_ text: String, _ cancellation: Cancellation) throws -> Path {
  do {
    return try Path(svg: text, upTo: PathObject.mostElements, cancellation)
  } catch {
    if error.reason == .tooManyElements { throw PathObject.tooLong }
    if error.reason == .cancelled { throw ABIError.cancelled }
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
    case .tooManyElements: "the path has too many elements"
    case .cancelled: "reading it was cancelled"
    }
  }
}

extension Path {
  /// One letter for each element, and the coordinates of all elements.
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
