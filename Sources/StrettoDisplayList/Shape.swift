import StrettoGeometry

/// An area that is painted. Lengths are in points of the shape's own space.
public enum Shape: Equatable, Sendable {
  case rect(Rect)
  /// A rectangle with some rounded corners. `radius` is above 0 and at most half the shorter side.
  case roundedRect(Rect, radius: Double, corners: CornerMask)
  /// The border of a layer: the area between a rectangle, which may have rounded corners, and its outline moved inwards by
  /// `width`.
  case border(Rect, radius: Double, corners: CornerMask, width: Double)
  /// The area inside the path `paths[path]`.
  case fill(path: Int, rule: FillRule)
  /// The area of a stroke along the path `paths[path]`, in the style `strokes[style]`.
  case stroke(path: Int, style: Int)
}

public enum LineCap: UInt8, Equatable, Sendable { case butt, round, square }
public enum LineJoin: UInt8, Equatable, Sendable { case miter, round, bevel }

/// How a path is stroked. Lengths are in the units of the path.
public struct StrokeStyle: Equatable, Sendable {
  /// The width of the stroke, above 0.
  public var width: Double = 1
  public var cap: LineCap = .butt
  public var join: LineJoin = .miter
  /// The largest length of a miter join in line widths, at least 1. A miter join longer than `miterLimit` becomes a bevel join.
  public var miterLimit: Double = 10
  /// Lengths of dashes and gaps, alternating. An empty dash pattern gives a solid line.
  ///
  /// No length is negative, and the sum of the lengths is above 0. The dash pattern is repeated once if the number of lengths is
  /// odd, and restarts on each subpath.
  public var dashPattern: [Double] = []
  public var dashPhase: Double = 0
  /// The stroke is drawn from the fraction `start` to the fraction `end` of the total length of all subpaths, with 0 ≤ start <
  /// end ≤ 1. Dashes are laid out on the trimmed path.
  public var start: Double = 0
  public var end: Double = 1

  public init() {}
}
