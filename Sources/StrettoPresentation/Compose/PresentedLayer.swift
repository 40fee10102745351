import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

extension Rect {
  /// A mirror image of everything inside, about the horizontal centre line.
  var mirror: PlaneTransform { PlaneTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * y + height) }
}

/// One shown instance of a layer: its values at a local time, and its transform to the display list.
///
/// It is a class, because the walk holds one at each level, and a value of about a kilobyte would be copied often. The walk
/// reuses the objects.
package final class PresentedLayer {
  /// Valid while it is presented.
  package private(set) unowned(unsafe) var layer: Layer
  private(set) var node: PlanNode.Reference?
  var lettering = Lettering()
  /// Whether this copy of the layer has values or animations of its own.
  private(set) var hasOverrides = false
  private(set) var moments = LocalTimes()
  var place = Place()
  /// State of the walk. Each level of sublayers copies it.
  var context = WalkContext()
  private var space = Space()
  /// The values: those of the node, or evaluated ones in this object.
  private(set) var shown: UnsafePointer<LayerValues>
  private let own: UnsafeMutablePointer<LayerValues>
  /// The copies that it shows, if they were prepared for these values.
  private var instances: InstanceSequence?
  private var hasInstances = false

  /// The layout of a text, and the position of its glyph layer in one copy, while they are drawn.
  struct Lettering {
    var text: LaidOutText?
    var glyph: GlyphPlace?
  }

  /// The times at which its animations are evaluated.
  struct LocalTimes {
    var own = LocalTime(time: 0, base: 0)
    var around = LocalTime(time: 0, base: 0)
    /// Transitions that began after this time have not begun in this picture.
    var transitionLimit = Double.infinity
  }

  /// Position and opacity in the list, which both pictures of a transition share.
  struct Place {
    /// Transform from the layer's own coordinates to the space of the display list around it.
    var plane: PlaneTransform = .identity
    var facing = 1.0
    /// Whether an odd number of layers around it flip their geometry. Pictures are upright nevertheless.
    var isFlipped = false
    /// 0...1, including the factor that its superlayer gives to each sublayer.
    var opacity = 1.0
    /// Whether only position and opacity were evaluated, so that the values still have the model's.
    var isPlacedByProgram = false
  }

  /// The 3-D space of a layer whose sublayers keep their depth.
  private struct Space {
    /// Transform from the layer's own coordinates to the 3-D space; nil for flat layers.
    var geometry: Transform3D?
    /// Transform from the 3-D space to the display list.
    var plane: PlaneTransform = .identity
    var facing = 1.0
  }

  package var time: LocalTime { moments.own }
  package var plane: PlaneTransform { place.plane }
  var facing: Double { place.facing }
  var isFlipped: Bool { place.isFlipped }
  var opacity: Double { place.opacity }

  /// Presentation values of the layer, except opacity and position.
  package var values: LayerValues { @inline(__always) _read { yield shown.pointee } }

  /// Makes an empty object, for a node that is presented later.
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
    (moments, place.isFlipped) = (
      LocalTimes(own: time, around: placement.time), placement.isFlipped
    )
    var never = Cancellation.never
    evaluate(placement, copy, cells: cells, &never)
  }

  /// As above, with what a plan knows of the layer.
  convenience init?(_ layer: Layer, at placement: Placement, copy: [Int], by plan: Plan?) {
    guard let node = plan?.node(of: layer) else {
      self.init(layer, at: placement, copy: copy)
      return
    }
    self.init(layer)
    var never = Cancellation.never
    guard become(node, at: placement, copy: copy, &never) else { return nil }
  }

  /// Lays out a text; does nothing for other layers.
  package func layOut(_ cancellation: inout Cancellation) throws(Cancelled) {
    if layer.kind == .text { lettering.text = try layer.laidOut(values, &cancellation) }
  }

  deinit {
    own.deinitialize(count: 1)
    own.deallocate()
  }

  /// Presents another node with this object; false if its layer has not begun or has ended.
  func become(
    _ node: PlanNode.Reference, at placement: Placement, copy: [Int],
    _ cancellation: inout Cancellation
  ) -> Bool {
    (self.node, layer, hasInstances) = (node, node.pointee.layer, false)
    moments = LocalTimes(own: placement.time, around: placement.time)
    (place.isFlipped, context) = (placement.isFlipped, placement.context)
    if node.pointee.facts.contains(.hasTiming) {
      guard let local = node.pointee.layer.localTime(at: placement.time, copy: copy) else {
        return false
      }
      moments.own = local
    }
    hasOverrides = node.pointee.facts.contains(.hasInstanceOverrides) && layer.addresses(copy)
    if placement.options == .picture, node.pointee.facts.contains(.isOnePicture), !hasOverrides {
      // The animations only place and fade the layer, and the layer that shows it applies both.
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

  /// Prepares this object as scratch for evaluating the paint of leaf `node` at many times.
  func beginLocalTimes(of node: PlanNode.Reference, isFlipped: Bool) {
    (self.node, layer, place.isFlipped) = (node, node.pointee.layer, isFlipped)
    hasOverrides = false
    own.pointee = layer.values
    shown = UnsafePointer(own)
  }

  /// Evaluates the layer's paint at another local time. Values that every animation writes are not reset first.
  func become(at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (moments.own, own.pointee.bounds) = (time, bounds)
    guard let program = node.pointee.program else { return }
    if program.isPaintedAnew, paint(program, &never) { return }
    unpaint(program)
    _ = paint(program, &never)
  }

  /// As above at one of eight local times, if every value is written.
  func become(_ beats: [Clock.Beat<Doubles>], _ lane: Int, in bounds: Rect) {
    guard let program = node?.pointee.program else { return }
    own.pointee.bounds = bounds
    if program.paint(&own.pointee, beats, lane) { return }
    unpaint(program)
    _ = program.paint(&own.pointee, beats, lane)
  }

  /// Resets the values that the program writes.
  private func unpaint(_ program: AnimationProgram) {
    for index in program.paints.indices {
      guard let path = program.paints[index].animation.path else { continue }
      own.pointee.set(layer.values.value(at: path, layer.kind), at: path, layer.kind)
    }
  }

  /// Evaluates the paint of a copy with values of its own. The next local time starts from the model values again.
  func become(_ copy: [Int], at time: LocalTime, in bounds: Rect) {
    guard let node else { return }
    var never = Cancellation.never
    (moments.own, hasOverrides) = (time, true)
    repaint(node, in: bounds, copy, &never)
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
    shown = UnsafePointer(own)
    if let program = node.pointee.program { _ = paint(program, &cancellation) }
  }

  /// Applies the animations of the layer's paint; false if some of them are not in effect.
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
      fromSuperlayer: node?.pointee.fromSuperlayer, &cancellation)
    if placement.options != .inTree { placement.options.apply(to: &own.pointee) }
    // A proxy that shows a part of its source is clipped to its bounds.
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

  /// Makes this object the old picture of a transition, in the position of the new one.
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
      fromSuperlayer: node.pointee.fromSuperlayer, &cancellation)
    shown = UnsafePointer(own)
    (place, space.geometry, context) = (new.place, nil, new.context)
    // The old picture's bounds coincide with the new one's, whatever their origins are.
    let (here, there) = (own.pointee.bounds, new.values.bounds)
    move(by: Point(there.x - here.x, there.y - here.y))
  }

  /// Translates its picture in its own coordinates.
  func move(by offset: Point) {
    if offset != .zero {
      hasInstances = false
      place.plane = PlaneTransform(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y) * plane
    }
  }

  /// Transform from its own coordinates to the 3-D space in which it is presented.
  func geometry(at placement: Placement) -> Transform3D {
    var geometry = values.geometry
    if place.isPlacedByProgram {
      geometry = layer.presentationValues(at: time, around: moments.around, cells: []).geometry
    }
    return placement.step.map { geometry * $0 } ?? geometry
  }

  /// Whether the values are the node's model values.
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

  /// Transform from its own coordinates to the display list for images, which are upright for any flips around.
  var imagePlane: PlaneTransform { isFlipped ? values.bounds.mirror * plane : plane }

  /// Whether an odd number of layers around its sublayers, this one included, flip their geometry.
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

  /// The opacity that each sublayer takes from this layer; 1 if they fade as one picture.
  var opacityForEach: Double {
    values.hasEffects && !values.effectValues.allowsGroupOpacity ? opacity : 1
  }

  /// Placement of sublayers in a subpicture, which is written once for all copies of a replicator.
  var subpicturePlacement: Placement {
    var placement = sublayerPlacement
    (placement.step, placement.plane) = (nil, .identity)
    return placement
  }

  /// Placement of a mask: in the layer's own coordinates, at the time of its sublayers.
  var maskPlacement: Placement {
    Placement(time: time, plane: plane, facing: facing, isFlipped: isFlipped, context: context)
  }

  /// Transform from the layout of a text to the text layer. A text is upright for any flips around.
  var uprightText: PlaneTransform { flipsSublayers ? values.bounds.mirror : .identity }

  /// Placement of the mask of copy `k`, in the coordinates of that copy. For a text these begin at the corner of the copy's box,
  /// and move with the instance transform, which the glyph layer applies about its anchor point.
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

  /// The colour of copy `k` of a replicator or a text.
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
      // The glyph layer applies the instance transform, because it has the anchor point.
      placement.isFlipped = false
      placement.glyph = GlyphPlace(text, k, own, values.text.foregroundColor)
      own = (text.place(ofCopy: k) * uprightText).transform3D
    }
    placement.step = placement.step.map { own * $0 } ?? own
    return placement
  }
}
