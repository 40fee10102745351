import StrettoGeometry
import StrettoLayers

/// One appearance of a layer, as a user asks for it.
public struct Instance: Sendable {
  /// Which copy: the index in each replicator around the layer, outermost first.
  public var index: [Int]
  /// The layer's own time.
  public var localTime: Double
  /// From the layer's coordinates to the scene, flattened into its plane.
  public var transform: Transform3D
  /// The product of the replicators' colours around it.
  public var color: Color
}

extension Scene {
  /// Every appearance of `layer` at `time`, through replicators, proxies and portals, in the order of the tree.
  ///
  /// None where it, or a layer around it, is hidden; appearances of opacity or alpha 0 are told.
  ///
  /// - Parameter cancellation: asked before each place that is looked at.
  public func instances(
    of layer: Layer, at time: Double, cancellation: Cancellation = .never
  ) throws(TimeMapError) -> [Instance] {
    var search = Search(layer, in: self, at: time, cancellation)
    guard search.leads(to: root) else { throw .notInTree }
    try search.visit(root, at: .top(at: time), .white)
    return search.found
  }
}

/// A walk down a tree, along every way that leads to one layer.
private struct Search {
  let target: Layer
  let root: Layer
  let time: Double
  var found: [Instance] = []
  /// The target and the layers around it; the portals that show one of those, and the layers around them.
  private var ways: Set<ObjectIdentifier> = []
  private var copy: [Int] = []
  private var portals: [Layer] = []
  /// Places looked at, found or not: hidden copies of copies cost time too.
  private var visits = 0.0
  private var depth = 0
  private var cancellation: Cancellation

  init(_ target: Layer, in scene: Scene, at time: Double, _ cancellation: Cancellation) {
    (self.target, root, self.time, self.cancellation) = (target, scene.root, time, cancellation)
    var open = [target]
    while let layer = open.popLast() {
      for way in ancestry(of: layer) where ways.insert(ObjectIdentifier(way)).inserted {
        open += way.portals.map { $0.portal }
        // The proxies of a view replicator lead to its source.
        if way.superlayer?.source === way { open += way.superlayer?.proxies ?? [] }
      }
    }
  }

  func leads(to layer: Layer) -> Bool { ways.contains(ObjectIdentifier(layer)) }

  mutating func visit(_ layer: Layer, at placement: Placement, _ color: Color)
    throws(TimeMapError)
  {
    guard leads(to: layer) else { return }
    guard cancellation.goesOn(after: Presenter.appearanceUnits) else { throw .cancelled }
    visits += 1
    if visits > Presenter.copyLimit { throw .tooManyCopies }
    depth += 1
    defer { depth -= 1 }
    if depth > Layer.depthLimit { throw .tooDeep }
    if !layer.portals.isEmpty, placement.role.isHome, layer.isHiddenByPortal(below: root, at: time)
    {
      return
    }
    guard let presented = PresentedLayer(layer, at: placement, copy: copy),
      !presented.values.isHidden
    else { return }
    if layer === target {
      found.append(
        Instance(
          index: copy, localTime: presented.time.time, transform: presented.plane.transform3D,
          color: color))
    }
    switch layer.kind {
    case .replicator: try visitCopies(presented, color)
    case .viewReplicator: try visitProxies(presented, color)
    case .portal: try visitPortal(presented, color)
    default:
      for sublayer in layer.sublayers {
        try visit(sublayer, at: presented.sublayerPlacement, color)
      }
    }
    if let mask = layer.mask { try visit(mask, at: presented.maskPlacement, color) }
  }

  private mutating func visitCopies(_ presented: PresentedLayer, _ color: Color)
    throws(TimeMapError)
  {
    let (layer, replicator) = (presented.layer, presented.values.replicator)
    let shown = layer.sublayers + layer.instanceMasks.compactMap { $0 }
    guard shown.contains(where: { leads(to: $0) }),
      replicator.instanceCount >= 1
    else { return }
    if replicator.instanceCount > Presenter.copyLimit { throw .tooManyCopies }
    for k in 0..<Int(clampingDown: replicator.instanceCount + 1e-9) {
      let tint = color.multiplied(by: replicator.color(ofCopy: k))
      let placement = presented.placement(ofCopy: k)
      copy.append(k)
      defer { copy.removeLast() }
      for sublayer in layer.sublayers { try visit(sublayer, at: placement, tint) }
      guard k < layer.instanceMasks.count, let mask = layer.instanceMasks[k] else { continue }
      // There is one mask for this copy: no index tells it from others.
      let index = copy.removeLast()
      defer { copy.append(index) }
      try visit(mask, at: placement, tint)
    }
  }

  private mutating func visitProxies(_ presented: PresentedLayer, _ color: Color)
    throws(TimeMapError)
  {
    let source = presented.layer.source
    for (index, proxy) in presented.layer.proxies.enumerated() {
      try visit(proxy, at: presented.sublayerPlacement, color)
      guard let source, leads(to: source),
        let shown = PresentedLayer(proxy, at: presented.sublayerPlacement, copy: copy),
        !shown.values.isHidden
      else { continue }
      copy.append(index)
      defer { copy.removeLast() }
      if let placement = shown.sourcePlacement(source, copy) {
        try visit(source, at: placement, color)
      }
    }
  }

  private mutating func visitPortal(_ presented: PresentedLayer, _ color: Color)
    throws(TimeMapError)
  {
    let portal = presented.layer
    guard let source = portal.source, !portals.contains(where: { $0 === portal }),
      let (placement, indices) = presented.portalPlacement(source, sceneTime: time)
    else { return }
    let outer = copy
    portals.append(portal)
    copy = indices
    defer {
      copy = outer
      portals.removeLast()
    }
    try visit(source, at: placement, color)
  }
}
