import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// Place in the display list at which a layer paints, and which layer that is.
struct PaintPlace {
  /// Transform from the layer's own coordinates to the space of the display list around it.
  var plane: PlaneTransform
  /// Likewise for images, which stand upright.
  var imagePlane: PlaneTransform
  /// `Draw.painter`.
  var painter: Int32

  /// - Parameter imagePlane: nil for `plane`.
  init(plane: PlaneTransform, imagePlane: PlaneTransform? = nil, painter: Int32) {
    (self.plane, self.imagePlane, self.painter) = (plane, imagePlane ?? plane, painter)
  }
}
