/// The pixels of a picture that the caller owns: premultiplied 8-bit red, green, blue and alpha, in rows from the top.
public struct PixelTarget {
  /// Address of the first pixel, which need not be aligned to four bytes.
  public var pixels: UnsafeMutableRawPointer
  public var width: Int
  public var height: Int
  /// Number of bytes from the start of one row to the start of the next row, at least `4 * width`.
  public var bytesPerRow: Int

  /// Creates a target in memory that the caller owns. The memory of the target must stay valid while a picture is drawn into the
  /// target.
  public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
    (self.pixels, self.width) = (pixels, width)
    (self.height, self.bytesPerRow) = (height, bytesPerRow)
  }

  /// The memory of the target from the first pixel to the last pixel.
  var bytes: CheckedSpan<UInt8> {
    CheckedSpan(
      pixels.assumingMemoryBound(to: UInt8.self), count: bytesPerRow * (height - 1) + 4 * width)
  }
}

/// Pixels with a position on the device: the frame itself, or the part of a group that lies in a band. The memory of a surface
/// need not be aligned, so pixels are always loaded and stored as whole values.
///
/// A surface has four words, so that it is passed in registers. The initialiser of a surface checks once that all rows of the
/// surface lie within the memory.
struct Surface {
  /// Address of the pixel at (rect.x0, rect.y0).
  private let start: UnsafeMutablePointer<UInt8>
  private(set) var rect: PixelRect
  /// Number of bytes from the start of one row to the start of the next row, which is negative if the rows are stored from the
  /// bottom to the top.
  private let bytesPerRow: Int

  /// Creates a surface of the pixels in `bytes`.
  ///
  /// - Parameter first: Index of the byte at which the first row begins.
  init(_ bytes: CheckedSpan<UInt8>, from first: Int = 0, _ rect: PixelRect, bytesPerRow: Int) {
    let last = first + max(0, rect.height - 1) * bytesPerRow
    assert(
      rect.isEmpty || (bytes.holds(first, 4 * rect.width) && bytes.holds(last, 4 * rect.width)),
      "rows lie outside their memory")
    (start, self.rect, self.bytesPerRow) = (bytes.pointer(to: first), rect, bytesPerRow)
  }

  /// Creates a surface of pixels without gaps between the rows.
  init(_ pixels: CheckedSpan<UInt32>, _ rect: PixelRect) {
    self.init(pixels.bound(to: UInt8.self), rect, bytesPerRow: 4 * rect.width)
  }

  /// The pixels of row y from column x on.
  @inline(__always) func pixels(_ x: Int32, _ y: Int32) -> CheckedSpan<UInt32> {
    assert(
      x >= rect.x0 && x <= rect.x1 && y >= rect.y0 && y < rect.y1, "it is outside the surface")
    let pixel = start + (Int(y &- rect.y0) &* bytesPerRow &+ Int(x &- rect.x0) &* 4)
    return CheckedSpan(
      UnsafeMutableRawPointer(pixel).assumingMemoryBound(to: UInt32.self),
      count: Int(rect.x1 &- x))
  }

  /// The rows of the surface from `y0` up to, but not including, `y1`.
  func rows(_ y0: Int32, _ y1: Int32) -> Surface {
    assert(y0 >= rect.y0 && y1 <= rect.y1, "the rows lie outside the surface")
    var part = Surface(start + Int(y0 &- rect.y0) &* bytesPerRow, rect, bytesPerRow)
    (part.rect.y0, part.rect.y1) = (y0, y1)
    return part
  }

  func moved(by shift: PixelShift) -> Surface { Surface(start, rect.moved(by: shift), bytesPerRow) }

  private init(_ start: UnsafeMutablePointer<UInt8>, _ rect: PixelRect, _ bytesPerRow: Int) {
    (self.start, self.rect, self.bytesPerRow) = (start, rect, bytesPerRow)
  }
}
