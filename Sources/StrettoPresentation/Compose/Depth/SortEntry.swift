import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Entry of a 3-D sorting context: a layer with its subtree, or a subpicture.
struct SortEntry {
  let picture: Picture
  /// The product of the colours of all depth-preserving replicators around the entry.
  let color: Color
  /// Transform from the entry's own coordinates to the 3-D space of the sorting context.
  let geometry: Transform3D
  let zPosition: Double

  enum Picture {
    /// A layer with its placement in the superlayer, its backface sign, and the indices of its copy.
    case layer(PlanNode.Reference, Placement, backfaceSign: Double, copy: [Int])
    /// The index of a finished subpicture, such as that of the particles of one depth.
    case subpicture(Int)
  }
}
