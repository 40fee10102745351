import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A body of the display list that can be shown once more.
struct Subpicture {
  /// Nil if there is nothing to show.
  let index: Int?
  let appearances: Double
}
