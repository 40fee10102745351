import StrettoGeometry

/// Rectangle of whole pixels: columns x0 ..< x1 of rows y0 ..< y1.
struct PixelRect: Equatable {
  var x0: Int32, y0: Int32, x1: Int32, y1: Int32

  static let empty: PixelRect = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  @inline(__always) var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
  @inline(__always) var width: Int { Int(x1 - x0) }
  @inline(__always) var height: Int { Int(y1 - y0) }

  /// Index of a pixel of this rectangle, counted row by row from the first pixel.
  @inline(__always) func offset(_ x: Int32, _ y: Int32) -> Int {
    Int(y &- y0) &* width &+ Int(x &- x0)
  }

  @inline(__always) func moved(by d: PixelShift) -> PixelRect {
    PixelRect(x0: x0 &+ d.x, y0: y0 &+ d.y, x1: x1 &+ d.x, y1: y1 &+ d.y)
  }

  @inline(__always) func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  /// This rectangle moved so that its coordinates are relative to the first pixel of another rectangle.
  func from(_ other: PixelRect) -> PixelRect {
    moved(by: PixelShift(x: 0 &- other.x0, y: 0 &- other.y0))
  }

  /// Smallest rectangle that contains this rectangle and another rectangle. The result is only valid if neither of the two
  /// rectangles is empty.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// Creates the smallest rectangle that contains all pixels that `extent` touches.
  @inline(__always) init(touching extent: Extent) {
    (x0, y0) = (PixelRect.down(extent.minX), PixelRect.down(extent.minY))
    (x1, y1) = (0 &- PixelRect.down(0 - extent.maxX), 0 &- PixelRect.down(0 - extent.maxY))
  }

  /// `v` rounded down, after clamping to the range of pixel coordinates. If `v` is NaN, the result is the lower limit of the
  /// range.
  @inline(__always) private static func down(_ v: Double) -> Int32 {
    let limit = Subpixel.farthestPixel
    let near = v > -limit ? (v < limit ? v : limit) : -limit
    let nearest = fastRounded(near)
    // Subtracts 1 if the number was rounded up, without a branch, because the processor could not predict the branch.
    let rest = Int64(bitPattern: (near - Double(nearest)).bitPattern)
    return nearest &+ Int32(truncatingIfNeeded: rest >> 63)
  }

  var orEmpty: PixelRect { isEmpty ? .empty : self }

  func grown(by d: Double) -> PixelRect { grown(by: d, d) }

  func grown(by x: Double, _ y: Double) -> PixelRect {
    let limit = Subpixel.farthestPixel
    let (dx, dy) = (
      Int32(truncatingIfNeeded: Int(clampingUp: min(x, limit))),
      Int32(truncatingIfNeeded: Int(clampingUp: min(y, limit)))
    )
    return PixelRect(x0: x0 &- dx, y0: y0 &- dy, x1: x1 &+ dx, y1: y1 &+ dy)
  }

  init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }
}

/// An offset in whole pixels, right and down.
struct PixelShift { var x: Int32, y: Int32 }
