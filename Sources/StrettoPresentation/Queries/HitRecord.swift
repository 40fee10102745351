import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// A hit record: which instance of which layer painted an item. `Draw.painter` is the index of the hit record.
public struct HitRecord {
  public let layer: Layer
  /// The copy of the layer, as the indices of the replicators around the layer, outermost first.
  public let copy: [Int]
  /// Transform from the layer's coordinates to the space around the item that the layer painted.
  public let plane: PlaneTransform
  /// The innermost portal through which the layer is seen, and the portal's copy; nil for none.
  public let portal: (layer: Layer, copy: [Int])?
  /// Whether the item is a `copies` item of all particles of a cell.
  public let isOfParticles: Bool
  /// The layout that was drawn, for a glyph layer or a text; nil for other layers.
  public let text: LaidOutText?

  /// The memory of the hit record in bytes, including its lists.
  var bytes: Int {
    let indices = copy.count + (portal?.copy.count ?? 0)
    return MemoryLayout<HitRecord>.stride + 64 + indices * MemoryLayout<Int>.stride
  }

  /// The portal through which the layer is seen, or otherwise the proxy, and its copy; nil for a layer in the model tree.
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
