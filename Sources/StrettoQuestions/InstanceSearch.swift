import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension Scene {
  /// All instances of `layer` at `time`, through replicators, proxies and portals, in the order of the tree.
  ///
  /// The result is empty if the layer or one of its superlayers is hidden, but includes instances with opacity 0 or alpha 0.
  ///
  /// - Parameter cancellation: Cancellation of the search, which is checked before each layer that is visited.
  @export(interface)
  public func instances(
    of layer: Layer, at time: Double, cancellation: Cancellation = .never
  ) throws(TimeMapError) -> [Instance] {
    var search = InstanceSearch(layer, in: self, at: time, cancellation)
    guard search.leads(to: root) else { throw .notInTree }
    try search.run(from: root)
    return search.found
  }
}

/// A walk down a tree along every path that leads to one layer. Layers that are still to be visited are in an array, so that a
/// deep tree takes no more stack than a flat tree.
struct InstanceSearch {
  /// A layer that is to be visited, with the placement and colour that the layer above gives the layer.
  private struct Visit {
    let layer: Layer
    let edge: TreeEdge
    let placement: Placement
    let color: Color
    let copy: [Int]
    /// The portals on the path to the layer. A portal in this array shows nothing when it is visited again, because a portal
    /// cannot show itself.
    var portals: [ObjectIdentifier]
    let depth: Int
  }

  private enum PendingVisit {
    case visit(Visit)
    /// The copies of a replicator from the copy with index `next` on, and the layers that the copies show.
    case copies(PresentedLayer, Visit, [(layer: Layer, edge: TreeEdge)], next: Int, count: Int)
  }

  private let target: Layer
  private let root: Layer
  private let time: Double
  private(set) var found: [Instance] = []
  /// The layers on paths to the target: the target and its superlayers, the portals of these layers, and the superlayers of the
  /// portals.
  private var relevantLayers: Set<ObjectIdentifier> = []
  private var walk = TreeWalk<PendingVisit>([])
  /// The number of visited layers and copies, including hidden copies, because visiting a hidden copy takes time.
  private var visits = 0.0
  private var cancellation: Cancellation

  init(_ target: Layer, in scene: Scene, at time: Double, _ cancellation: Cancellation) {
    (self.target, root, self.time, self.cancellation) = (target, scene.root, time, cancellation)
    var walk = TreeWalk([target])
    while let layer = walk.next() {
      for ancestor in ancestry(of: layer)
      where relevantLayers.insert(ObjectIdentifier(ancestor)).inserted {
        walk.push(ancestor.portals.map { $0.layer })
        // The search must also visit the proxies of a view replicator, because the proxies show the source of the view
        // replicator.
        if ancestor.superlayer?.source === ancestor {
          walk.push(ancestor.superlayer?.proxies ?? [])
        }
      }
    }
  }

  func leads(to layer: Layer) -> Bool { relevantLayers.contains(ObjectIdentifier(layer)) }

  mutating func run(from root: Layer) throws(TimeMapError) {
    walk.push(
      .visit(
        Visit(
          layer: root, edge: .sublayer, placement: .top(at: time), color: .white, copy: [],
          portals: [], depth: 1)))
    while let next = walk.next() {
      guard cancellation.shouldContinue() else { throw .cancelled }
      visits += 1
      if visits > Presenter.copyLimit { throw .tooManyCopies }
      switch next {
      case .visit(let visit): try look(at: visit)
      case .copies(let presented, let visit, let shown, let k, let count):
        if k + 1 < count {
          walk.push(.copies(presented, visit, shown, next: k + 1, count: count))
        }
        walk.push(visits(inCopy: k, presented, visit, shown))
      }
    }
  }

  private mutating func look(at visit: Visit) throws(TimeMapError) {
    let layer = visit.layer
    if visit.depth > Layer.depthLimit { throw .tooDeep }
    if !layer.portals.isEmpty, visit.placement.options.isInTree,
      layer.isHiddenByPortal(below: root, at: time)
    {
      return
    }
    guard let presented = PresentedLayer(layer, at: visit.placement, copy: visit.copy),
      !presented.values.isHidden
    else { return }
    if layer === target {
      found.append(
        Instance(
          copy: visit.copy, localTime: presented.time.time,
          transform: presented.plane.transform3D, color: visit.color))
    }
    let shown = layer.shown(as: visit.edge).filter { leads(to: $0.layer) }
    walk.push(
      shown.compactMap { part, edge in
        switch edge {
        case .copies, .copyMask: nil
        case .portal: source(part, of: presented, visit)
        case .source(let index): next(part, edge, presented, visit, copy: visit.copy + [index])
        case .sublayer, .mask, .proxy: next(part, edge, presented, visit)
        }
      })
    let copied = layer.kind == .proxy ? [] : shown.filter { $0.edge.isOfCopies }
    if copied.isEmpty { return }
    do throws(Cancelled) { try presented.layOut(&cancellation) } catch { throw .cancelled }
    let count = presented.copyCount
    if count > Presenter.copyLimit { throw .tooManyCopies }
    let whole = Int(clampingDown: count)
    presented.prepareInstances(whole)
    if whole > 0 { walk.push(.copies(presented, visit, copied, next: 0, count: whole)) }
  }

  /// The visit of a layer that the presented layer shows; nil if the layer is invisible.
  private func next(
    _ layer: Layer, _ edge: TreeEdge, _ presented: PresentedLayer, _ outer: Visit,
    copy: [Int]? = nil, color: Color? = nil
  ) -> PendingVisit? {
    let copy = copy ?? outer.copy
    guard let placement = presented.placement(of: layer, edge, copy: copy) else { return nil }
    return .visit(
      Visit(
        layer: layer, edge: edge, placement: placement, color: color ?? outer.color, copy: copy,
        portals: outer.portals, depth: outer.depth + 1))
  }

  private func visits(
    inCopy k: Int, _ presented: PresentedLayer, _ visit: Visit,
    _ shown: [(layer: Layer, edge: TreeEdge)]
  ) -> [PendingVisit] {
    let tint = visit.color.multiplied(by: presented.color(ofCopy: k))
    return shown.compactMap { part, edge in
      switch edge {
      // A mask of one copy is shown only in this copy, so the indices of the mask leave out the index of the copy.
      case .copyMask(k): next(part, edge, presented, visit, color: tint)
      case .copies: next(part, edge, presented, visit, copy: visit.copy + [k], color: tint)
      default: nil
      }
    }
  }

  private func source(_ source: Layer, of presented: PresentedLayer, _ visit: Visit)
    -> PendingVisit?
  {
    let portal = ObjectIdentifier(visit.layer)
    guard !visit.portals.contains(portal),
      let (placement, copy) = presented.portalPlacement(source, sceneTime: time)
    else { return nil }
    return .visit(
      Visit(
        layer: source, edge: .portal, placement: placement, color: visit.color, copy: copy,
        portals: visit.portals + [portal], depth: visit.depth + 1))
  }
}
