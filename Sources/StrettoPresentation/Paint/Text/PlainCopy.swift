import StrettoGeometry

struct PlainCopy {
  /// Transform from the glyph layer to the display list.
  var plane: PlaneTransform
  var color: Color
  var opacity: Double
}
