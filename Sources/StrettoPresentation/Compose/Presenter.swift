import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Converts a tree of layers and a time to a display list.
///
/// The display list depends only on the tree and the time, and not on earlier frames or a clock. A presenter reuses its memory
/// from frame to frame. Only one thread may use a presenter at a time, and the tree must not change while the presenter is used.
public final class Presenter {
  /// The greatest number of layer instances and particles in a frame.
  public static let copyLimit: Double = 4_194_304
  /// The number of layer instances for which a portal counts each time that the portal shows its source. Portals that show each
  /// other's superlayers multiply with each level of the tree, and each shown source takes the time and memory of many plain
  /// copies.
  public static let portalWeight: Double = 16
  /// The greatest number of path elements and gradient colours in a frame. The number of path elements is limited because each
  /// copy of an animated path or gradient has its own path or gradient.
  public static let elementLimit: Int = 1 << 22
  /// The greatest number of pixels in the bitmaps of a frame's glyphs. All emoji of a common emoji font together have half as
  /// many pixels as `glyphPixelLimit`.
  public static let glyphPixelLimit: Int = 1 << 27
  /// The greatest time in seconds for which an animated birth rate is summed.
  public static let emitterTimeLimit: Double = 10_000
  /// The greatest time in seconds after an emitter's start at which the emitter can be shown, if its animated birth rate repeats
  /// or becomes constant.
  public static let emitterTimeEnd: Double = 1e9

  public internal(set) var list = DisplayList()
  /// The evaluation plan of the current tree. The property `listed` identifies the plan whose resources the display list
  /// contains, and the edition of the resources.
  private(set) var plan: Plan?
  private var listed: (plan: ObjectIdentifier?, edition: UInt64) = (nil, 0)
  var frame = Frame()
  var glyphs = GlyphCache()
  /// Unused `PresentedLayer` objects, which are kept for reuse.
  private var pool: [PresentedLayer] = []
  var copiesPool: [SharedCopies] = []
  var stack = StackSpace()
  /// The number of bytes of stack that one more level of the tree may take.
  static let levelStackSize: UInt = 128 << 10
  static let colorGlyphStackSize: UInt = 192 << 10
  /// The cancellation of the frame, which is checked before each layer instance.
  public var cancellation: Cancellation = .never

  /// The greatest number of hit records that the next frames may have.
  public var hitRecordLimit: Int = .max

  /// True if all animated values come from the general evaluator, which tests use as the oracle.
  private let evaluatesAll: Bool

  @export(interface)
  public init() { evaluatesAll = false }

  package init(evaluatesAll: Bool) { self.evaluatesAll = evaluatesAll }

  /// Fills `list` with the tree at `time`.
  ///
  /// - Parameter seen: The visible part of the scene; nil for the whole scene. Copies outside the visible part of the scene may
  ///   be omitted.
  @export(interface)
  public func present(_ root: Layer, at time: Double, seen: Rect? = nil) throws(PresentationError) {
    try write(root, at: time, seen: seen, nil)
  }

  /// Fills `list` with the tree at `time`, with each copy written separately, and fills `hitRecords` with hit records. No hit
  /// records are made for mask layers.
  ///
  /// - Parameter seen: The part of the scene that is hit-tested; nil for the whole scene. Content outside the hit-tested part of
  ///   the scene may be omitted.
  @export(interface)
  public func hitRecord(_ root: Layer, at time: Double, seen: Rect? = nil) throws(PresentationError)
  {
    try write(root, at: time, seen: seen, [])
  }

  private func write(
    _ root: Layer, at time: Double, seen: Rect?, _ hitRecords: [HitRecord]?
  ) throws(PresentationError) {
    try write(root, at: time, seen: seen, hitRecords) { plan throws(PresentationError) in
      try visit(plan.root, at: .top(at: time))
    }
  }

  /// Fills `list` with the items that a closure writes for the plan of a tree.
  func write(
    _ root: Layer, at time: Double, seen: Rect? = nil, _ hitRecords: [HitRecord]? = nil,
    _ body: (Plan) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let plan = try plan(for: root)
    beginList(plan)
    glyphs.beginFrame()
    frame.begin(root, time, seen: seen, hitRecords)
    frame.written = (0, list.paths.count, list.gradients.count)
    // Layers are released while the tree is still locked, because the last reference to a layer must not end while another thread
    // changes the layer.
    defer { frame.end() }
    try body(plan)
    if glyphs.pixels.shown > Presenter.glyphPixelLimit { throw .tooManyGlyphPixels }
    list.close()
  }

  private func plan(for root: Layer) throws(PresentationError) -> Plan {
    do throws(Cancelled) {
      if let plan, try plan.update(for: root, cancellation.forAnotherThread) { return plan }
      let made = try Plan(root, evaluatesAll: evaluatesAll, cancellation.forAnotherThread)
      plan = made
      return made
    } catch {
      // The incomplete plan of a cancelled call is released, so that the incomplete plan is not mistaken for a later plan at the
      // same address.
      (plan, listed) = (nil, (nil, 0))
      throw .cancelled
    }
  }

  /// Empties the display list, but keeps resources from frame to frame.
  private func beginList(_ plan: Plan) {
    list.removeItems()
    if listed == (ObjectIdentifier(plan), plan.resources.edition) {
      list.keepResources(of: plan)
    } else {
      list.takeResources(of: plan.resources.list)
      listed = (ObjectIdentifier(plan), plan.resources.edition)
    }
  }

  /// Makes the next frame copy the plan's resources again, because the display list has lost the resources.
  func forgetList() { listed = (nil, 0) }

  /// Releases the hit records of the frame and their layers.
  @export(interface)
  public func finish() {
    frame.finish()
  }

  func visit(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    if node.pointee.facts.contains(.keepsDepth) || node.pointee.facts.contains(.particlesKeepDepth)
    {
      return try drawInDepth([node], at: placement)
    }
    try visitInPlane(node, at: placement)
  }

  /// Draws a layer as a flat picture, without sublayers that are placed in the 3-D space around the layer.
  @inline(__always)
  func visitInPlane(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    try countLayerInstances(1)
    guard let presented = presentedLayer(of: node, at: placement) else { return }
    defer { recycle(presented) }
    try draw(presented)
  }

  /// The layer instance of a plan node; nil if the layer is not shown at the placement's time, or if a portal hides the layer in
  /// the model tree.
  func presentedLayer(of node: PlanNode.Reference, at placement: Placement) -> PresentedLayer? {
    if placement.options.isInTree, isHiddenByPortal(node) { return nil }
    let presented = newPresentedLayer(of: node.pointee.layer)
    if presented.become(node, at: placement, copy: frame.copy(placement.context), &cancellation) {
      return presented
    }
    recycle(presented)
    return nil
  }

  func newPresentedLayer(of layer: Layer) -> PresentedLayer {
    pool.popLast() ?? PresentedLayer(layer)
  }

  func recycle(_ presented: PresentedLayer) {
    presented.lettering = PresentedLayer.Lettering()
    pool.append(presented)
  }

  /// True if a portal hides a layer. The test for hiding portals is cached for the frame, because a source can have many portals
  /// and many instances.
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
    if presented.values.hasEffects { return try drawWithEffects(presented, node) }
    let mask = node.pointee.links.mask
    guard presented.opacity < 1 || mask != nil else { return try drawInside(presented, node) }
    let groupMask = mask.map { ($0, presented.maskPlacement) }
    try drawGroup(opacity: presented.opacity, mask: groupMask) { () throws(PresentationError) in
      try drawInside(presented, node)
    }
  }

  /// Draws the layer's own paints and its sublayers. During a transition of the layer, the outgoing picture is drawn as well.
  ///
  /// - Parameter fading: The opacity that applies to each paint of the layer separately; nil for none.
  @inline(__always)
  func drawInside(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double? = nil
  ) throws(PresentationError) {
    if node.pointee.facts.contains(.hasTransitions), try drawTransition(presented, node, fading) {
      return
    }
    try drawNow(presented, node, fading: fading)
  }

  /// Draws the layer's own paints and the layer's sublayers, in the order of docs/core-animation.md, section 6.2.
  func drawNow(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double?
  ) throws(PresentationError) {
    let start = list.items.count
    let hitID = hitID(presented)
    defer {
      if node.pointee.facts.contains(.isLeaf) {
        forgetInvisible(from: start, hitID, presented.context)
      }
    }
    try draw(.below, of: presented, node, hitID, fading)
    try clipped(to: presented) { () throws(PresentationError) in
      try draw(.inside, of: presented, node, hitID, fading)
      guard !node.pointee.facts.contains(.isLeaf) else { return }
      try drawSource(presented, node)
      try drawSublayers(presented, node)
    }
    try draw(.above, of: presented, node, hitID, fading)
    try countElements()
    guard presented.layer.kind == .emitter, !node.pointee.facts.contains(.particlesKeepDepth) else {
      return
    }
    try clipped(to: presented) { () throws(PresentationError) in
      try faded(fading) { () throws(PresentationError) in try drawParticles(presented) }
    }
  }

  /// Draws one part of the layer's own paints. If `fading` is not nil, the opacity `fading` applies to each paint of the layer
  /// separately.
  private func draw(
    _ part: LayerPaint.Part, of presented: PresentedLayer, _ node: PlanNode.Reference,
    _ hitID: Int32, _ fading: Double?
  ) throws(PresentationError) {
    let target = PaintTarget(
      plane: presented.plane, imagePlane: presented.isFlipped ? presented.imagePlane : nil,
      hitID: hitID)
    if let known = node.pointee.content, !presented.hasOverrides {
      return list.draw(known[part], target)
    }
    try part.forEachPaint { paint throws(PresentationError) in
      try faded(fading) {
        if paint == .shape, presented.layer.kind == .glyph { return drawGlyphs(presented, target) }
        let path = paint == .shape ? pathIndex(presented) : -1
        list.paint(paint, of: presented.shown, path: path, target)
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

  /// Draws sublayers in ascending z position, or in tree order if z positions are equal. The proxies of a view replicator are
  /// drawn like one polygon (docs/core-animation.md, section 22).
  func visitByZPosition(_ node: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    var drawn = node.pointee.links.sublayers.compactMap { presentedLayer(of: $0, at: placement) }
    defer { pool += drawn }
    try countLayerInstances(Double(drawn.count))
    // Swift's sort is stable, so sublayers of equal z position keep the tree order.
    drawn.sort { $0.values.zPosition < $1.values.zPosition }
    for presented in drawn { try draw(presented) }
  }

  /// Draws sublayers in tree order, or by depth if a sublayer may leave its plane.
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
