import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// The transform and the hit id with which a layer paints into the display list.
struct PaintTarget {
  /// Transform from the layer's own coordinates to the space of the display list around the layer.
  var plane: PlaneTransform
  /// Transform for images, which stay upright in a flipped geometry, from the layer's own coordinates to the same space as
  /// `plane`.
  var imagePlane: PlaneTransform
  /// The hit id of the layer, which the display list stores in each `Draw` item.
  var hitID: Int32

  /// - Parameter imagePlane: The transform for images; nil if images have the same transform as other paints.
  init(plane: PlaneTransform, imagePlane: PlaneTransform? = nil, hitID: Int32) {
    (self.plane, self.imagePlane, self.hitID) = (plane, imagePlane ?? plane, hitID)
  }
}
