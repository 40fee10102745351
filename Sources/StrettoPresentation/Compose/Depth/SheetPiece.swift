import StrettoGeometry

/// A sheet, or what of it lies between the cuts that were made so that all can be drawn one after another.
struct SheetPiece {
  /// Index of its sheet.
  var sheet: Int
  /// Half-planes that the piece is cut down to; empty for a whole sheet.
  var sides: [HalfPlane] = []
  /// Neighbouring pieces of the same sheet that are drawn later.
  var later: [Int] = []
}
