import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

extension Rect {
  /// The reflection of the rectangle about its horizontal centre line.
  var mirror: PlaneTransform { PlaneTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * y + height) }
}

/// One layer instance: the values of a layer at a local time, and its transform to the display list.
///
/// `PresentedLayer` is a class, because the tree traversal has one object at each level, and a value of about a kilobyte would be
/// copied often. The tree traversal reuses its `PresentedLayer` objects.
package final class PresentedLayer {
  /// The layer that this object presents. The layer must be alive while it is presented.
  package private(set) unowned(unsafe) var layer: Layer
  private(set) var node: PlanNode.Reference?
  var lettering = Lettering()
  /// True if this copy of the layer has its own values or animations.
  private(set) var hasOverrides = false
  private(set) var localTimes = LocalTimes()
  var drawState = DrawState()
  /// State of the tree traversal, which each level of sublayers copies.
  var context = WalkContext()
  private var space = Space()
  /// The presented values of the layer, which are the plan node's model values or evaluated values in this object.
  private(set) var shown: StableValue<LayerValues>
  private let own = StableValue(LayerValues())
  /// The sequence of the layer's copies, if the sequence was prepared for the current values.
  private var instances: InstanceSequence?
  private var hasInstances = false

  /// The layout of a text, and the values of the text's glyph layer in one copy, while the text is drawn.
  struct Lettering {
    var text: LaidOutText?
    var glyph: GlyphPlacement?
  }

  /// The times at which the layer's animations are evaluated.
  struct LocalTimes {
    var own = LocalTime(time: 0, undelayed: 0)
    var around = LocalTime(time: 0, undelayed: 0)
    /// The latest begin of a transition that this object presents. A transition whose begin is later than this limit has not
    /// begun in the presented picture.
    var transitionLimit = Double.infinity
  }

  /// The layer's transform and opacity in the display list, which both pictures of a transition share.
  struct DrawState {
    /// Transform from the layer's own coordinates to the space of the display list around the layer.
    var plane: PlaneTransform = .identity
    var backfaceSign = 1.0
    /// True if an odd number of layers around this layer flip their geometry. Images stay upright in a flipped geometry.
    var isFlipped = false
    /// The opacity in 0...1, including the factor that a superlayer applies to each of its sublayers.
    var opacity = 1.0
    /// True if only position and opacity were evaluated, so that `values` still has the model values of position and opacity.
    var isPlacedByProgram = false
  }

  /// The 3-D space of a layer whose sublayers keep their depth.
  private struct Space {
    /// Transform from the layer's own coordinates to the 3-D space; nil for flat layers.
    var geometry: Transform3D?
    /// Transform from the 3-D space of the sublayers to the display list.
    var plane: PlaneTransform = .identity
    var backfaceSign = 1.0
  }

  package var time: LocalTime { localTimes.own }
  package var plane: PlaneTransform { drawState.plane }
  package var backfaceSign: Double { drawState.backfaceSign }
  package var isFlipped: Bool { drawState.isFlipped }
  var opacity: Double { drawState.opacity }

  /// Presentation values of the layer, except opacity and position.
  package var values: LayerValues { @inline(__always) unsafeAddress { shown.readOnly } }

  /// Creates an empty object, for a node that is presented later.
  init(_ layer: Layer) {
    self.layer = layer
    shown = own
  }

  /// Presents a layer without an evaluation plan. Returns nil if the layer has not begun or has ended (`localTime`). The text of
  /// a text layer is laid out when its copies are requested.
  ///
  /// - Parameter cells: The emitter cells that are evaluated; nil for all cells of the emitter.
  package convenience init?(
    _ layer: Layer, at placement: Placement, copy: [Int], cells: [EmitterCell]? = []
  ) {
    self.init(layer)
    guard let time = layer.localTime(at: placement.time, copy: copy) else { return nil }
    (localTimes, drawState.isFlipped) = (
      LocalTimes(own: time, around: placement.time), placement.isFlipped
    )
    var never = Cancellation.never
    evaluate(placement, copy, cells: cells, &never)
  }

  /// Presents a layer with the cached values of a plan. Returns nil if the layer has not begun or has ended.
  convenience init?(_ layer: Layer, at placement: Placement, copy: [Int], by plan: Plan?) {
    guard let node = plan?.node(of: layer) else {
      self.init(layer, at: placement, copy: copy)
      return
    }
    self.init(layer)
    var never = Cancellation.never
    guard become(node, at: placement, copy: copy, &never) else { return nil }
  }

  /// Lays out the text of a text layer. If the layer is not a text layer, `layOut` does nothing.
  package func layOut(_ cancellation: inout Cancellation) throws(Cancelled) {
    if layer.kind == .text { lettering.text = try layer.laidOut(values, &cancellation) }
  }

  deinit { own.end() }

  /// Reuses this object to evaluate another plan node. Returns false if the node's layer has not begun or has ended.
  func become(
    _ node: PlanNode.Reference, at placement: Placement, copy: [Int],
    _ cancellation: inout Cancellation
  ) -> Bool {
    (self.node, layer, hasInstances) = (node, node.pointee.layer, false)
    localTimes = LocalTimes(own: placement.time, around: placement.time)
    (drawState.isFlipped, context) = (placement.isFlipped, placement.context)
    if node.pointee.facts.contains(.hasTiming) {
      guard let local = node.pointee.layer.localTime(at: placement.time, copy: copy) else {
        return false
      }
      localTimes.own = local
    }
    hasOverrides = node.pointee.facts.contains(.hasInstanceOverrides) && layer.hasOverrides(copy)
    let isPicture = placement.options == .picture
    guard isPicture || placement.options == .inTree, layer.kind != .proxy, placement.glyph == nil,
      !node.pointee.facts.contains(.keepsDepth),
      !hasOverrides || node.pointee.facts.contains(.overridesPaintOnly)
    else {
      evaluate(placement, copy, &cancellation)
      return true
    }
    if isPicture, let program = node.pointee.program {
      // The superlayer applies the position and the opacity.
      let bounds = program.resizes ? program.result(at: time).bounds : program.rest.bounds
      paint(node, program, in: bounds, copy, &cancellation)
      drawState.opacity = 1
      setDrawState(.identity, placement)
      return true
    }
    if node.pointee.facts.contains(.isStatic), !hasOverrides, !isPicture {
      shown = node.pointee.stored
      drawState.opacity = shown.pointee.opacity
      if let flattened = placement.sublayerGeometry {
        setDrawState(
          PlaneTransform(flattening: node.pointee.geometry.transform * flattened), placement)
      } else {
        setDrawState(node.pointee.geometry.plane, placement)
      }
    } else if placement.sublayerGeometry?.ignoresDepth ?? true, let program = node.pointee.program {
      let now = program.result(at: time)
      paint(node, program, in: now.bounds, copy, &cancellation)
      drawState.opacity = now.opacity
      let flattened = placement.sublayerGeometry.map { PlaneTransform(flattening: $0) }
      setDrawState(flattened.map { now.plane * $0 } ?? now.plane, placement)
      drawState.isPlacedByProgram = true
    } else {
      evaluate(placement, copy, &cancellation)
    }
    return true
  }

  /// Prepares this object for evaluating the paint of the leaf layer `node` at many times.
  func beginLocalTimes(of node: PlanNode.Reference, isFlipped: Bool) {
    (self.node, layer, drawState.isFlipped) = (node, node.pointee.layer, isFlipped)
    hasOverrides = false
    own.pointee = layer.values
    shown = own
  }

  /// Evaluates the layer's paint at another local time. If the paint animations overwrite all values that they change, the values
  /// are not reset first.
  func become(at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (localTimes.own, own.pointee.bounds) = (time, bounds)
    guard let program = node.pointee.program else { return }
    if program.paintIgnoresModel, paint(program, &never) { return }
    unpaint(program)
    _ = paint(program, &never)
  }

  /// Evaluates the layer's paint at one of eight local times. The layer's values are only reset if some animation is not in
  /// effect.
  func become(_ beats: [Clock.Beat<Doubles>], _ lane: Int, in bounds: Rect) {
    guard let program = node?.pointee.program else { return }
    own.pointee.bounds = bounds
    if program.paint(&own.pointee, beats, lane) { return }
    unpaint(program)
    _ = program.paint(&own.pointee, beats, lane)
  }

  /// Resets the values that the animation program writes to the model values.
  private func unpaint(_ program: AnimationProgram) {
    for index in program.paints.indices {
      guard let path = program.paints[index].animation.path else { continue }
      own.pointee.set(layer.values.value(at: path, layer.kind), at: path, layer.kind)
    }
  }

  /// Evaluates the paint of a copy that has its own values. The next evaluation of the layer's paint starts from the model values
  /// again.
  func become(_ copy: [Int], at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (localTimes.own, hasOverrides) = (time, true)
    repaint(node, in: bounds, copy, &never)
  }

  /// Presents the model values, or the values that the layer's paint has now, without the layer's position and opacity.
  private func paint(
    _ node: PlanNode.Reference, _ program: AnimationProgram, in bounds: Rect, _ copy: [Int],
    _ cancellation: inout Cancellation
  ) {
    if program.repaints || hasOverrides {
      repaint(node, in: bounds, copy, &cancellation)
    } else {
      shown = node.pointee.stored
    }
  }

  /// Evaluates the layer's paint without its position.
  private func repaint(
    _ node: PlanNode.Reference, in bounds: Rect, _ copy: [Int], _ cancellation: inout Cancellation
  ) {
    own.pointee = layer.values
    own.pointee.bounds = bounds
    if hasOverrides {
      layer.forEachValue(ofCopy: copy) { own.pointee.set($0.value, at: $0.path, layer.kind) }
    }
    shown = own
    if let program = node.pointee.program { _ = paint(program, &cancellation) }
  }

  /// Applies the animations of the layer's paint. Returns false if some animations of the paint are not in effect.
  private func paint(_ program: AnimationProgram, _ cancellation: inout Cancellation) -> Bool {
    program.paint(&own.pointee, at: time, byName: hasOverrides, layer.kind, &cancellation)
  }

  private func evaluate(
    _ placement: Placement, _ copy: [Int], cells: [EmitterCell]? = nil,
    _ cancellation: inout Cancellation
  ) {
    own.pointee = layer.values
    if let cells, layer.kind == .emitter { own.pointee.emitter.presentOnly(cells) }
    layer.applyAnimations(
      at: time, around: localTimes.around, copy: copy, to: &own.pointee,
      fromSuperlayer: node?.pointee.fromSuperlayer, &cancellation)
    if placement.options != .inTree { placement.options.apply(to: &own.pointee) }
    // A proxy that shows a part of its source clips the source to the proxy's bounds.
    if layer.kind == .proxy, !own.pointee.proxy.sourceRect.isEmpty {
      own.pointee.masksToBounds = true
    }
    lettering.glyph = placement.glyph
    lettering.glyph?.apply(to: &own.pointee)
    shown = own
    drawState.opacity = own.pointee.opacity
    let own = values.geometry
    let geometry = placement.sublayerGeometry.map { own * $0 } ?? own
    setDrawState(PlaneTransform(flattening: geometry), placement)
    if node?.pointee.facts.contains(.keepsDepth) ?? layer.keepsDepth {
      space = Space(
        geometry: geometry, plane: placement.plane, backfaceSign: placement.backfaceSign)
    }
  }

  private func setDrawState(_ own: PlaneTransform, _ placement: Placement) {
    (space.geometry, drawState.isPlacedByProgram) = (nil, false)
    drawState.plane = own * placement.plane
    let determinant = own.determinant
    drawState.opacity = min(opacity, 1) * placement.opacity
    drawState.backfaceSign =
      determinant == 0 ? 0 : (determinant < 0 ? -placement.backfaceSign : placement.backfaceSign)
  }

  /// Makes this object the outgoing picture of a transition, at the position of the incoming picture.
  func become(
    _ node: PlanNode.Reference, before transition: PlayingTransition, as new: PresentedLayer,
    copy: [Int], _ cancellation: inout Cancellation
  ) {
    (self.node, layer, hasOverrides) = (node, new.layer, new.hasOverrides)
    hasInstances = false
    localTimes = transition.before
    own.pointee = layer.values
    layer.applyAnimations(
      at: time, around: localTimes.around, copy: copy, to: &own.pointee,
      fromSuperlayer: node.pointee.fromSuperlayer, &cancellation)
    shown = own
    (drawState, space.geometry, context) = (new.drawState, nil, new.context)
    // The bounds of the outgoing and the incoming picture of a transition are aligned, whatever their origins are.
    let (here, there) = (own.pointee.bounds, new.values.bounds)
    move(by: Point(there.x - here.x, there.y - here.y))
  }

  /// Translates the layer's picture in the layer's own coordinates.
  func move(by offset: Point) {
    if offset != .zero {
      hasInstances = false
      drawState.plane = PlaneTransform(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y) * plane
    }
  }

  /// Transform from the layer's own coordinates to the 3-D space in which the layer is presented.
  func geometry(at placement: Placement) -> Transform3D {
    var geometry = values.geometry
    if drawState.isPlacedByProgram {
      geometry = layer.presentationValues(at: time, around: localTimes.around, cells: []).geometry
    }
    return placement.sublayerGeometry.map { geometry * $0 } ?? geometry
  }

  /// True if the presented values are the node's model values.
  var isAsStored: Bool { node.map { shown == $0.pointee.stored } ?? false }

  package var isVisible: Bool {
    !values.isHidden && opacity > 0 && (values.isDoubleSided || backfaceSign > 0) && plane.isFinite
  }

  /// Transform of sublayers before they are flattened into the layer's plane; nil for the identity.
  var sublayerGeometry: Transform3D? {
    if let node, shown == node.pointee.stored { return node.pointee.geometry.sublayerGeometry }
    let flattened = values.sublayerGeometry
    return flattened == .identity ? nil : flattened
  }

  /// Transform from the layer's own coordinates to the display list for images, which are upright in a flipped geometry.
  var imagePlane: PlaneTransform { isFlipped ? values.bounds.mirror * plane : plane }

  /// True if an odd number of layers, counted from this layer upwards, flip their geometry.
  var flipsSublayers: Bool { isFlipped != values.isGeometryFlipped }

  var sublayerPlacement: Placement {
    var placement = Placement(
      time: time, sublayerGeometry: sublayerGeometry, plane: plane, backfaceSign: backfaceSign,
      context: context
    )
    placement.opacity = opacityForEach
    if let geometry = space.geometry {
      placement.sublayerGeometry = placement.sublayerGeometry.map { $0 * geometry } ?? geometry
      (placement.plane, placement.backfaceSign, placement.opacity) = (
        space.plane, space.backfaceSign, opacity
      )
    }
    placement.isFlipped = flipsSublayers
    return placement
  }

  /// The opacity that this layer applies to each sublayer separately; 1 if the sublayers fade as one picture.
  var opacityForEach: Double {
    values.hasEffects && !values.effectValues.allowsGroupOpacity ? opacity : 1
  }

  /// Placement of sublayers in a subpicture, which is written once for all copies of a replicator.
  var subpicturePlacement: Placement {
    var placement = sublayerPlacement
    (placement.sublayerGeometry, placement.plane) = (nil, .identity)
    return placement
  }

  /// Placement of the layer's mask, in the layer's own coordinates and at the layer's local time.
  var maskPlacement: Placement {
    Placement(
      time: time, plane: plane, backfaceSign: backfaceSign, isFlipped: isFlipped, context: context)
  }

  /// Transform from the layout of a text to the text layer, which keeps the text upright in a flipped geometry.
  var uprightText: PlaneTransform { flipsSublayers ? values.bounds.mirror : .identity }

  /// Placement of the mask of copy `k`, in the coordinates of copy `k`. A copy of a text has its origin at the corner of the
  /// copy's box. A copy of a text moves with the instance transform, which the glyph layer applies about its anchor point.
  package func maskPlacement(ofCopy k: Int) -> Placement {
    var placement = placement(ofCopy: k)
    guard let glyph = placement.glyph, let anchorPoint = layer.glyph?.values.anchorPoint else {
      return placement
    }
    let own = glyph.transform.about(glyph.text.layout.anchor(ofCopy: k, anchorPoint))
    placement.sublayerGeometry = placement.sublayerGeometry.map { own * $0 } ?? own
    placement.glyph = nil
    return placement
  }

  /// The number of copies of a replicator or a text.
  package var copyCount: Double {
    laidOutText.map { Double($0.layout.copies.count) } ?? Double(values.replicator.copyCount)
  }

  private var laidOutText: LaidOutText? {
    if lettering.text == nil, layer.kind == .text {
      lettering.text = (isAsStored ? node?.pointee.text : nil) ?? layer.laidOut(values)
    }
    return lettering.text
  }

  /// Prepares the sequence of copies 0 ..< count of a replicator or a text.
  @discardableResult
  package func prepareInstances(_ count: Int) -> InstanceSequence {
    let sequence = instances ?? InstanceSequence()
    let isText = layer.kind == .text
    let flattened = isText ? nil : sublayerGeometry.map { PlaneTransform(flattening: $0) }
    // Copies of a replicator are transformed about the centre of its bounds, before `sublayerTransform` (docs/core-animation.md,
    // section 7.2). Letters are transformed about their own anchor point.
    sequence.begin(
      shown, at: time, count, about: isText ? .zero : values.bounds.center,
      isText ? .identity : flattened.map { $0 * plane } ?? plane,
      of: node, haveOwnUndelayedTime: isText)
    (instances, hasInstances) = (sequence, true)
    return sequence
  }

  /// The colour of copy `k` of a replicator or a text.
  package func color(ofCopy k: Int) -> Color { preparedInstances.color(k) }

  func mask(ofCopy k: Int) -> PlanNode.Reference? { preparedInstances.mask(k) }

  private var preparedInstances: InstanceSequence {
    if hasInstances, let instances { return instances }
    return prepareInstances(0)
  }

  /// Placement of sublayers in copy `k` of a replicator or a text.
  package func placement(ofCopy k: Int) -> Placement {
    let instances = preparedInstances
    var placement = sublayerPlacement
    placement.time = instances.localTime(k)
    var own = instances.transform(k)
    if let text = laidOutText, text.layout.copies.indices.contains(k) {
      // The glyph layer applies the instance transform, because the anchor point belongs to the glyph layer.
      placement.isFlipped = false
      placement.glyph = GlyphPlacement(text, k, own, values.text.foregroundColor)
      own = (text.transform(ofCopy: k) * uprightText).transform3D
    }
    placement.sublayerGeometry = placement.sublayerGeometry.map { own * $0 } ?? own
    return placement
  }
}
