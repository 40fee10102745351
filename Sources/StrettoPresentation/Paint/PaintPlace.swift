import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// Where in the display list a layer paints, and which layer it is.
struct PaintPlace {
  /// Transform from the layer's own coordinates to the space of the display list around it.
  var plane: PlaneTransform
  /// As `plane`, for images, which are upright.
  var imagePlane: PlaneTransform
  /// The hit id, `Draw.painter`.
  var hitID: Int32

  /// - Parameter imagePlane: Nil for `plane`.
  init(plane: PlaneTransform, imagePlane: PlaneTransform? = nil, hitID: Int32) {
    (self.plane, self.imagePlane, self.hitID) = (plane, imagePlane ?? plane, hitID)
  }
}
