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
    guard let steps = try? Route(to: layer, copy).steps,
      let proxy = steps.dropLast().last(where: { if case .proxy = $0.way { true } else { false } })
    else { return nil }
    return (proxy.layer, proxy.copy)
  }
}

extension Presenter {
  /// Who painted what, if that was asked.
  public var traces: [Trace] { frame.traces }

  /// Notes who paints the items that are written next: its number, or -1 where nobody asks.
  @inline(__always)
  func painter(
    _ presented: PresentedLayer, ofParticles: Bool = false, plane: PlaneTransform? = nil
  ) -> Int32 {
    guard presented.context.isTraced else { return -1 }
    return painter(
      presented.layer, presented.context, plane ?? presented.plane, ofParticles: ofParticles)
  }

  func painter(
    _ layer: Layer, _ context: WalkContext, _ plane: PlaneTransform, ofParticles: Bool = false
  ) -> Int32 {
    let copy = frame.copy(context)
    frame.traces.append(
      Trace(
        layer: layer, copy: copy, plane: plane, portal: frame.portal(context),
        isOfParticles: ofParticles))
    return Int32(truncatingIfNeeded: frame.traces.count - 1)
  }
}
