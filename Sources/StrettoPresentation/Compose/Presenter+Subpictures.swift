import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// True if the items of a layer may be shown again at another placement. Items that depend on the layer's copy must not be
  /// shown again.
  func mayShare(_ node: PlanNode.Reference, _ context: WalkContext) -> Bool {
    !frame.names(context) && !node.pointee.summary.dependsOnPlacement
      && node.pointee.summary.overridden.isEmpty
  }

  /// Shows the items that the closure `write` writes as one subpicture, or shows an existing subpicture with an equal `key`.
  func show(
    _ key: SubpictureKey?, _ copy: Copy, _ context: WalkContext,
    _ write: (WalkContext) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let subpicture = try subpicture(key, context, write)
    try countLayerInstances(subpicture.layerInstances)
    if let index = subpicture.index { list.show(index, copy) }
  }

  /// The subpicture that the closure `write` writes, or an existing subpicture with an equal `key`. The frame counts the layer
  /// instances of a subpicture each time that the subpicture is shown.
  func subpicture(
    _ key: SubpictureKey?, _ context: WalkContext,
    _ write: (WalkContext) throws(PresentationError) -> Void
  ) throws(PresentationError) -> Subpicture {
    if let key, let known = frame.subpictures[key] { return known }
    let (first, counted) = (list.items.count, frame.layerInstances)
    var inside = context
    inside.isInSharedSubpicture = true
    try write(inside)
    let subpicture = Subpicture(
      index: list.items.count > first ? list.endSubpicture(from: first) : nil,
      layerInstances: frame.layerInstances - counted)
    frame.layerInstances = counted
    if let key { frame.subpictures[key] = subpicture }
    return subpicture
  }
}
