import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Why a tree cannot be shown.
public enum PresentationError: Error, Equatable {
  /// All replicators and emitters together ask for more appearances of layers than `Presenter.copyLimit`.
  case tooManyCopies
  /// The birth rate of an emitter is animated, and the time is further from its start than
  /// `Presenter.emitterTimeLimit`.
  case emitterTooOld
  /// Through portals and view replicators, layers are seen more than `Layer.depthLimit` levels deep.
  case tooDeep
  /// A view replicator of technique "replicator" is asked for a time outside its window.
  case outsideWindow(time: Double)
  /// A view replicator of technique "replicator" has proxies that differ in a property that cannot be animated.
  case proxiesDiffer(property: String)
  /// Nobody waits for the answer any more.
  case cancelled
}

/// Turns a tree of layers and a time into a display list.
///
/// The functions that paint one layer are kept out of line (`@inline(never)`): the walk down the tree would
/// otherwise carry their locals at every level, and overflow the stack of a small thread.
///
/// The list depends on nothing else: no frame before it, no clock. A presenter keeps memory from frame to
/// frame; it is used by one thread at a time, and the tree must not change meanwhile.
public final class Presenter {
  /// How many appearances of layers and particles a frame may have.
  public static let copyLimit: Double = 4_194_304
  /// Seconds for which an animated birth rate is summed up.
  public static let emitterTimeLimit: Double = 10_000

  /// Seconds for which a view replicator of technique "replicator" can be seen.
  public static let replicationWindow: Double = Construction.window

  public internal(set) var list = DisplayList()
  var summaries = SubtreeSummaries()
  var pathIndices: [ObjectIdentifier: Int] = [:]
  /// How often what is being visited will be shown, and how many appearances there are so far.
  var multiplicity = 1.0
  private(set) var appearances = 0.0
  /// What the frame has written so far, to be shown again.
  var bodies: [BodyKey: KnownBody] = [:]
  var bodyBounds = BodyBounds()
  var depth = 0
  /// Who painted what, while that is asked.
  public internal(set) var traces: [Trace] = []
  var isTracing = false
  var masksAround = 0
  /// Which copy is being visited: indices, outermost replicator first.
  var copy: [Int] = []
  var replication = ReplicationState()
  /// Asked before each appearance of a layer whether to go on.
  public var cancellation: Cancellation = .never
  /// Nanoseconds that an appearance takes, about.
  static let appearanceUnits: Int = 500

  public init() {}

  /// Fills `list` with the tree as it is at `time`.
  public func present(_ root: Layer, at time: Double) throws(PresentationError) {
    list.removeAll()
    summaries.removeAll()
    pathIndices.removeAll(keepingCapacity: true)
    bodies.removeAll(keepingCapacity: true)
    bodyBounds.removeAll()
    (multiplicity, appearances, depth, masksAround) = (1, 0, 0, 0)
    copy.removeAll(keepingCapacity: true)
    replication = ReplicationState(root: root, time: time)
    // Layers are let go while the tree is still locked: the last hold on one must not end while others change it.
    defer { replication = ReplicationState() }
    try visit(root, at: .top(at: time))
    list.close()
  }

  /// Forgets the frame, so that nothing of the tree is held on to.
  public func finish() {
    list.removeAll()
    traces.removeAll()
    replication = ReplicationState()
  }

  /// Adds `count` appearances; the limit is on all of them together.
  func countAppearances(_ count: Double) throws(PresentationError) {
    guard cancellation.goesOn(after: Presenter.appearanceUnits) else { throw .cancelled }
    appearances += count * multiplicity
    if appearances > Presenter.copyLimit { throw .tooManyCopies }
  }

  /// How many more appearances of what is being visited there may be.
  var remainingAppearances: Double { (Presenter.copyLimit - appearances) / multiplicity }

  func visit(_ layer: Layer, at placement: Placement) throws(PresentationError) {
    if layer.keepsDepth { return try drawInDepth([layer], at: placement) }
    try countAppearances(1)
    if let presented = present(layer, at: placement) { try draw(presented) }
  }

  /// Nil if the layer is not there at the time, or a portal keeps it from being drawn at home.
  func present(_ layer: Layer, at placement: Placement) -> PresentedLayer? {
    if !layer.portals.isEmpty, placement.role.isHome, let root = replication.root,
      layer.isHiddenByPortal(below: root, at: replication.time)
    {
      return nil
    }
    return PresentedLayer(layer, at: placement, copy: copy)
  }

  private func draw(_ presented: PresentedLayer) throws(PresentationError) {
    guard presented.isVisible else { return }
    depth += 1
    defer { depth -= 1 }
    if depth > Layer.depthLimit { throw .tooDeep }
    let mask = presented.layer.mask
    let opacity = min(presented.values.opacity, 1)
    guard opacity < 1 || mask != nil else { return try drawInside(presented) }
    let group = beginGroup()
    try drawInside(presented)
    let contentEnd = list.items.count
    if let mask, contentEnd > group + 1 { try visitMask(mask, at: presented.maskPlacement) }
    endGroup(group, opacity: opacity, contentEnd: contentEnd, hasMask: mask != nil)
  }

  /// What the layer paints itself, and its sublayers, in the order of section 6.2.
  private func drawInside(_ presented: PresentedLayer) throws(PresentationError) {
    drawBackground(presented)
    let inside = beginClip(presented)
    drawContents(presented)
    drawShape(presented)
    try drawSource(presented)
    try drawSublayers(presented)
    endClip(inside, presented)
    drawBorder(presented)
    guard presented.layer.kind == .emitter else { return }
    let particles = beginClip(presented)
    try drawParticles(presented)
    endClip(particles, presented)
  }

  /// Opens the layer's rounded bounds, if the layer clips to them.
  private func beginClip(_ presented: PresentedLayer) -> Int? {
    presented.values.masksToBounds ? beginGroup() : nil
  }

  @inline(never)
  private func endClip(_ group: Int?, _ presented: PresentedLayer) {
    guard let group else { return }
    let clip = Clip(shape: presented.values.boundsShape, transform: presented.plane)
    endGroup(group, clip: clip, contentEnd: list.items.count)
  }

  private func drawSublayers(_ presented: PresentedLayer) throws(PresentationError) {
    guard !presented.layer.sublayers.isEmpty else { return }
    switch presented.layer.kind {
    case .replicator: try drawCopies(presented)
    case .viewReplicator: try drawProxies(presented)
    case .proxy: break
    default: try visit(presented.layer.sublayers, at: presented.sublayerPlacement)
    }
  }

  /// Sublayers in the order of the tree, or by depth where one may leave their plane.
  func visit(_ sublayers: [Layer], at placement: Placement) throws(PresentationError) {
    if sublayers.contains(where: { $0.mayLeavePlane }) {
      return try drawInDepth(sublayers, at: placement)
    }
    for sublayer in sublayers { try visit(sublayer, at: placement) }
  }
}

extension Presenter {
  /// Opens a container; its item is written when it is closed, because only then its end is known.
  @inline(never)
  func beginGroup() -> Int {
    list.items.append(
      .group(Group(opacity: 1, clip: nil, contentEnd: 0, end: 0, hasMask: false)))
    return list.items.count - 1
  }

  @inline(never)
  func endGroup(
    _ index: Int, opacity: Double = 1, clip: Clip? = nil, contentEnd: Int, hasMask: Bool = false
  ) {
    if contentEnd == index + 1 {
      // Nothing inside: nothing to show, and no mask to draw for it.
      list.items.removeSubrange(index...)
      return
    }
    list.items[index] = .group(
      Group(
        opacity: opacity, clip: clip, contentEnd: contentEnd, end: list.items.count,
        hasMask: hasMask))
  }
}
