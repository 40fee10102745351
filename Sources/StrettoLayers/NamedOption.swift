import StrettoGeometry
import StrettoTiming

/// A choice that users make by Core Animation's plain words.
public protocol NamedOption: CaseIterable, Equatable, Sendable {
  /// The word.
  var name: String { get }
  /// The words that are taken: those of all cases, unless the type says otherwise.
  static var names: [String] { get }
}

extension NamedOption {
  /// The choice with this name; nil if there is none.
  public init?(name: String) {
    for option in Self.allCases where option.name == name {
      self = option
      return
    }
    return nil
  }

  public static var names: [String] { allCases.map { $0.name } }
}

/// Where an image lies in a layer's bounds, and whether it is stretched. Top means the smaller y.
public enum ContentsGravity: String, NamedOption {
  case resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
  public var name: String { rawValue }
}

public enum ContentsFilter: String, NamedOption {
  case linear, nearest, trilinear
  public var name: String { rawValue }
}

public enum ShapeFillRule: String, NamedOption {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"
  public var name: String { rawValue }
}

public enum ShapeLineCap: String, NamedOption {
  case butt, round, square
  public var name: String { rawValue }
}

public enum ShapeLineJoin: String, NamedOption {
  case miter, round, bevel
  public var name: String { rawValue }
}

public enum GradientType: String, NamedOption {
  case axial, radial, conic
  public var name: String { rawValue }
}

public enum EmitterShape: String, NamedOption {
  case point, line, rectangle, circle, cuboid, sphere
  public var name: String { rawValue }
}

public enum EmitterMode: String, NamedOption {
  case points, outline, surface, volume
  public var name: String { rawValue }
}

public enum EmitterRenderMode: String, NamedOption {
  case unordered, oldestFirst, oldestLast, backToFront, additive
  public var name: String { rawValue }
}

extension CornerMask {
  static let names: [(name: String, corner: CornerMask)] = [
    ("minXMinY", .minXMinY), ("maxXMinY", .maxXMinY), ("minXMaxY", .minXMaxY),
    ("maxXMaxY", .maxXMaxY),
  ]

  /// The names of the corners, separated by spaces.
  var joinedNames: String {
    var text = ""
    for (name, corner) in CornerMask.names where contains(corner) {
      text += text.isEmpty ? name : " " + name
    }
    return text
  }

  /// The corners named; nil if a name is not known.
  init?(names text: String) {
    self = []
    for word in text.words {
      guard let known = CornerMask.names.first(where: { $0.name == word }) else { return nil }
      formUnion(known.corner)
    }
  }
}

extension [String] {
  var joinedBySpaces: String {
    reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }
  }
}

extension String {
  /// The parts between spaces.
  var words: [String] {
    utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}
