import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Which appearance of which layer painted something; `Draw.painter` is its index.
public struct Trace {
  public let layer: Layer
  /// The copy, as the indices of the replicators around the layer, outermost first.
  public let copy: [Int]
  /// From the layer's coordinates to the space around the item that it painted.
  public let plane: PlaneTransform
  /// The portal through which the layer is seen, the innermost of several, and which copy of it; nil for none.
  public let portal: (layer: Layer, copy: [Int])?
  /// Whether the item is a `copies` item, of all particles of a cell.
  public let isOfParticles: Bool
}

extension Trace {
  /// The portal or else the proxy through which the layer is seen, and which copy of that; nil for a layer at home.
  public var via: (layer: Layer, copy: [Int])? {
    if let portal { return portal }
    var (taken, found) = (0, (layer: Layer, copy: [Int])?.none)
    let chain = ancestry(of: layer)
    for (around, part) in zip(chain, chain.dropFirst()) {
      guard case .replicated = around.passage(to: part) else { continue }
      if around.kind == .viewReplicator, taken < copy.count,
        around.proxies.indices.contains(copy[taken])
      {
        found = (around.proxies[copy[taken]], Array(copy[..<taken]))
      }
      taken += 1
    }
    return found
  }
}

extension Presenter {
  /// Fills `list`, with every copy written out, and `traces` with who painted what; masks are not told.
  @export(interface)
  public func trace(_ root: Layer, at time: Double) throws(PresentationError) {
    traces.removeAll(keepingCapacity: true)
    isTracing = true
    defer { isTracing = false }
    try present(root, at: time)
  }

  /// Notes who paints what is written next: its number, or -1 where nobody asks.
  @inline(__always)
  func painter(
    _ presented: PresentedLayer, ofParticles: Bool = false, plane: PlaneTransform? = nil
  ) -> Int32 {
    isTracing && masksAround == 0 ? trace(presented, ofParticles, plane) : -1
  }

  private func trace(_ presented: PresentedLayer, _ ofParticles: Bool, _ plane: PlaneTransform?)
    -> Int32
  {
    traces.append(
      Trace(
        layer: presented.layer, copy: copy, plane: plane ?? presented.plane,
        portal: frame.portals.last,
        isOfParticles: ofParticles))
    return Int32(truncatingIfNeeded: traces.count - 1)
  }

  /// Visits a mask: it is no place where its layers are painted.
  func visitMask(_ mask: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    masksAround += 1
    defer { masksAround -= 1 }
    try visit(mask, at: placement)
  }
}
