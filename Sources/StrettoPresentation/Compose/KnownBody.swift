import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A body of the display list that can be shown once more.
struct KnownBody {
  /// Nil if there is nothing to show.
  let index: Int?
  let appearances: Double
}
