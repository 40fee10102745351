import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// A layer instance: one layer in one copy, as a function of the scene's time.
///
/// All values come from `PresentedLayer`, which the renderer also draws, so vector files and pictures follow the same rules.
final class InstanceSampler {
  let layer: Layer
  let edge: TreeEdge
  let copy: [Int]
  let parent: InstanceSampler?
  /// Whether the node around this layer has the instance transform of the layer's copy.
  var leavesInstanceTransform = false
  private var known: [Double: State?] = [:]
  private var knownClock: InstanceClock?

  /// The values of the layer at one time, in the layer's own coordinates.
  struct State {
    let presented: PresentedLayer
    /// Transform from the layer's own coordinates to those of the layer that shows it, without the transform of the copy.
    let own: PlaneTransform
    /// Transform of the copy.
    let instance: PlaneTransform
    /// The product of the layer's own transform and the copy's transform, with perspective if one of them leaves the plane.
    let whole: PlaneTransform

    var isSplit: Bool {
      guard own.isAffine, instance.isAffine, whole.isAffine else { return false }
      let both = own * instance
      let size = max(1, whole.tx.magnitude, whole.ty.magnitude)
      return [
        both.a - whole.a, both.b - whole.b, both.c - whole.c, both.d - whole.d,
        (both.tx - whole.tx) / size, (both.ty - whole.ty) / size,
      ].allSatisfy { $0.magnitude < 1e-9 }
    }
  }

  init(_ layer: Layer, as edge: TreeEdge, copy: [Int], in parent: InstanceSampler?) {
    (self.layer, self.edge, self.copy, self.parent) = (layer, edge, copy, parent)
  }

  /// The values of the layer at a time of the scene; nil after the layer's end.
  func state(at time: Double) -> State? {
    if let known = known[time] { return known }
    if known.count > 4096 { known.removeAll() }
    let state = makeState(at: time)
    known[time] = .some(state)
    return state
  }

  private func makeState(at time: Double) -> State? {
    guard let placement = placement(at: time),
      let presented = PresentedLayer(layer, at: placement, copy: copy, cells: nil)
    else { return nil }
    let whole = presented.takePlane()
    let outer = PlaneTransform(flattening: placement.instanceTransform) * placement.plane
    return State(
      presented: presented, own: PlaneTransform(flattening: presented.values.geometry),
      instance: outer, whole: whole)
  }

  private func placement(at time: Double) -> Placement? {
    guard let parent else { return .top(at: time) }
    guard let around = parent.state(at: time)?.presented else { return nil }
    if edge == .portal { return around.portalPlacement(layer, sceneTime: time)?.0 }
    return around.placement(of: layer, edge, copy: copy)
  }

  /// Where and when the layer is shown, translated by `shift` in the coordinates of the node around the layer.
  func picturePlacement(at time: Double, moved shift: Point) -> Placement? {
    guard let placement = placement(at: time) else { return nil }
    let own = leavesInstanceTransform ? placement.withoutInstanceTransform : placement
    return own.moved(by: shift)
  }

  /// Transform at a time from the coordinates of the node around the layer to the scene; nil after the end of the layer.
  func surroundingPlane(at time: Double) -> PlaneTransform? {
    guard let state = state(at: time) else { return nil }
    var plane = leavesInstanceTransform ? state.instance : .identity
    var ancestor = parent
    while let around = ancestor {
      guard let state = around.state(at: time) else { return nil }
      plane = plane * state.whole
      ancestor = around.parent
    }
    return plane
  }

  /// The times at which a value of the layer instance changes, in the interval of a file.
  func clock(in time: FileTime) -> InstanceClock {
    if let knownClock { return knownClock }
    let clock = InstanceClock(self, time)
    knownClock = clock
    return clock
  }

  /// The layer's local time; nil after the layer's end.
  func localTime(at time: Double) -> Double? { state(at: time)?.presented.time.time }
}
