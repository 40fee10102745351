import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A hit record says which instance of which layer painted an item of the display list. The hit id of a display-list item is the
/// index of the item's hit record.
public struct HitRecord {
  public let layer: Layer
  /// The indices of the layer's copy in the replicators around the layer, outermost first.
  public let copy: [Int]
  /// Transform from the layer's coordinates to the space around the item that the layer painted.
  public let plane: PlaneTransform
  /// The innermost portal that shows the layer, and the portal's copy; nil if no portal shows the layer.
  public let portal: (layer: Layer, copy: [Int])?
  /// True if the item is a `copies` item that shows all particles of a cell.
  public let isOfParticles: Bool
  /// The text layout that was drawn, if the layer is a glyph layer or a text; nil for a layer of another kind.
  public let text: LaidOutText?

  /// The memory of the hit record in bytes, including its arrays.
  var bytes: Int {
    let indices = copy.count + (portal?.copy.count ?? 0)
    return MemoryLayout<HitRecord>.stride + 64 + indices * MemoryLayout<Int>.stride
  }

  /// The portal or else the proxy that shows the layer, and the copy of the portal or proxy; nil for a layer in the model tree.
  public var portalOrProxy: (layer: Layer, copy: [Int])? {
    if let portal { return portal }
    guard let components = try? Route(to: layer, copy).components,
      let proxy = components.dropLast().last(where: {
        if case .proxy = $0.edge { true } else { false }
      })
    else { return nil }
    return (proxy.layer, proxy.copy)
  }
}
