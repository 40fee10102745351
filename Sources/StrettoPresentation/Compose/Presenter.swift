import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Turns a tree of layers and a time into a display list.
///
/// The list depends on nothing else: no frame before it, no clock. A presenter keeps memory from frame to
/// frame; it is used by one thread at a time, and the tree must not change meanwhile.
public final class Presenter {
  /// How many appearances of layers and particles a frame may have.
  public static let copyLimit: Double = 4_194_304
  /// How many elements and colours a frame's paths and gradients may have that appearances have for themselves: while
  /// they are animated, each copy has its own.
  public static let elementLimit: Int = 1 << 22
  /// How many pixels the bitmaps of a frame's glyphs may have: all emoji of a usual font have half of them.
  public static let glyphPixelLimit: Int = 1 << 27
  /// Seconds for which an animated birth rate is summed up.
  public static let emitterTimeLimit: Double = 10_000
  /// Seconds after its start up to which an emitter with an animated birth rate is seen, if that repeats or stays.
  public static let emitterTimeEnd: Double = 1e9

  public internal(set) var list = DisplayList()
  /// The plan, and its edition that the list's first paths, strokes, gradients and images are from.
  private(set) var plan: Plan?
  private var listed: (plan: ObjectIdentifier?, edition: UInt64) = (nil, 0)
  var frame = Frame()
  var glyphs = GlyphCache()
  /// Appearances and copies that are not in use.
  private var pool: [PresentedLayer] = []
  var copiesPool: [SharedCopies] = []
  var stack = StackRoom()
  /// Bytes of the stack that one more level may take.
  static let levelRoom: UInt = 128 << 10
  static let colorGlyphRoom: UInt = 192 << 10
  /// Asked before each appearance of a layer whether to go on.
  public var cancellation: Cancellation = .never

  /// Whether every animated value comes from the general evaluator: the oracle that tests compare the others with.
  private let evaluatesAll: Bool

  @export(interface)
  public init() { evaluatesAll = false }

  package init(evaluatesAll: Bool) { self.evaluatesAll = evaluatesAll }

  /// Fills `list` with the tree as it is at `time`.
  ///
  /// - Parameter seen: the part of the scene that will be looked at. Copies outside may be left out; nil for all of it.
  @export(interface)
  public func present(_ root: Layer, at time: Double, seen: Rect? = nil) throws(PresentationError) {
    try write(root, at: time, seen: seen, nil)
  }

  /// Fills `list`, with every copy written out, and `traces` with who painted what; masks are left out.
  ///
  /// - Parameter seen: the part of the scene that is asked about. What lies outside may be left out; nil for all of it.
  @export(interface)
  public func trace(_ root: Layer, at time: Double, seen: Rect? = nil) throws(PresentationError) {
    try write(root, at: time, seen: seen, [])
  }

  private func write(
    _ root: Layer, at time: Double, seen: Rect?, _ traces: [Trace]?
  ) throws(PresentationError) {
    try write(root, at: time, seen: seen, traces) { plan throws(PresentationError) in
      try visit(plan.root, at: .top(at: time))
    }
  }

  /// Fills `list` with what a body writes of the plan of a tree.
  func write(
    _ root: Layer, at time: Double, seen: Rect? = nil, _ traces: [Trace]? = nil,
    _ body: (Plan) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let plan = try plan(for: root)
    beginList(plan)
    glyphs.beginFrame()
    frame.begin(root, time, seen: seen, traces)
    frame.written = (0, list.paths.count, list.gradients.count)
    // Layers are let go while the tree is still locked: the last hold on one must not end while others change it.
    defer { frame.end() }
    try body(plan)
    if glyphs.pixels.shown > Presenter.glyphPixelLimit { throw .tooManyGlyphPixels }
    list.close()
  }

  private func plan(for root: Layer) throws(PresentationError) -> Plan {
    do throws(Cancelled) {
      if let plan, try plan.update(for: root, cancellation.another) { return plan }
      let made = try Plan(root, evaluatesAll: evaluatesAll, cancellation.another)
      plan = made
      return made
    } catch {
      // A plan left half-way by a cancelled call is dropped, so that it is not taken for a later one at its address.
      (plan, listed) = (nil, (nil, 0))
      throw .cancelled
    }
  }

  /// Empties the list, but for what stays from frame to frame.
  private func beginList(_ plan: Plan) {
    list.removeItems()
    if listed == (ObjectIdentifier(plan), plan.resources.edition) {
      list.keepResources(of: plan.resources.list)
    } else {
      list.takeResources(of: plan.resources.list)
      listed = (ObjectIdentifier(plan), plan.resources.edition)
    }
  }

  /// Makes the next frame take over the plan's resources, as the list has none.
  func forgetList() { listed = (nil, 0) }

  /// Forgets the frame, so that no layer is held on to.
  @export(interface)
  public func finish() {
    frame.finish()
  }

  /// Whether the items of a layer may be shown again at another place, which is not so where its copy matters.
  func mayShare(_ node: PlanNode.Reference, _ context: WalkContext) -> Bool {
    !frame.names(context) && !node.pointee.summary.dependsOnPlacement
      && node.pointee.summary.overridden.isEmpty
  }

  func visit(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    if node.pointee.facts.contains(.keepsDepth) || node.pointee.facts.contains(.particlesKeepDepth)
    {
      return try drawInDepth([node], at: placement)
    }
    try visitInPlane(node, at: placement)
  }

  /// A layer as a flat picture, without those of its parts that stand in the space around it.
  @inline(__always)
  func visitInPlane(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    try countAppearances(1)
    guard let presented = appearance(of: node, at: placement) else { return }
    defer { recycle(presented) }
    try draw(presented)
  }

  /// Nil if the layer is not there at the time, or a portal keeps it from being drawn at home.
  func appearance(of node: PlanNode.Reference, at placement: Placement) -> PresentedLayer? {
    if placement.options.isInTree, isHiddenByPortal(node) { return nil }
    let presented = newAppearance(of: node.pointee.layer)
    if presented.become(node, at: placement, copy: frame.copy(placement.context), &cancellation) {
      return presented
    }
    recycle(presented)
    return nil
  }

  func newAppearance(of layer: Layer) -> PresentedLayer { pool.popLast() ?? PresentedLayer(layer) }

  func recycle(_ presented: PresentedLayer) {
    presented.lettering = PresentedLayer.Lettering()
    pool.append(presented)
  }

  /// Found out once a frame: a source can have many portals and many appearances.
  private func isHiddenByPortal(_ node: PlanNode.Reference) -> Bool {
    guard !node.pointee.layer.portals.isEmpty, let root = frame.root, let number = plan?.frameNumber
    else { return false }
    if node.pointee.hiddenInFrame.frame != number {
      frame.portalLooks += 1
      let isHidden = node.pointee.layer.isHiddenByPortal(
        below: root, at: frame.time, by: plan)
      node.pointee.hiddenInFrame = (number, isHidden)
    }
    return node.pointee.hiddenInFrame.isHidden
  }

  func draw(_ presented: PresentedLayer) throws(PresentationError) {
    guard presented.isVisible, let node = presented.node else { return }
    try descend(presented)
    if presented.values.hasLight { return try drawWithEffects(presented, node) }
    let mask = node.pointee.links.mask
    guard presented.opacity < 1 || mask != nil else { return try drawInside(presented, node) }
    let place = mask.map { ($0, presented.maskPlacement) }
    try drawGroup(opacity: presented.opacity, mask: place) { () throws(PresentationError) in
      try drawInside(presented, node)
    }
  }

  /// Draws what the layer paints itself, and its sublayers; with its old picture while a transition plays.
  ///
  /// - Parameter fading: the opacity that each thing which the layer paints takes for itself.
  @inline(__always)
  func drawInside(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double? = nil
  ) throws(PresentationError) {
    if node.pointee.facts.contains(.hasTransitions), try drawTransition(presented, node, fading) {
      return
    }
    try drawNow(presented, node, fading: fading)
  }

  /// Draws what the layer paints itself, and its sublayers, in the order of section 6.2.
  func drawNow(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double?
  ) throws(PresentationError) {
    let start = list.items.count
    let painter = painter(presented)
    defer {
      if node.pointee.facts.contains(.isLeaf) {
        forgetUnseen(from: start, painter, presented.context)
      }
    }
    try draw(.below, of: presented, node, painter, fading)
    try clipped(to: presented) { () throws(PresentationError) in
      try draw(.inside, of: presented, node, painter, fading)
      guard !node.pointee.facts.contains(.isLeaf) else { return }
      try drawSource(presented, node)
      try drawSublayers(presented, node)
    }
    try draw(.above, of: presented, node, painter, fading)
    try countElements()
    guard presented.layer.kind == .emitter, !node.pointee.facts.contains(.particlesKeepDepth) else {
      return
    }
    try clipped(to: presented) { () throws(PresentationError) in
      try faded(fading) { () throws(PresentationError) in try drawParticles(presented) }
    }
  }

  /// Draws a part of what the layer paints itself. What fades for itself does so paint by paint.
  private func draw(
    _ part: LayerPaint.Part, of presented: PresentedLayer, _ node: PlanNode.Reference,
    _ painter: Int32, _ fading: Double?
  ) throws(PresentationError) {
    let place = PaintPlace(
      plane: presented.plane, imagePlane: presented.isFlipped ? presented.imagePlane : nil,
      painter: painter)
    if let known = node.pointee.content, !presented.hasOverrides {
      return list.draw(known[part], place)
    }
    try part.forEachPaint { paint throws(PresentationError) in
      try faded(fading) {
        if paint == .shape, presented.layer.kind == .glyph { return drawGlyphs(presented, place) }
        let path = paint == .shape ? pathIndex(presented) : -1
        list.paint(paint, of: presented.shown, path: path, place)
      }
    }
  }

  private func drawSublayers(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    guard !node.pointee.links.sublayers.isEmpty else { return }
    switch presented.layer.kind {
    case .replicator: try drawCopies(presented, node)
    case .viewReplicator: try visitByZPosition(node, at: presented.sublayerPlacement)
    default: try visitSublayers(node, at: presented.sublayerPlacement)
    }
  }

  /// Sublayers in ascending order of their z positions, ties in the order of the tree: the proxies of a view
  /// replicator, which are one sheet (semantics section 22).
  func visitByZPosition(_ node: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    var drawn = node.pointee.links.sublayers.compactMap { appearance(of: $0, at: placement) }
    defer { pool += drawn }
    try countAppearances(Double(drawn.count))
    // Swift's sort is stable.
    drawn.sort { $0.values.zPosition < $1.values.zPosition }
    for presented in drawn { try draw(presented) }
  }

  /// Sublayers in the order of the tree, or by depth where one may leave their plane.
  func visitSublayers(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError)
  {
    if node.pointee.facts.contains(.hasDepth) {
      return try drawInDepth(node.pointee.links.sublayers, at: placement)
    }
    for index in node.pointee.links.sublayers.indices {
      try visit(node.pointee.links.sublayers[index], at: placement)
    }
  }
}
