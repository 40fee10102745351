import StrettoGeometry

/// `CAShapeLayer`: a path that is filled and stroked.
public struct ShapeValues: Sendable {
  public var path: Path?
  public var fillColor: Color? = .black
  public var fillRule: ShapeFillRule = .nonZero
  public var strokeColor: Color?
  /// Start and end of the stroke, in fractions of the total length of all subpaths; clamped to 0...1 when drawn.
  public var strokeStart: Double = 0
  public var strokeEnd: Double = 1
  /// Width of the stroke in points. If the width is 0 or less, no stroke is drawn.
  public var lineWidth: Double = 1
  public var miterLimit: Double = 10
  public var lineCap: ShapeLineCap = .butt
  public var lineJoin: ShapeLineJoin = .miter
  public var lineDashPhase: Double = 0
  public var lineDashPattern: [Double] = []

  public init() {}
}
