/// One drawing operation with all coordinates and colours resolved for the device. All commands that reach into a band are drawn
/// in order.
struct Command {
  enum Kind: UInt8 {
    case draw
    /// Begins a group. The following commands up to `endGroup` are drawn into a picture of their own, as `groups[index]`
    /// describes.
    case beginGroup
    /// Begins the mask of a group. The following commands up to `endGroup` are drawn into the mask's picture.
    case beginMask
    /// Begins a picture whose alpha is the coverage of a group. The following commands up to `endGroup` are drawn into the
    /// picture of the coverage.
    case beginCoverage
    case endGroup
  }

  /// Pixels of the frame that the command may change.
  var bounds: PixelRect
  var area: Area = .everything
  var kind: Kind
  var additive: Bool = false
  /// True if the paint replaces the pixels below, and false if the paint is composited over the pixels below.
  var replaces: Bool = false
  /// Paint of a `draw` command. In the commands of a group, `paint.index` is the index of the group.
  var paint: DevicePaint
  /// Indices in `joinedPaints` of further paints of the same area, from the bottom to the top. The paint of a `draw` command, or
  /// the picture of a group that ends, is composited with these paints first, and the result is composited once with the pixels
  /// below.
  var joined: Range<Int32> = 0..<0

  /// True if the command covers every pixel of `rect` fully.
  func coversWhole(_ rect: PixelRect) -> Bool {
    guard bounds.intersection(rect) == rect else { return false }
    if case .everything = area { return true }
    guard case .rect(let extent) = area else { return false }
    return extent.minX <= Double(rect.x0) && extent.maxX >= Double(rect.x1)
      && extent.minY <= Double(rect.y0) && extent.maxY >= Double(rect.y1)
  }
}
