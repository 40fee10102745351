import StrettoGeometry
import StrettoTiming

/// Choice that users make by one of Core Animation's words.
public protocol NamedOption: CaseIterable, Equatable, Sendable {
  /// Word that users write.
  var name: String { get }
  /// Allowed words: those of all cases, unless the type lists others.
  static var names: [String] { get }
}

extension NamedOption where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}

extension NamedOption {
  /// Finds the choice with this name; nil if there is none.
  public init?(name: String) {
    for option in Self.allCases where option.name == name {
      self = option
      return
    }
    return nil
  }

  public static var names: [String] { allCases.map { $0.name } }
}

/// Place of an image in a layer's bounds, and whether it is stretched. Top is the smaller y.
public enum ContentsGravity: String, NamedOption {
  case resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
}

public enum ContentsFilter: String, NamedOption {
  case linear, nearest, trilinear
}

public enum ShapeFillRule: String, NamedOption {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"
}

public enum ShapeLineCap: String, NamedOption {
  case butt, round, square
}

public enum ShapeLineJoin: String, NamedOption {
  case miter, round, bevel
}

public enum GradientType: String, NamedOption {
  case axial, radial, conic
}

public enum EmitterShape: String, NamedOption {
  case point, line, rectangle, circle, cuboid, sphere
}

/// How the picture of a particle lies: flat in the emitter's plane, or turning in space.
public enum ParticleType: String, NamedOption {
  case sprite, plane
}

public enum EmitterMode: String, NamedOption {
  case points, outline, surface, volume
}

public enum EmitterRenderMode: String, NamedOption {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

extension CornerMask {
  static let names: [(name: String, corner: CornerMask)] = [
    ("minXMinY", .minXMinY), ("maxXMinY", .maxXMinY), ("minXMaxY", .minXMaxY),
    ("maxXMaxY", .maxXMaxY),
  ]

  /// Names of the corners, with spaces between them.
  var joinedNames: String {
    CornerMask.names.filter { contains($0.corner) }.map { $0.name }.joined(separator: " ")
  }

  /// Corners with these names; nil if a name is not known.
  init?(names text: String) {
    self = []
    for word in text.words {
      guard let known = CornerMask.names.first(where: { $0.name == word }) else { return nil }
      formUnion(known.corner)
    }
  }
}

extension String {
  /// Parts of the text between spaces.
  var words: [String] { utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) } }
}
