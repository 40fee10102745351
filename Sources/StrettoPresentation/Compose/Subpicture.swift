import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A subpicture of the display list that can be shown again.
struct Subpicture {
  /// Nil if there is nothing to show.
  let index: Int?
  let appearances: Double
}
