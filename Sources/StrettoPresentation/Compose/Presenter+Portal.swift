import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// Draws the source of a portal or a proxy, or the glyph layer of a text.
  func drawSource(_ presented: PresentedLayer, _ node: PlanNode.Reference) throws(PresentationError)
  {
    guard let source = node.pointee.links.source else { return }
    switch presented.layer.kind {
    case .portal: try drawPortal(presented, source)
    case .proxy: try drawProxy(presented, node, source)
    case .text: try drawText(presented, source)
    default: break
    }
  }

  /// Draws a portal's source at scene time, converted by the portal's own timing.
  private func drawPortal(_ presented: PresentedLayer, _ source: PlanNode.Reference)
    throws(PresentationError)
  {
    let portal = presented.layer
    guard !frame.isInside(portal, presented.context),
      let (treePlacement, copy) = presented.portalPlacement(
        source.pointee.layer, sceneTime: frame.time, by: plan)
    else { return }
    try countLayerInstances(Presenter.portalWeight - 1)
    var placement = treePlacement
    frame.enter(portal, source: copy, &placement.context)
    try drawSubpicture(source, at: placement)
  }

  /// Draws the source of the view replicator around a proxy, scaled to the proxy's bounds.
  private func drawProxy(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, _ source: PlanNode.Reference
  ) throws(PresentationError) {
    guard let index = node.pointee.proxyIndex else { return }
    var context = presented.context
    frame.enterCopy(index, &context)
    let copy = frame.copy(context)
    guard var placement = presented.sourcePlacement(source.pointee.layer, copy) else { return }
    placement.context = context
    try drawSubpicture(source, at: placement)
  }

  /// Writes the picture of a source, or shows the subpicture that was written for the source at the same local time.
  private func drawSubpicture(_ source: PlanNode.Reference, at outer: Placement)
    throws(PresentationError)
  {
    guard mayShare(source, outer.context) else { return try visit(source, at: outer) }
    let key = SubpictureKey(
      source.pointee.layer, as: outer.options, at: outer.time,
      isTimed: source.pointee.summary.isTimed || outer.glyph != nil)
    try show(key, Copy(transform: outer.plane), outer.context) {
      context throws(PresentationError) in
      var placement = outer
      (placement.plane, placement.context) = (.identity, context)
      try visit(source, at: placement)
    }
  }
}
