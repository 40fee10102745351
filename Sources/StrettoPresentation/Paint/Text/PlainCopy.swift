import StrettoGeometry

struct PlainCopy {
  /// Transform from the glyph layer to the display list.
  var plane: PlaneTransform
  var color: Color
  var opacity: Double

  /// The colour of the copy with the opacity of the copy.
  @inline(__always)
  var tint: Color { color.withAlpha(color.alpha * opacity) }
}
