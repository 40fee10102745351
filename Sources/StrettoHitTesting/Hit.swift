import StrettoGeometry
import StrettoLayers

/// The topmost layer at a point of the scene.
public struct Hit {
  public let layer: Layer
  /// The indices of the copy in the replicators around the layer, outermost first.
  public let copy: [Int]
  /// The point in the layer's own coordinates.
  public let point: Point
  /// The index of the character at the point, counted in graphemes, or nil if the layer is not a glyph layer.
  public let character: Int?
  /// The portal or proxy through which the layer is seen, and the copy of this portal or proxy. Nil if the layer is seen in the
  /// model tree.
  ///
  /// If portals are nested, `portal` is the innermost portal.
  public let portal: (layer: Layer, copy: [Int])?
}
