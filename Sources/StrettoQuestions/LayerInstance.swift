import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// One instance of a layer: a copy of the layer, which a portal or proxy may show.
public struct LayerInstance {
  public var layer: Layer
  /// The indices of the layer's copy in the replicators around the layer, outermost first. Missing copy indices count as 0.
  public var copy: [Int]
  /// A portal or proxy that shows the layer or one of its superlayers, or nil for the layer in the model tree.
  public var portal: Layer?
  /// The indices of the portal's copy in the replicators around the portal, outermost first. Missing copy indices count as 0.
  public var portalCopy: [Int]

  public init(_ layer: Layer, copy: [Int] = [], portal: Layer? = nil, portalCopy: [Int] = []) {
    (self.layer, self.copy) = (layer, copy)
    (self.portal, self.portalCopy) = (portal, portalCopy)
  }
}

extension LayerInstance {
  /// The flattened transform from the layer's coordinates to the coordinates in which the root of the layer's tree is placed, at a
  /// time of the tree.
  ///
  /// The transform also exists if the layer is hidden.
  public func plane(at time: Double) throws(ConversionError) -> PlaneTransform {
    guard let portal else { return try presented(from: .top(at: time)).plane }
    if portal.kind == .proxy { return try shown(by: portal).plane(at: time) }
    guard let source = portal.source, ancestry(of: layer).contains(where: { $0 === source }) else {
      throw .notInPortal
    }
    let window = try LayerInstance(portal, copy: portalCopy).presented(from: .top(at: time))
    guard let (placement, indices) = window.portalPlacement(source, sceneTime: time) else {
      throw .notShown
    }
    return try LayerInstance(layer, copy: indices + copy.dropFirst(indices.count))
      .presented(from: placement, at: source).plane
  }

  /// The instance of the source that a proxy shows. The caller's copy indices may leave out the index of the proxy, but must not
  /// have the index of another proxy.
  private func shown(by proxy: Layer) throws(ConversionError) -> LayerInstance {
    guard let around = proxy.superlayer,
      let index = around.proxies.firstIndex(where: { $0 === proxy }),
      let source = (try? Route(to: layer))?.components.first(where: { $0.layer === around.source })
    else { throw .notInPortal }
    let slot = source.copy.count - 1
    if slot < copy.count {
      guard copy[slot] == index else { throw .notInPortal }
      return LayerInstance(layer, copy: copy)
    }
    let outer = portalCopy + [Int](repeating: 0, count: slot)
    return LayerInstance(layer, copy: outer.prefix(slot) + [index])
  }

  /// The presented layer of this instance. All layers on the path from the root to the layer, or from the layer `first` to the
  /// layer, are evaluated.
  private func presented(
    from start: Placement, at first: Layer? = nil
  ) throws(ConversionError) -> PresentedLayer {
    let route: Route
    do { route = try Route(to: layer, copy) } catch { throw .copy(error) }
    let from = first.flatMap { first in route.components.firstIndex { $0.layer === first } } ?? 0
    var (placement, found) = (start, PresentedLayer?.none)
    for component in route.components[from...] {
      if let found {
        try checkIndex(of: component, in: found)
        guard
          let inside = found.placement(of: component.layer, component.edge, copy: component.copy)
        else {
          throw .notShown
        }
        placement = inside
      }
      found = PresentedLayer(component.layer, at: placement, copy: component.copy)
      if found == nil { throw .notShown }
    }
    guard let found else { throw .notShown }
    return found
  }

  /// Throws an error if a text, or a view replicator without proxies, does not have the copy with the given index.
  private func checkIndex(of component: Route.Component, in presented: PresentedLayer)
    throws(ConversionError)
  {
    guard component.edge.takesIndex, let k = component.copy.last else { return }
    let count: Int
    switch presented.layer.kind {
    case .text: count = Int(clampingDown: presented.copyCount)
    case .viewReplicator: count = 0
    default: return
    }
    guard k < count else {
      throw .copy(.indexOutOfRange(position: component.copy.count - 1, count: count))
    }
  }
}
