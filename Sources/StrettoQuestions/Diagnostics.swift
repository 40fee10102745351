import StrettoTiming
import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// A common mistake that was found in a scene. The raw value of each diagnostic code never changes.
public struct Diagnostic {
  public enum Code: Int32, CaseIterable, Sendable {
    /// An animation that is removed on completion is removed from all copies at once, which is too early for delayed copies.
    case removedTooSoon = 1
    /// A colour offset multiplies the colours of the source, so it has no effect on a black source.
    case blackSource = 2
    /// A replicator of size 0 rotates or scales its copies about its corner.
    case pivotAtCorner = 3
    /// The delay of the last copy is not shorter than the clip.
    case delayBeyondClip = 4
    /// A matrix that an animation interpolates has parallel axes or overflows, so the animation jumps at half its time.
    case matrixSteps = 5
    /// A layer has no area. A layer without an area neither paints within its bounds nor shows sublayers that are clipped to its
    /// bounds, and a view replicator cannot show a source without an area.
    case noSize = 6
    /// A layer paints nothing and shows no other layer.
    case nothingToPaint = 7
    /// A layer does not move and lies outside the scene.
    case outside = 8
    /// An emitter cell has no picture, emits no particles, or its particles have no lifetime.
    case emptyCell = 9
    /// A spring ends or restarts while it still moves.
    case springCutOff = 10
    /// No font has some of a text's characters, and each missing character is drawn as a box. For missing characters, the
    /// diagnostic has the characters in place of a key path.
    case missingGlyph = 11
    /// The font has some of a text's characters only in colours that cannot be drawn. For characters in undrawable colours, the
    /// diagnostic has the characters in place of a key path.
    case colorGlyphNotDrawn = 12
    /// An array of values for the copies of a text or replicator has fewer entries than there are copies. A copy without an entry
    /// in the array follows the general rule of the replicator or text.
    case arrayTooShort = 13
    /// The source of proxies or portals is animated by its own position, transform or opacity, which have no effect in the
    /// proxies or portals.
    case sourceOwnMotion = 14
    /// A layer is in a view replicator without being a proxy, or is in a proxy, where no layer is shown.
    case sublayerNotShown = 15
    /// A child of a group is cut off before it has played once, because the group's duration is shorter.
    case groupCutsOff = 16
    /// An animation is removed at its end although the animation's fill mode would hold the last value, and the last value
    /// differs from the model value.
    case snapsBack = 17
    /// An animation has no values.
    case noValues = 18
    /// A replicator or text delays its copies and is animated itself. The delay of the copies has no effect on animations of the
    /// replicator or text itself.
    case delayWithoutMotion = 19
    /// A hidden layer is animated, and nothing ever shows the layer.
    case hiddenMotion = 20
    /// An angle seems to be in degrees instead of radians.
    case degrees = 21
    /// A layer does not move, has its centre at its superlayer's corner, and is at least three quarters outside the scene.
    case mostlyOutside = 22
    /// A text has the colour of the scene's background directly below it.
    case colorOfBackground = 23
    /// The copy pattern of a value or animation has more indices than there are replicators around the layer.
    case noSuchCopy = 24
    /// A stroke property of a shape layer is set, but the layer has no stroke colour.
    case strokeWithoutColor = 25
    /// A colour offset increases a colour component that is already 1, or decreases a component that is already 0.
    case offsetWithoutEffect = 26
    /// A value that should be a fraction seems to be in pixels or percent.
    case notAFraction = 27
    /// A property of a transform layer, or of a replicator that preserves depth, has no effect, because the layer has no picture
    /// of its own.
    case ignoredProperty = 28
    /// An animation is in effect only while a later animation with an equal key path replaces it.
    case animationReplaced = 29
    /// The number of key times or timing functions does not fit the values of a keyframe animation, or the key times do not run
    /// from 0 to 1. Superfluous key times and timing functions of a keyframe animation are ignored. The first keyframe value
    /// holds before the first key time, and the last keyframe value holds after the last key time.
    case keyframesDoNotFit = 30
    /// A gradient passes through grey, or another colour, where it fades, because a stop of alpha 0 has a colour of its own.
    case gradientThroughGrey = 31
    /// Two paths of an animation have different elements, so the animation jumps from one path to the other at half its time.
    case pathSteps = 32
    /// The key path of an animation names a cell, a filter or a sublayer that does not exist.
    case noSuchPart = 33
    /// An emitter behavior of the type light is not drawn.
    case lightNotDrawn = 34
    /// A vector format cannot express a property of a layer, which is named in place of the key path, so that a file shows
    /// pictures of the layer.
    case noVectorForm = 35
  }

  public let code: Code
  public let layer: Layer
  /// The key path of the animation or property with the mistake, or "" if the mistake is not about an animation or property.
  public let keyPath: String

  package init(_ code: Code, _ layer: Layer, _ keyPath: String) {
    (self.code, self.layer, self.keyPath) = (code, layer, keyPath)
  }
}

extension Scene {
  /// Finds common mistakes in this scene.
  ///
  /// - Parameter clip: The duration of the planned clip in seconds, or infinity if no clip is planned.
  @export(interface)
  public func diagnostics(
    clip: Double, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var delays = UnusedDelays()
    var walk = TreeWalk([
      Visit(layer: root, staticTransform: PlaneTransform(), timeline: LinearTime())
    ])
    while let visit = walk.next() {
      let layer = visit.layer
      try cancellation.checkCancelled(work: 1 + layer.animations.count)
      let staticTransform = visit.staticTransform.flatMap { layer.staticTransform(in: $0) }
      let timeline = visit.timeline.flatMap { $0.inside(layer) }
      let delay = delays.visit(layer, outer: visit.delay)
      func report(_ code: Diagnostic.Code, _ keyPath: String) {
        found.append(Diagnostic(code, layer, keyPath))
      }
      diagnose(layer, isLate: visit.isLate, staticTransform, timeline, clip, report)
      // The colours of a mask have no effect, because only the alpha of a mask is used.
      let isInMask = visit.isInMask || layer.isMask
      if !isInMask, layer.fadesThroughGrey { report(.gradientThroughGrey, PropertyName.colors) }
      if layer.kind == .text { try layer.diagnoseText(&cancellation, report) }
      layer.forEachWithoutCopies(indices: visit.indices) { report(.noSuchCopy, $0) }
      let (parts, showsCopiesLate) = (layer.parts, layer.showsCopiesLate)
      let showsOnce = [.plain, .shape, .gradient].contains(layer.kind)
      let visits = parts.map { part in
        let edge = layer.edge(to: part)
        // The local time of each letter decides on the removal of the letter's animations, so the animations of a delayed letter
        // are not removed too soon.
        let isOnTime = layer.kind == .text && edge.isOfCopies
        let isPartLate =
          (visit.isLate && !isOnTime) || (showsCopiesLate && edge.isOfCopies)
          || part.portals.contains { $0.layer.isLate }
        return Visit(
          layer: part, isLate: isPartLate, isInMask: isInMask,
          staticTransform: showsOnce && part !== layer.mask ? staticTransform : nil,
          timeline: timeline, delay: delay, indices: visit.indices + (edge.takesIndex ? 1 : 0))
      }
      walk.push(visits)
    }
    return found + delays.unused
  }

  /// A layer that is to be visited, and properties of the path from the root to the layer.
  private struct Visit {
    let layer: Layer
    /// True if some copy of the layer is delayed relative to the layer's superlayers.
    var isLate = false
    var isInMask = false
    /// The transform from the superlayer's coordinates to the scene's coordinates, or nil if the superlayer moves or is shown
    /// several times.
    var staticTransform: PlaneTransform?
    var timeline: LinearTime?
    var delay: Int?
    /// The number of indices that identify one copy of the layer.
    var indices = 0
  }

  private func diagnose(
    _ layer: Layer, isLate: Bool, _ staticTransform: PlaneTransform?, _ timeline: LinearTime?,
    _ clip: Double, _ report: (Diagnostic.Code, String) -> Void
  ) {
    let invisible = layer.reasonInvisible(in: self, staticTransform)
    if let invisible { report(invisible.code, invisible.keyPath) }
    if invisible?.code != .nothingToPaint, let name = layer.ineffectiveStrokeProperty {
      report(.strokeWithoutColor, name)
    }
    if let name = layer.ineffectiveColorOffset { report(.offsetWithoutEffect, name) }
    if let name = layer.valueInPixels { report(.notAFraction, name) }
    if let name = layer.valueLeftOut { report(.ignoredProperty, name) }
    layer.forEachThatIsReplaced { report(.animationReplaced, $0) }
    layer.forEachCellProblem(report)
    layer.forEachAngleInDegrees { report(.degrees, $0) }
    for animation in layer.animations {
      animation.forEachInside { if $0.isCutOff { report(.springCutOff, $0.values.keyPath) } }
      animation.forEachInside { if $0.cannotBlend { report(.matrixSteps, $0.values.keyPath) } }
      animation.forEachInside {
        if $0.jumpsBetweenPaths(of: layer) { report(.pathSteps, $0.values.keyPath) }
      }
      animation.forEachInside {
        if $0.hasInvalidKeyPath(in: layer) { report(.noSuchPart, $0.values.keyPath) }
      }
    }
    layer.forEachIneffectiveAnimation(report)
    layer.forEachUncountedMotion { report(.sourceOwnMotion, $0) }
    if isLate {
      for values in layer.animations.map({ $0.values })
      where values.isRemovedOnCompletion && values.timing.activeDuration < .infinity {
        report(.removedTooSoon, values.keyPath)
      }
    } else {
      layer.forEachThatSnapsBack(timeline, clip: clip) { report(.snapsBack, $0.values.keyPath) }
    }
    if layer.kind == .replicator { layer.diagnoseReplicator(clip, report) }
  }
}

extension LayerAnimation {
  /// True if this animation interpolates matrices that cannot be decomposed.
  fileprivate var cannotBlend: Bool {
    guard path?.kind == .transform, values.calculationMode != .discrete else { return false }
    return (values.keyValues + [values.fromValue, values.toValue]).contains {
      if case .transform(let end) = $0 { end.matrix.decomposed.isDegenerate } else { false }
    }
  }

  /// True if two consecutive paths of this animation cannot be interpolated.
  fileprivate func jumpsBetweenPaths(of layer: Layer) -> Bool {
    guard let path, path.kind == .path, path.sublayer == nil, values.calculationMode != .discrete
    else { return false }
    var all = values.keyValues
    if values.kind.isBasic {
      // An animation without a first or last path uses the layer's own path.
      let own = path.value(in: layer.values, layer.kind.properties)
      all = [values.fromValue, values.toValue].map { if case .path = $0 { $0 } else { own } }
    }
    return zip(all, all.dropFirst()).contains { pair in
      if case (.path(let a), .path(let b)) = pair { !a.isBuilt(like: b) } else { false }
    }
  }

  /// True if the key path of this animation names a cell, a filter or a sublayer that does not exist.
  fileprivate func hasInvalidKeyPath(in layer: Layer) -> Bool {
    guard let path, path.cell != nil || path.sublayer != nil else { return false }
    return (try? layer.value(at: path)) == nil
  }

  /// True if this is a spring animation that ends or restarts before half of its settling time. Until half of its settling time,
  /// a spring is up to 3 % away from its target, so that an earlier end is a visible jump.
  fileprivate var isCutOff: Bool {
    guard values.kind == .spring, !values.timing.autoreverses else { return false }
    let settled = values.spring.settlingDuration
    let lasts = min(values.timing.duration, values.timing.activeDuration)
    return settled < .infinity && lasts < settled / 2
  }
}

extension Layer {
  /// True if some copy is delayed relative to the undelayed time, which decides on the removal of animations.
  fileprivate var showsCopiesLate: Bool {
    switch kind {
    case .replicator: latestDelay > 0
    case .viewReplicator: proxies.contains { $0.isLate }
    default: false
    }
  }

  /// True if this proxy or portal delays or slows down the time of its source.
  fileprivate var isLate: Bool {
    let timing = values.timing
    return timing.speed < 1 || timing.beginTime - timing.timeOffset / timing.speed > 0
  }

  /// The greatest delay of a copy in seconds, at least 0.
  fileprivate var latestDelay: Double {
    values.replicator.delays(
      ofCopies: Int(clampingDown: copyCount), regular: [values.replicator.instanceDelay]
    ).upperBound
  }

  fileprivate func diagnoseReplicator(_ clip: Double, _ report: (Diagnostic.Code, String) -> Void) {
    let replicator = values.replicator
    if replicator.hasColorOffsets, paintsBlackAlone { report(.blackSource, "") }
    var linear = replicator.instanceTransform.matrix
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    if values.bounds.isEmpty, replicator.copyCount > 1, linear != .identity {
      report(.pivotAtCorner, PropertyName.instanceTransform)
    }
    if latestDelay >= clip { report(.delayBeyondClip, PropertyName.instanceDelay) }
    // An array with one entry may be meant for the first copy alone, with the general rule for all other copies.
    let count = Int(clampingDown: copyCount)
    for (name, given, hasRule) in replicator.copyArrays
    where given > 1 && given < count && !hasRule {
      report(.arrayTooShort, name)
    }
  }

  /// True if the sublayers of this layer paint something, and everything that is painted in their subtrees is black. An image
  /// counts as white.
  private var paintsBlackAlone: Bool {
    var (walk, paints) = (TreeWalk(sublayers), false)
    while let layer = walk.next() {
      let colors = layer.ownColors
      if !colors.allSatisfy({ $0.withAlpha(1) == .black }) { return false }
      paints = paints || !colors.isEmpty
      walk.push(layer.sublayers)
    }
    return paints
  }

  private var ownColors: [Color] {
    var colors = [values.backgroundColor, values.shape.strokeColor].compactMap { $0 }
    if values.shape.path != nil, let fill = values.shape.fillColor { colors.append(fill) }
    if values.borderWidth > 0, let border = values.borderColor { colors.append(border) }
    colors += values.gradient.colors
    if case .image = values.contents { colors.append(.white) }
    if !values.emitter.cells.isEmpty { colors.append(.white) }
    return colors
  }
}

extension ReplicatorValues {
  /// The arrays of values for single copies, with their lengths. The element `hasRule` is true if copies without a value of their
  /// own follow a general rule other than the identity.
  var copyArrays: [(name: String, count: Int, hasRule: Bool)] {
    let hasColorRule = hasOffsets || instanceColor.map { $0 != .white } ?? false
    return [
      (PropertyName.instanceDelays, instanceDelays.count, instanceDelay != 0),
      (
        PropertyName.instanceTransforms, instanceTransforms.count,
        instanceTransform.matrix != .identity
      ),
      (PropertyName.instanceColors, instanceColors.count, hasColorRule),
      (PropertyName.instanceOpacities, instanceOpacities.count, hasColorRule),
    ]
  }
}
