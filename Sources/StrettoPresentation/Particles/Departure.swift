import StrettoGeometry

struct Departure {
  var position: Vector3
  /// The direction from which the longitude of a cell is counted, in radians.
  var longitude = 0.0
  var latitude = 0.0
}
