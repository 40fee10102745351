import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A subpicture of the display list that can be shown again.
struct Subpicture {
  /// The index of the subpicture in the display list; nil if the subpicture is empty.
  let index: Int?
  let layerInstances: Double
}
