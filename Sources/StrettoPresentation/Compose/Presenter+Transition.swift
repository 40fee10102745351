import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// Draws a layer during a transition from one picture to another. Returns false if the layer has no active transition.
  ///
  /// The outgoing and the incoming picture show the content of the layer and its sublayers. Properties of the whole layer, such
  /// as opacity, mask, filters, shadow and position, have their current values (docs/decisions/time.md).
  func drawTransition(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, _ fading: Double?
  ) throws(PresentationError) -> Bool {
    let copy = frame.copy(presented.context)
    guard let transition = presented.transition(copy) else { return false }
    try countLayerInstances(1)
    let old = newPresentedLayer(of: presented.layer)
    defer { recycle(old) }
    old.become(node, before: transition, as: presented, copy: copy, &cancellation)
    try descend(old)
    // The transition is drawn as a group, so that blend modes inside the transition do not blend with the backdrop below the
    // layer.
    try drawGroup(effects: Effects(space: .identity)) { () throws(PresentationError) in
      try clipped(to: presented) { () throws(PresentationError) in
        if transition.values.type == .fade {
          try fade(old, presented, node, transition.progress, fading)
        } else {
          try slide(old, presented, node, transition, fading)
        }
      }
    }
    return true
  }

  private func fade(
    _ old: PresentedLayer, _ new: PresentedLayer, _ node: PlanNode.Reference, _ progress: Double,
    _ fading: Double?
  ) throws(PresentationError) {
    let degree = progress.clamped(to: 0...1)
    if degree == 0 { return try drawInside(old, node, fading: fading) }
    if degree == 1 { return try drawNow(new, node, fading: fading) }
    // The outgoing and the incoming picture are weighted and added on transparent pixels, so that the sum is opaque where both
    // pictures are opaque.
    try drawGroup(effects: Effects(space: .identity)) { () throws(PresentationError) in
      for isNew in [false, true] {
        let start = list.items.count
        try isNew ? drawNow(new, node, fading: fading) : drawInside(old, node, fading: fading)
        let fraction = Color.white.withAlpha(isNew ? degree : 1 - degree)
        list.showItems(from: start, Copy(transform: .identity, color: fraction, blend: .additive))
      }
    }
  }

  private func slide(
    _ old: PresentedLayer, _ new: PresentedLayer, _ node: PlanNode.Reference,
    _ transition: PlayingTransition, _ fading: Double?
  ) throws(PresentationError) {
    let bounds = new.values.bounds
    let offsets = transition.values.offsets(transition.progress, Size(bounds.width, bounds.height))
    let plane = new.plane
    old.move(by: offsets.old)
    new.move(by: offsets.new)
    defer { new.drawState.plane = plane }
    if transition.values.type == .reveal {
      try drawNow(new, node, fading: fading)
      try drawInside(old, node, fading: fading)
    } else {
      try drawInside(old, node, fading: fading)
      try drawNow(new, node, fading: fading)
    }
  }
}
