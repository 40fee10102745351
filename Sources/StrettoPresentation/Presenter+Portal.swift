import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// What a frame must remember for layers that are shown away from home.
struct Frame {
  var root: Layer?
  var time = 0.0
  /// The portals that are being looked through, each with which copy of it; one that meets itself shows nothing.
  var portals: [(layer: Layer, copy: [Int])] = []
}

extension Presenter {
  /// What a portal or a proxy shows of another layer, and a text of its glyph layer.
  func drawSource(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    guard let source = node.pointee.source else { return }
    switch presented.layer.kind {
    case .portal: try drawPortal(presented, source)
    case .proxy: try drawProxy(presented, node, source)
    case .text: try drawText(presented, source)
    default: break
    }
  }

  /// The source at the scene's time, as seen through the portal's own timing.
  private func drawPortal(_ presented: PresentedLayer, _ source: PlanNode.Reference)
    throws(PresentationError)
  {
    let portal = presented.layer
    guard !frame.portals.contains(where: { $0.layer === portal }),
      let (placement, indices) = presented.portalPlacement(
        source.pointee.layer, sceneTime: frame.time)
    else { return }
    let outerCopy = copy
    frame.portals.append((portal, copy))
    copy = indices
    defer {
      copy = outerCopy
      frame.portals.removeLast()
    }
    try drawBody(source, at: placement)
  }

  /// The source of the view replicator around a proxy, stretched to the proxy's bounds.
  private func drawProxy(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, _ source: PlanNode.Reference
  ) throws(PresentationError) {
    copy.append(node.pointee.proxyIndex)
    defer { copy.removeLast() }
    guard let placement = presented.sourcePlacement(source.pointee.layer, copy) else { return }
    try drawBody(source, at: placement)
  }

  /// Writes a source, or shows what was written for it at the same moment.
  private func drawBody(_ source: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    let summary = source.pointee.summary
    if isTracing || summary.isPlaced { return try visit(source, at: placement) }
    let first = list.copies.count
    list.copies.append(Copy(transform: placement.plane))
    var placement = placement
    placement.plane = .identity
    let key = BodyKey(
      source.pointee.layer, as: placement.role, at: placement.time,
      isTimed: summary.isTimed || placement.glyph != nil)
    guard let open = try openBody(key, first) else { return }
    try visit(source, at: placement)
    closeBody(open)
  }
}
