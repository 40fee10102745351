import StrettoGeometry
import StrettoLayers
import StrettoText

extension Rect {
  /// Turns over what lies inside.
  var mirror: PlaneTransform { PlaneTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * y + height) }
}

/// One appearance of a layer: its values at a moment, and the way to the display list.
///
/// A class, because the walk down a tree holds one of them at each level: as a value of about a kilobyte it
/// would be copied over and over. The walk uses them again and again.
package final class PresentedLayer {
  /// Alive as long as it is presented.
  package private(set) unowned(unsafe) var layer: Layer
  private(set) var node: PlanNode.Reference?
  var lettering = Lettering()
  /// Whether this copy of the layer has values or animations of its own.
  private(set) var hasOverrides = false
  private(set) var moments = Moments()
  var place = Place()
  /// The walk here; each level of sublayers takes it over.
  var context = WalkContext()
  private var space = Space()
  /// The values: those of the node, or these, which are worked out.
  private(set) var shown: UnsafePointer<LayerValues>
  private let own: UnsafeMutablePointer<LayerValues>
  /// The copies that it shows, prepared if that was asked for since the values were worked out.
  private var instances: InstanceSequence?
  private var hasInstances = false

  /// Layout of a text, and place of its glyph layer in one copy: held while they are drawn.
  struct Lettering {
    var text: LaidOutText?
    var glyph: GlyphPlace?
  }

  /// The times at which its animations are evaluated.
  struct Moments {
    var own = LocalTime(time: 0, base: 0)
    var around = LocalTime(time: 0, base: 0)
    /// Transitions that began later have not begun in this picture.
    var transitionLimit = Double.infinity
  }

  /// Place and opacity in the list, which the two pictures of a transition have in common.
  struct Place {
    /// Transform from the layer's own coordinates to the space of the display list around it.
    var plane: PlaneTransform = .identity
    var facing = 1.0
    /// Whether an odd number of layers around it flip its geometry. Pictures stand upright all the same.
    var isFlipped = false
    /// 0...1, with what its superlayer gives to each of its sublayers.
    var opacity = 1.0
    /// Whether place and opacity were worked out alone: the values have them as they were set.
    var isPlacedByProgram = false
  }

  /// The space around a layer that hands its sublayers up to stand there.
  private struct Space {
    /// Transform from the layer's own coordinates to the space, depth kept; nil for layers that are flat.
    var geometry: Transform3D?
    /// Transform from the space to the display list.
    var plane: PlaneTransform = .identity
    var facing = 1.0
  }

  package var time: LocalTime { moments.own }
  package var plane: PlaneTransform { place.plane }
  var facing: Double { place.facing }
  var isFlipped: Bool { place.isFlipped }
  var opacity: Double { place.opacity }

  /// Values of the layer at this time, except opacity and place.
  package var values: LayerValues { @inline(__always) _read { yield shown.pointee } }

  /// Makes an empty appearance, for a node that is presented later.
  init(_ layer: Layer) {
    self.layer = layer
    own = .allocate(capacity: 1)
    own.initialize(to: LayerValues())
    shown = UnsafePointer(own)
  }

  /// Nil if the layer has not begun or is over (`localTime`). A text is laid out when its copies are asked for.
  ///
  /// - Parameter cells: those that an emitter has; nil for all of its own.
  package convenience init?(
    _ layer: Layer, at placement: Placement, copy: [Int], cells: [EmitterCell]? = []
  ) {
    self.init(layer)
    guard let time = layer.localTime(at: placement.time, copy: copy) else { return nil }
    (moments, place.isFlipped) = (Moments(own: time, around: placement.time), placement.isFlipped)
    var never = Cancellation.never
    evaluate(placement, copy, cells: cells, &never)
  }

  /// Likewise, by what a plan knows of the layer.
  convenience init?(_ layer: Layer, at placement: Placement, copy: [Int], by plan: Plan?) {
    guard let node = plan?.node(of: layer) else {
      self.init(layer, at: placement, copy: copy)
      return
    }
    self.init(layer)
    var never = Cancellation.never
    guard become(node, at: placement, copy: copy, &never) else { return nil }
  }

  /// Lays a text out; nothing for other layers.
  package func layOut(_ cancellation: inout Cancellation) throws(Cancelled) {
    if layer.kind == .text { lettering.text = try layer.laidOut(values, &cancellation) }
  }

  deinit {
    own.deinitialize(count: 1)
    own.deallocate()
  }

  /// Makes this the appearance of another node; false if its layer has not begun or is over.
  func become(
    _ node: PlanNode.Reference, at placement: Placement, copy: [Int],
    _ cancellation: inout Cancellation
  ) -> Bool {
    (self.node, layer, hasInstances) = (node, node.pointee.layer, false)
    moments = Moments(own: placement.time, around: placement.time)
    (place.isFlipped, context) = (placement.isFlipped, placement.context)
    if node.pointee.facts.contains(.hasTiming) {
      guard let local = node.pointee.layer.localTime(at: placement.time, copy: copy) else {
        return false
      }
      moments.own = local
    }
    hasOverrides = node.pointee.facts.contains(.hasInstanceOverrides) && layer.addresses(copy)
    if placement.options == .picture, node.isOnePicture, !hasOverrides {
      // The animations only place the layer and fade it, which is done by the layer that shows it.
      (shown, place.opacity) = (node.pointee.stored, 1)
      setPlace(.identity, placement)
      return true
    }
    guard placement.options == .inTree, layer.kind != .proxy, placement.glyph == nil,
      !node.pointee.facts.contains(.keepsDepth),
      !hasOverrides || node.pointee.facts.contains(.overridesPaintOnly)
    else {
      evaluate(placement, copy, &cancellation)
      return true
    }
    if node.pointee.facts.contains(.isStatic), !hasOverrides {
      shown = node.pointee.stored
      place.opacity = shown.pointee.opacity
      if let step = placement.step {
        setPlace(PlaneTransform(flattening: node.pointee.geometry.transform * step), placement)
      } else {
        setPlace(node.pointee.geometry.plane, placement)
      }
    } else if placement.step?.ignoresDepth ?? true, let program = node.pointee.program {
      let now = program.result(at: time)
      if program.repaints || hasOverrides {
        repaint(node, in: now.bounds, copy, &cancellation)
      } else {
        shown = node.pointee.stored
      }
      place.opacity = now.opacity
      let step = placement.step.map { PlaneTransform(flattening: $0) }
      setPlace(step.map { now.plane * $0 } ?? now.plane, placement)
      place.isPlacedByProgram = true
    } else {
      evaluate(placement, copy, &cancellation)
    }
    return true
  }

  /// Makes this what copies of a leaf paint, moment after moment.
  func beginMoments(of node: PlanNode.Reference, isFlipped: Bool) {
    (self.node, layer, place.isFlipped) = (node, node.pointee.layer, isFlipped)
    hasOverrides = false
    own.pointee = layer.values
    shown = UnsafePointer(own)
  }

  /// Takes on what the layer paints at another moment. What every animation writes anew need not be as it was set.
  func become(at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (moments.own, own.pointee.bounds) = (time, bounds)
    guard let program = node.pointee.program else { return }
    if program.isPaintedAnew, paint(program, &never) { return }
    unpaint(program)
    _ = paint(program, &never)
  }

  /// Likewise at one of eight moments, where everything is painted anew.
  func become(_ beats: [Clock.Beat<Doubles>], _ lane: Int, in bounds: Rect) {
    guard let program = node?.pointee.program else { return }
    own.pointee.bounds = bounds
    if program.paint(&own.pointee, beats, lane) { return }
    unpaint(program)
    _ = program.paint(&own.pointee, beats, lane)
  }

  /// Makes what the program paints as it was set.
  private func unpaint(_ program: AnimationProgram) {
    for index in program.paints.indices {
      guard let path = program.paints[index].animation.path else { continue }
      own.pointee.set(layer.values.value(at: path, layer.kind), at: path, layer.kind)
    }
  }

  /// Takes on what a copy with values of its own paints at a moment. Other moments begin anew after it.
  func become(_ copy: [Int], at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (moments.own, hasOverrides) = (time, true)
    repaint(node, in: bounds, copy, &never)
  }

  /// Works out what the layer paints, without its place.
  private func repaint(
    _ node: PlanNode.Reference, in bounds: Rect, _ copy: [Int], _ cancellation: inout Cancellation
  ) {
    own.pointee = layer.values
    own.pointee.bounds = bounds
    if hasOverrides {
      layer.forEachValue(ofCopy: copy) { own.pointee.set($0.value, at: $0.path, layer.kind) }
    }
    shown = UnsafePointer(own)
    if let program = node.pointee.program { _ = paint(program, &cancellation) }
  }

  /// Applies what changes the layer's paint; false if some of it has no effect.
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
      at: time, around: moments.around, copy: copy, to: &own.pointee,
      lent: node?.pointee.lent, &cancellation)
    if placement.options != .inTree { placement.options.apply(to: &own.pointee) }
    // A proxy that shows a part of its source is cut off at its bounds.
    if layer.kind == .proxy, !own.pointee.proxy.sourceRect.isEmpty {
      own.pointee.masksToBounds = true
    }
    lettering.glyph = placement.glyph
    lettering.glyph?.apply(to: &own.pointee)
    shown = UnsafePointer(own)
    place.opacity = own.pointee.opacity
    let own = values.geometry
    let geometry = placement.step.map { own * $0 } ?? own
    setPlace(PlaneTransform(flattening: geometry), placement)
    if layer.keepsDepth {
      space = Space(geometry: geometry, plane: placement.plane, facing: placement.facing)
    }
  }

  private func setPlace(_ own: PlaneTransform, _ placement: Placement) {
    (space.geometry, place.isPlacedByProgram) = (nil, false)
    place.plane = own * placement.plane
    let determinant = own.determinant
    place.opacity = min(opacity, 1) * placement.opacity
    place.facing = determinant == 0 ? 0 : (determinant < 0 ? -placement.facing : placement.facing)
  }

  /// Makes this the old appearance of a layer that turns into a new one, in the place of the new one.
  func become(
    _ node: PlanNode.Reference, before transition: PlayingTransition, as new: PresentedLayer,
    copy: [Int], _ cancellation: inout Cancellation
  ) {
    (self.node, layer, hasOverrides) = (node, new.layer, new.hasOverrides)
    hasInstances = false
    moments = transition.before
    own.pointee = layer.values
    layer.applyAnimations(
      at: time, around: moments.around, copy: copy, to: &own.pointee,
      lent: node.pointee.lent, &cancellation)
    shown = UnsafePointer(own)
    (place, space.geometry, context) = (new.place, nil, new.context)
    // The old picture's bounds lie on the new one's, wherever their coordinates begin.
    let (here, there) = (own.pointee.bounds, new.values.bounds)
    move(by: Point(there.x - here.x, there.y - here.y))
  }

  /// Moves its picture by so much in its own coordinates.
  func move(by offset: Point) {
    if offset != .zero {
      hasInstances = false
      place.plane = PlaneTransform(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y) * plane
    }
  }

  /// Transform from its own coordinates to the space that it is presented in, depth kept.
  func geometry(at placement: Placement) -> Transform3D {
    var geometry = values.geometry
    if place.isPlacedByProgram {
      geometry = layer.presentationValues(at: time, around: moments.around, cells: []).geometry
    }
    return placement.step.map { geometry * $0 } ?? geometry
  }

  /// Whether the values are those of the node, as they were set.
  var isAsStored: Bool { node.map { shown == $0.pointee.stored } ?? false }

  var isVisible: Bool {
    !values.isHidden && opacity > 0 && (values.isDoubleSided || facing > 0) && plane.isFinite
  }

  /// Transform of sublayers before they are flattened into the layer's plane; nil for the identity.
  var sublayerStep: Transform3D? {
    if let node, shown == node.pointee.stored { return node.pointee.geometry.sublayerStep }
    let step = values.sublayerStep
    return step == .identity ? nil : step
  }

  /// Transform from its own coordinates to the display list for images: upright, whatever flips the geometry around.
  var imagePlane: PlaneTransform { isFlipped ? values.bounds.mirror * plane : plane }

  /// Whether an odd number of layers around its sublayers, with this one, flip their geometry.
  var flipsSublayers: Bool { isFlipped != values.isGeometryFlipped }

  var sublayerPlacement: Placement {
    var placement = Placement(
      time: time, step: sublayerStep, plane: plane, facing: facing, context: context)
    placement.opacity = opacityForEach
    if let geometry = space.geometry {
      placement.step = placement.step.map { $0 * geometry } ?? geometry
      (placement.plane, placement.facing, placement.opacity) = (space.plane, space.facing, opacity)
    }
    placement.isFlipped = flipsSublayers
    return placement
  }

  /// Opacity that each sublayer inherits from this layer; 1 where they fade as one picture.
  var opacityForEach: Double { values.hasLight && !values.light.allowsGroupOpacity ? opacity : 1 }

  /// Placement of sublayers in a body, which is written once for all copies of a replicator.
  var subpicturePlacement: Placement {
    var placement = sublayerPlacement
    (placement.step, placement.plane) = (nil, .identity)
    return placement
  }

  /// Placement of a mask: in the layer's own coordinates, at the time of its sublayers.
  var maskPlacement: Placement {
    Placement(time: time, plane: plane, facing: facing, isFlipped: isFlipped, context: context)
  }

  /// Transform from a text as it is laid out to the text layer: a text stands upright, whatever flips the geometry around it.
  var uprightText: PlaneTransform { flipsSublayers ? values.bounds.mirror : .identity }

  /// Placement of the mask of copy `k`, in the coordinates of that copy. For a text these begin at the corner of the copy's
  /// box, and move with the text's own transform for it, which the glyph layer takes about its anchor point.
  package func maskPlacement(ofCopy k: Int) -> Placement {
    var placement = placement(ofCopy: k)
    guard let glyph = placement.glyph, let anchorPoint = layer.glyph?.values.anchorPoint else {
      return placement
    }
    let own = glyph.transform.about(glyph.text.layout.copies[k].anchor(anchorPoint))
    placement.step = placement.step.map { own * $0 } ?? own
    placement.glyph = nil
    return placement
  }

  /// How many copies a replicator, or a text, shows.
  package var copyCount: Double {
    laidOutText.map { Double($0.layout.copies.count) } ?? Double(values.replicator.copyCount)
  }

  private var laidOutText: LaidOutText? {
    if lettering.text == nil, layer.kind == .text {
      lettering.text = (isAsStored ? node?.pointee.text : nil) ?? layer.laidOut(values)
    }
    return lettering.text
  }

  /// Prepares what tells copies 0 ..< count of a replicator, or of a text, from each other.
  @discardableResult
  package func prepareInstances(_ count: Int) -> InstanceSequence {
    let sequence = instances ?? InstanceSequence()
    let isText = layer.kind == .text
    let step = isText ? nil : sublayerStep.map { PlaneTransform(flattening: $0) }
    // About the centre of the bounds, before `sublayerTransform` (semantics section 7.2); letters about their own anchor.
    sequence.begin(
      shown, at: time, count, about: isText ? .zero : values.bounds.center,
      isText ? .identity : step.map { $0 * plane } ?? plane,
      known: node?.pointee.instanceTransforms, haveOwnBase: isText)
    if sequence.isNew { node?.pointee.instanceTransforms = sequence.regular }
    (instances, hasInstances) = (sequence, true)
    return sequence
  }

  /// Colour of copy `k` of a replicator, or of a text.
  package func color(ofCopy k: Int) -> Color { preparedInstances.color(k) }

  private var preparedInstances: InstanceSequence {
    if hasInstances, let instances { return instances }
    return prepareInstances(0)
  }

  /// Placement of sublayers in copy `k` of a replicator.
  package func placement(ofCopy k: Int) -> Placement {
    let instances = preparedInstances
    var placement = sublayerPlacement
    placement.time = instances.moment(k)
    var own = instances.transform(k)
    if let text = laidOutText, text.layout.copies.indices.contains(k) {
      // The glyph layer, which knows the anchor point, takes the transform of the copy.
      placement.isFlipped = false
      placement.glyph = GlyphPlace(text, k, own, values.text.foregroundColor)
      own = (text.place(ofCopy: k) * uprightText).transform3D
    }
    placement.step = placement.step.map { own * $0 } ?? own
    return placement
  }
}
