import StrettoGeometry

/// An area in its own space, in points.
public enum Shape: Equatable, Sendable {
  case rect(Rect)
  /// `radius` is already clamped to half the shorter side and above 0.
  case roundedRect(Rect, radius: Double, corners: CornerMask)
  /// A layer's border: the area between a (rounded) rectangle and its outline moved inwards by `width`.
  case border(Rect, radius: Double, corners: CornerMask, width: Double)
  /// The area inside `paths[index]`.
  case fill(path: Int, rule: FillRule)
  /// The area of a stroke along `paths[path]` in the style `strokes[style]`.
  case stroke(path: Int, style: Int)
}

public enum LineCap: UInt8, Equatable, Sendable { case butt, round, square }
public enum LineJoin: UInt8, Equatable, Sendable { case miter, round, bevel }

/// How a path is stroked, in the path's own units.
public struct StrokeStyle: Equatable, Sendable {
  /// Above 0.
  public var width: Double = 1
  public var cap: LineCap = .butt
  public var join: LineJoin = .miter
  /// A miter longer than this many line widths becomes a bevel. At least 1.
  public var miterLimit: Double = 10
  /// Lengths of dashes and gaps in alternation; empty for a solid line. No length is negative, and their sum is above 0. An odd
  /// pattern is used twice. The pattern restarts on each subpath.
  public var dashPattern: [Double] = []
  public var dashPhase: Double = 0
  /// The part of the total length, over all subpaths, that is drawn: 0 ≤ start < end ≤ 1. Trimming comes before dashing.
  public var start: Double = 0
  public var end: Double = 1

  public init() {}
}
