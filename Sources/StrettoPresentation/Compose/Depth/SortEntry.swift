import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Entry of a 3-D sorting context: a layer with its subtree, or a subpicture.
struct SortEntry {
  let picture: Picture
  /// A factor of its colours, from the replicators whose depth it keeps.
  let color: Color
  /// Transform from its own coordinates to the 3-D space.
  let geometry: Transform3D
  let zPosition: Double

  enum Picture {
    /// A layer: where and when its superlayer shows it, the sign of its facing, and which copy it is.
    case layer(PlanNode.Reference, Placement, facing: Double, copy: [Int])
    /// A finished subpicture, such as particles.
    case body(Int)
  }
}
