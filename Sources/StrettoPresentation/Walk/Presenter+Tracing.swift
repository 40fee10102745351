import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Which appearance of which layer painted something; `Draw.painter` is its index.
public struct Trace {
  public let layer: Layer
  /// The copy, as the indices of the replicators around the layer, outermost first.
  public let copy: [Int]
  /// Transform from the layer's coordinates to the space around the item that it painted.
  public let plane: PlaneTransform
  /// The portal through which the layer is seen, the innermost of several, and which copy of it; nil for none.
  public let portal: (layer: Layer, copy: [Int])?
  /// Whether the item is a `copies` item, of all particles of a cell.
  public let isOfParticles: Bool

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
  /// Traces of the layers that painted, by their numbers; empty unless they were asked for.
  public var traces: [Trace] { frame.traces ?? [] }

  /// Notes who paints the items that are written next: its number, or -1 where nobody asks.
  ///
  /// - Parameters:
  ///   - layer: nil for the layer that is presented.
  ///   - copy: an index more than those of what is presented.
  @inline(__always)
  func painter(
    _ presented: PresentedLayer, _ layer: Layer? = nil, copy: Int? = nil,
    plane: PlaneTransform? = nil, ofParticles: Bool = false
  ) -> Int32 {
    guard frame.names(presented.context) else { return -1 }
    var context = presented.context
    if let copy { frame.enterCopy(copy, &context) }
    return frame.note(
      Trace(
        layer: layer ?? presented.layer, copy: frame.copy(context),
        plane: plane ?? presented.plane, portal: frame.portal(context), isOfParticles: ofParticles))
  }

  /// Takes back what a painter drew from `start` on, and its trace, if it lies outside the part that is asked about.
  @inline(__always)
  func forgetUnseen(from start: Int, _ painter: Int32, _ context: WalkContext) {
    if painter >= 0, let area = frame.seenArea(context), !mayMeet(area, from: start) {
      list.items.removeSubrange(start...)
      frame.removeTrace()
    }
  }

  /// Whether something drawn from `start` on may lie in an area of the space around it.
  private func mayMeet(_ area: Rect, from start: Int) -> Bool {
    list.items[start...].contains { item in
      guard case .draw(let draw) = item, draw.transform.isAffine,
        let sight = Sight(of: Extent.Area(list.bounds(of: draw.shape)), in: area)
      else { return true }
      return sight.meets(PlaneLanes(repeating: draw.transform))[0]
    }
  }
}
