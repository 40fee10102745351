import StrettoGeometry

/// An area that is painted. Lengths of a shape are in points of the shape's own space.
public enum Shape: Equatable, Sendable {
  case rect(Rect)
  /// A rectangle with some rounded corners. The corner radius `radius` is above 0 and at most half the shorter side of the
  /// rectangle.
  case roundedRect(Rect, radius: Double, corners: CornerMask)
  /// The border of a layer: the area between the outline of a rectangle, which may have rounded corners, and the outline moved
  /// inwards by `width`.
  case border(Rect, radius: Double, corners: CornerMask, width: Double)
  /// The area inside the path `paths[path]`.
  case fill(path: Int, rule: FillRule)
  /// The area of a stroke along the path `paths[path]`, in the style `strokes[style]`.
  case stroke(path: Int, style: Int)
}

public enum LineCap: UInt8, Equatable, Sendable { case butt, round, square }
public enum LineJoin: UInt8, Equatable, Sendable { case miter, round, bevel }

/// How a path is stroked. Lengths of a stroke style are in the units of the path.
public struct StrokeStyle: Equatable, Sendable {
  /// The width of the stroke, which is above 0.
  public var width: Double = 1
  public var cap: LineCap = .butt
  public var join: LineJoin = .miter
  /// The largest length of a miter join in line widths, at least 1. A miter join longer than `miterLimit` becomes a bevel join.
  public var miterLimit: Double = 10
  /// Lengths of the dashes and gaps of a stroke, alternating. If the dash pattern is empty, the stroke is solid.
  ///
  /// No length in a dash pattern is negative, and the sum of the lengths is above 0. If the number of lengths is odd, dashes and
  /// gaps are exchanged at each repetition of the dash pattern. The dash pattern restarts on each subpath.
  public var dashPattern: [Double] = []
  public var dashPhase: Double = 0
  /// The stroke is drawn from the fraction `start` to the fraction `end` of the total length of all subpaths, with 0 ≤ start <
  /// end ≤ 1. If a stroke is trimmed and dashed, the dash pattern begins where the trimmed path begins.
  public var start: Double = 0
  public var end: Double = 1

  public init() {}
}
