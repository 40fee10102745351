import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

/// Why a tree cannot be shown.
public enum PresentationError: Error, Equatable {
  /// All replicators and emitters together ask for more appearances of layers than `Presenter.copyLimit`.
  case tooManyCopies
  /// Paths and gradients that differ from appearance to appearance have together more elements and colours than
  /// `Presenter.elementLimit`.
  case tooManyElements
  /// The bitmaps of the glyphs that are shown have together more pixels than `Presenter.glyphPixelLimit`.
  case tooManyGlyphPixels
  /// The birth rate of an emitter changes without repeating, and must be summed up for longer than
  /// `Presenter.emitterTimeLimit`; or its particles live for longer than that.
  case emitterTooOld
  /// Through portals and view replicators, layers are seen more than `Layer.depthLimit` levels deep.
  case tooDeep
  /// So many levels down the tree, the stack of the calling thread ends.
  case stackTooSmall(depth: Int)
  /// Nobody waits for the answer any more.
  case cancelled
}

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
  private(set) var plan: Plan?
  /// The plan and the edition that the list's first paths, strokes, gradients and images are those of.
  private var listed: (plan: ObjectIdentifier?, edition: UInt64) = (nil, 0)
  /// Appearances that are not in use.
  private var idle: [PresentedLayer] = []
  var idleCopies: [SharedCopies] = []
  var pathIndices: [ObjectIdentifier: Int] = [:]
  /// Outlines that the plan does not have; -1 for glyphs without one.
  var outlines: [GlyphKey: Int] = [:]
  var variedFonts: [VariedFont: Font] = [:]
  /// The bodies of letters by the index of their outline, with what fills them.
  var letters: [Int: (color: Color, body: Int)] = [:]
  var colorGlyphs: [GlyphKey: ColorGlyph?] = [:]
  /// Pixels of those of them that are bitmaps, and of the bitmaps that this frame shows.
  var glyphPixels = (kept: 0, shown: 0)
  var colorBodies: [ColorBody: Int] = [:]
  /// How often what is being visited will be shown, and how many appearances there are so far.
  var multiplicity = 1.0
  var appearances = 0.0
  /// Elements and colours that the frame has written so far, and up to which path and gradient of the list.
  private var written = (elements: 0, paths: 0, gradients: 0)
  /// What the frame has written so far, to be shown again.
  var bodies: [BodyKey: KnownBody] = [:]
  var bodyBounds = BodyBounds()
  var depth = 0
  private var stack = StackRoom()
  /// Bytes of the stack that one more level may take, with all that is done there.
  private static let levelRoom: UInt = 128 << 10
  private static let colorGlyphRoom: UInt = 192 << 10
  /// Who painted what, while that is asked.
  public internal(set) var traces: [Trace] = []
  var isTracing = false
  var masksAround = 0
  /// Which copy is being visited: indices, outermost replicator first.
  var copy: [Int] = []
  var frame = Frame()
  /// The part of the scene that will be looked at; nil for all of it.
  private var seen: Rect?
  /// How many bodies and pictures with effects are open: what lies outside the scene there may be seen in it.
  var placesElsewhere = 0
  /// What of the space around the item at hand will be looked at; nil where that cannot be said.
  var seenArea: Rect? { placesElsewhere == 0 ? seen : nil }
  /// How often this frame has looked whether a portal hides its source.
  private(set) var portalLooks = 0
  /// Asked before each appearance of a layer whether to go on.
  public var cancellation: Cancellation = .never

  @export(interface)
  public init() {}

  /// Fills `list` with the tree as it is at `time`.
  ///
  /// - Parameter seen: the part of the scene that will be looked at. Copies outside may be left out; nil for all of it.
  @export(interface)
  public func present(_ root: Layer, at time: Double, seen: Rect? = nil) throws(PresentationError) {
    (self.seen, placesElsewhere, portalLooks) = (seen, 0, 0)
    let plan = try plan(for: root)
    beginList(plan)
    written = (0, list.paths.count, list.gradients.count)
    pathIndices.removeAll(keepingCapacity: true)
    bodies.removeAll(keepingCapacity: bodies.capacity < 4096 || bodies.count > bodies.capacity / 4)
    if !outlines.isEmpty { outlines.removeAll(keepingCapacity: true) }
    if !colorBodies.isEmpty { colorBodies.removeAll(keepingCapacity: true) }
    if !letters.isEmpty { letters.removeAll(keepingCapacity: true) }
    if !variedFonts.isEmpty { variedFonts.removeAll(keepingCapacity: true) }
    bodyBounds.removeAll()
    (multiplicity, appearances, depth, masksAround) = (1, 0, 0, 0)
    glyphPixels.shown = 0
    copy.removeAll(keepingCapacity: true)
    frame = Frame(root: root, time: time)
    // Layers are let go while the tree is still locked: the last hold on one must not end while others change it.
    defer { frame = Frame() }
    try visit(plan.root, at: .top(at: time))
    if glyphPixels.shown > Presenter.glyphPixelLimit { throw .tooManyGlyphPixels }
    list.close()
  }

  private func plan(for root: Layer) throws(PresentationError) -> Plan {
    do throws(Cancelled) {
      if let plan, try plan.update(for: root, cancellation.another) { return plan }
      let made = try Plan(root, cancellation.another)
      plan = made
      return made
    } catch {
      // One that is given up half-way is not looked at again, nor taken for a later one at its address.
      (plan, listed) = (nil, (nil, 0))
      throw .cancelled
    }
  }

  /// Empties the list, but for what stays from frame to frame.
  private func beginList(_ plan: Plan) {
    list.removeItems()
    if listed == (ObjectIdentifier(plan), plan.edition) {
      list.keepResources(of: plan.resources)
    } else {
      list.takeResources(of: plan.resources)
      listed = (ObjectIdentifier(plan), plan.edition)
    }
  }

  /// Forgets the frame, so that no layer is held on to.
  @export(interface)
  public func finish() {
    traces.removeAll()
  }

  /// Adds `count` appearances; the limit is on all of them together.
  func countAppearances(_ count: Double) throws(PresentationError) {
    guard cancellation.goesOn() else { throw .cancelled }
    appearances += count * multiplicity
    if appearances > Presenter.copyLimit { throw .tooManyCopies }
  }

  /// Counts the paths and gradients that were added to the list.
  @inline(__always)
  func countElements() throws(PresentationError) {
    if list.paths.count > written.paths || list.gradients.count > written.gradients {
      try countAddedElements()
    }
  }

  private func countAddedElements() throws(PresentationError) {
    let before = written.elements
    for path in list.paths[written.paths...] { written.elements += path.elements.count }
    for gradient in list.gradients[written.gradients...] {
      written.elements += gradient.stops.count
    }
    (written.paths, written.gradients) = (list.paths.count, list.gradients.count)
    guard cancellation.goesOn(steps: written.elements - before) else { throw .cancelled }
    if written.elements > Presenter.elementLimit { throw .tooManyElements }
  }

  /// How many more appearances of what is being visited there may be.
  var remainingAppearances: Double { (Presenter.copyLimit - appearances) / multiplicity }

  func visit(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    if node.pointee.keepsDepth || node.pointee.particlesKeepDepth {
      return try drawInDepth([node], at: placement)
    }
    try visitInPlane(node, at: placement)
  }

  /// A layer as a flat picture, without those of its parts that stand in the space around it.
  @inline(__always)
  func visitInPlane(_ node: PlanNode.Reference, at placement: Placement) throws(PresentationError) {
    try countAppearances(1)
    guard let presented = appearance(of: node, at: placement) else { return }
    defer { giveBack(presented) }
    try draw(presented)
  }

  /// Nil if the layer is not there at the time, or a portal keeps it from being drawn at home.
  func appearance(of node: PlanNode.Reference, at placement: Placement) -> PresentedLayer? {
    if placement.role.isHome, isHiddenByPortal(node) { return nil }
    let presented = idle.popLast() ?? PresentedLayer(node.pointee.layer)
    if presented.become(node, at: placement, copy: copy) { return presented }
    giveBack(presented)
    return nil
  }

  /// One that presents nothing yet.
  func newAppearance(of layer: Layer) -> PresentedLayer { idle.popLast() ?? PresentedLayer(layer) }

  /// Ends an appearance.
  func giveBack(_ presented: PresentedLayer) {
    (presented.text, presented.glyph) = (nil, nil)
    idle.append(presented)
  }

  /// Draws what is presented, if it can be seen.
  func drawVisible(_ presented: PresentedLayer) throws(PresentationError) { try draw(presented) }

  @inline(__always)
  private func isHiddenByPortal(_ node: PlanNode.Reference) -> Bool {
    node.pointee.layer.portals.isEmpty ? false : findHidden(node)
  }

  /// Found out once a frame: a source can have many portals and many appearances.
  private func findHidden(_ node: PlanNode.Reference) -> Bool {
    guard let root = frame.root, let number = plan?.frameNumber else { return false }
    if node.pointee.hiddenInFrame.frame != number {
      portalLooks += 1
      let isHidden = node.pointee.layer.isHiddenByPortal(below: root, at: frame.time)
      node.pointee.hiddenInFrame = (number, isHidden)
    }
    return node.pointee.hiddenInFrame.isHidden
  }

  private func draw(_ presented: PresentedLayer) throws(PresentationError) {
    guard presented.isVisible, let node = presented.node else { return }
    depth += 1
    defer { depth -= 1 }
    try checkDepth()
    if hasLight(presented) { return try drawLit(presented, node) }
    let mask = node.pointee.mask
    let opacity = presented.opacity
    guard opacity < 1 || mask != nil else { return try drawInside(presented, node) }
    let group = list.beginGroup()
    try drawInside(presented, node)
    let contentEnd = list.items.count
    if let mask, contentEnd > group + 1 { try drawMask(mask, presented) }
    endGroup(group, opacity, contentEnd, hasMask: mask != nil)
  }

  /// Replicators of `Layer.depthLimit` levels fit into 512 KiB; layers with shadows, or out of their plane, take more.
  func checkDepth() throws(PresentationError) {
    if depth > Layer.depthLimit { throw .tooDeep }
    if depth >= 8, stack.isBelow(Presenter.levelRoom) { throw .stackTooSmall(depth: depth) }
  }

  /// Fonts that bring colours take more: a graph of paints may be 32 paints deep, and pictures are unpacked.
  func checkRoom(for fonts: [Font]) throws(PresentationError) {
    if fonts.contains(where: { $0.hasColorGlyphs }), stack.isBelow(Presenter.colorGlyphRoom) {
      throw .stackTooSmall(depth: depth)
    }
  }

  private func hasLight(_ presented: PresentedLayer) -> Bool { presented.values.hasLight }

  private func endGroup(_ group: Int, _ opacity: Double, _ contentEnd: Int, hasMask: Bool) {
    list.endGroup(group, opacity: opacity, contentEnd: contentEnd, hasMask: hasMask)
  }

  private func drawMask(_ mask: PlanNode.Reference, _ presented: PresentedLayer)
    throws(PresentationError)
  {
    try visitMask(mask, at: presented.maskPlacement)
  }

  /// What the layer paints itself, and its sublayers; with what it was before, while a transition plays.
  ///
  /// - Parameter fading: the opacity that each thing which the layer paints takes for itself.
  @inline(__always)
  func drawInside(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double? = nil
  ) throws(PresentationError) {
    if node.pointee.hasTransitions, try drawTransition(presented, node, fading) { return }
    try drawNow(presented, node, fading: fading)
  }

  /// What the layer paints itself, and its sublayers, in the order of section 6.2.
  func drawNow(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, fading: Double?
  ) throws(PresentationError) {
    let painter = painter(presented)
    draw(.below, of: presented, node, painter, fading)
    let inside = beginClip(presented)
    draw(.inside, of: presented, node, painter, fading)
    if !node.pointee.isLeaf {
      try drawSource(presented, node)
      try drawSublayers(presented, node)
    }
    endClip(inside, presented)
    draw(.above, of: presented, node, painter, fading)
    try countElements()
    guard presented.layer.kind == .emitter, !node.pointee.particlesKeepDepth else { return }
    let particles = beginClip(presented)
    try drawParticles(presented, fading)
    endClip(particles, presented)
  }

  @inline(__always)
  private func faded(_ opacity: Double?, _ draw: () -> Void) {
    guard let opacity else { return draw() }
    let group = list.beginGroup()
    draw()
    list.endGroup(group, opacity: opacity, contentEnd: list.items.count)
  }

  /// A part of what the layer paints itself; what fades for itself does so paint by paint.
  private func draw(
    _ part: PlanNode.Content.Part, of presented: PresentedLayer, _ node: PlanNode.Reference,
    _ painter: Int32, _ fading: Double?
  ) {
    let place = PaintPlace(
      plane: presented.plane, imagePlane: presented.isFlipped ? presented.imagePlane : nil,
      painter: painter)
    if let known = node.pointee.content { return list.draw(known[part], place) }
    switch part {
    case .below: faded(fading) { list.drawBackground(presented.values, place) }
    case .inside:
      faded(fading) { list.drawContents(presented.values, place) }
      faded(fading) {
        if presented.layer.kind == .glyph {
          drawGlyphs(presented, place)
        } else {
          drawShape(presented, place)
        }
      }
    case .above: faded(fading) { list.drawBorder(presented.values, place) }
    }
  }

  /// Opens the layer's rounded bounds, if the layer clips to them.
  private func beginClip(_ presented: PresentedLayer) -> Int? {
    presented.values.masksToBounds ? list.beginGroup() : nil
  }

  func endClip(_ group: Int?, _ presented: PresentedLayer) {
    guard let group else { return }
    let clip = Clip(shape: list.boundsShape(presented.values), transform: presented.plane)
    list.endGroup(group, clip: clip, contentEnd: list.items.count)
  }

  private func drawSublayers(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    guard !node.pointee.sublayers.isEmpty else { return }
    switch presented.layer.kind {
    case .replicator: try drawCopies(presented, node)
    case .viewReplicator: try visitByZPosition(node, at: presented.sublayerPlacement)
    default: try visitPlainSublayers(node, presented)
    }
  }

  private func visitPlainSublayers(_ node: PlanNode.Reference, _ presented: PresentedLayer)
    throws(PresentationError)
  {
    try visitSublayers(node, at: presented.sublayerPlacement)
  }

  /// Sublayers in ascending order of their z positions, ties in the order of the tree: the proxies of a view
  /// replicator, which are one sheet (semantics section 22).
  func visitByZPosition(_ node: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    var drawn = node.pointee.sublayers.compactMap { appearance(of: $0, at: placement) }
    defer { idle += drawn }
    try countAppearances(Double(drawn.count))
    // Swift's sort is stable.
    drawn.sort { $0.values.zPosition < $1.values.zPosition }
    for presented in drawn { try draw(presented) }
  }

  /// Sublayers in the order of the tree, or by depth where one may leave their plane.
  func visitSublayers(_ node: PlanNode.Reference, at placement: Placement)
    throws(PresentationError)
  {
    if node.pointee.hasDepth { return try drawInDepth(node.pointee.sublayers, at: placement) }
    for index in node.pointee.sublayers.indices {
      try visit(node.pointee.sublayers[index], at: placement)
    }
  }
}

extension DisplayList {
  /// Draws of a layer's own, where it lies.
  @inline(__always)
  mutating func draw(_ draws: [Draw], _ place: PaintPlace) {
    for index in draws.indices {
      let draw = draws[index]
      items.append(
        .draw(
          Draw(
            shape: draw.shape, paint: draw.paint, transform: place.plane(for: draw.paint),
            painter: place.painter)))
    }
  }

  /// Opens a group; its item is written when it is closed, because only then its end is known.
  mutating func beginGroup() -> Int {
    items.append(.group(Group(opacity: 1, clip: nil, contentEnd: 0, end: 0, hasMask: false)))
    return items.count - 1
  }

  mutating func endGroup(
    _ index: Int, opacity: Double = 1, clip: Clip? = nil, contentEnd: Int, hasMask: Bool = false,
    effects: Effects? = nil
  ) {
    if contentEnd == index + 1 {
      // Nothing inside: nothing to show, and no mask to draw for it.
      items.removeSubrange(index...)
      return
    }
    items[index] = .group(
      Group(
        opacity: opacity, clip: clip, contentEnd: contentEnd, end: items.count, hasMask: hasMask,
        effects: effects.map { add($0) } ?? -1))
  }
}
