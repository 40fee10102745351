import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// One of several flat pictures that share a space: a layer with its subtree.
struct SortEntry {
  let picture: Picture
  /// A factor on its colours: those of the replicators that handed it up.
  let color: Color
  /// Transform from its own coordinates to the space, depth kept.
  let geometry: Transform3D
  let zPosition: Double

  enum Picture {
    /// A layer: where and when its superlayer shows it, whether its face is seen, and which copy it is.
    case layer(PlanNode.Reference, Placement, facing: Double, copy: [Int])
    /// Body that is written already, such as particles.
    case body(Int)
  }
}
