import StrettoTiming
import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// A common mistake, found in a scene. The codes never change.
public struct Diagnostic {
  public enum Code: Int32, CaseIterable, Sendable {
    /// An animation that is removed on completion is removed from all copies at once, which is too early for delayed copies.
    case removedTooSoon = 1
    /// Colour offsets multiply, so they have no effect on a black source.
    case blackSource = 2
    /// A replicator of size 0 rotates or scales its copies about its corner.
    case pivotAtCorner = 3
    /// The last copy begins after the end of the clip.
    case delayBeyondClip = 4
    /// A matrix that an animation interpolates has parallel axes or overflows, so it switches at half the time.
    case matrixSteps = 5
    /// A layer has no area, so what it paints within its bounds, what it clips, and what a view replicator shows of it is not
    /// seen.
    case noSize = 6
    /// A layer shows no other layer and paints nothing.
    case nothingToPaint = 7
    /// A layer does not move and is outside the scene.
    case outside = 8
    /// A kind of particle has no picture, is never born or does not live.
    case emptyCell = 9
    /// A spring ends or restarts while it still moves.
    case springCutOff = 10
    /// No font covers some of a text's characters, which the key path names. Each is drawn as a box.
    case missingGlyph = 11
    /// The font has some of a text's characters, which the key path names, in colours that are not drawn.
    case colorGlyphNotDrawn = 12
    /// A text or replicator has more copies than an array of values for them has entries. The others follow the rule.
    case arrayTooShort = 13
    /// The source of proxies or portals moves, rotates or fades itself, which has no effect where they show it.
    case sourceOwnMotion = 14
    /// A layer is where nothing is shown: in a view replicator without being a proxy, or in a proxy.
    case sublayerNotShown = 15
    /// A member of a group is cut off before it has played once, because the group's duration is shorter.
    case groupCutsOff = 16
    /// An animation has a fill mode that holds its last value, which differs from the layer's, but is removed at its end.
    case snapsBack = 17
    /// An animation has no values.
    case noValues = 18
    /// A replicator or text is animated itself, and its copies are delayed, which has no effect on that animation.
    case delayWithoutMotion = 19
    /// A hidden layer is animated, and nothing ever shows it.
    case hiddenMotion = 20
    /// Angles are given in degrees.
    case degrees = 21
    /// A layer does not move, its centre is at its superlayer's corner, and three quarters of it are outside the scene.
    case mostlyOutside = 22
    /// A text has the colour of the scene's background directly below it.
    case colorOfBackground = 23
    /// A value or animation is for copies with more indices than there are replicators around the layer.
    case noSuchCopy = 24
    /// A stroke has a style but no colour.
    case strokeWithoutColor = 25
    /// Offsets of copies' colours are added to components that are 1, or subtracted from components that are 0.
    case offsetWithoutEffect = 26
    /// A fraction is given in pixels or percent.
    case notAFraction = 27
    /// A transform layer, or a replicator that preserves depth, has no picture of its own to which the property could apply.
    case ignoredProperty = 28
    /// An animation is in effect only while a later one with the same key path covers it.
    case animationReplaced = 29
    /// A keyframe animation has more or fewer key times or timing functions than its values need, or key times that do not run
    /// from 0 to 1. Surplus is ignored, and the first or the last value holds.
    case keyframesDoNotFit = 30
    /// A gradient passes through grey, or another colour, where it fades, because a stop of alpha 0 has a colour of its own.
    case gradientThroughGrey = 31
    /// Two paths of an animation have different elements, so that it jumps from one to the other at half the time.
    case pathSteps = 32
    /// An animation names a cell, a filter or a sublayer that does not exist.
    case noSuchPart = 33
    /// An emitter behavior that is not drawn: a light.
    case lightNotDrawn = 34
  }

  public let code: Code
  public let layer: Layer
  /// Key path of the animation or property; "" for none.
  public let keyPath: String

  init(_ code: Code, _ layer: Layer, _ keyPath: String) {
    (self.code, self.layer, self.keyPath) = (code, layer, keyPath)
  }
}

extension Scene {
  /// Finds mistakes in this scene.
  ///
  /// - Parameter clip: The duration of the planned clip in seconds; infinite if there is none.
  @export(interface)
  public func diagnostics(
    clip: Double, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var delays = UnusedDelays()
    var walk = TreeWalk([Visit(layer: root, place: PlaneTransform(), timeline: EvenTime())])
    while let visit = walk.next() {
      let layer = visit.layer
      try cancellation.checkCancelled(steps: 1 + layer.animations.count)
      let place = visit.place.flatMap { layer.stillPlace(in: $0) }
      let timeline = visit.timeline.flatMap { $0.inside(layer) }
      let delay = delays.visit(layer, outer: visit.delay)
      func report(_ code: Diagnostic.Code, _ keyPath: String) {
        found.append(Diagnostic(code, layer, keyPath))
      }
      diagnose(layer, isLate: visit.isLate, place, timeline, clip, report)
      // Only the alpha of a mask matters.
      let isInMask = visit.isInMask || layer.isMask
      if !isInMask, layer.fadesThroughGrey { report(.gradientThroughGrey, "colors") }
      if layer.kind == .text { try layer.diagnoseText(&cancellation, report) }
      layer.forEachWithoutCopies(indices: visit.indices) { report(.noSuchCopy, $0) }
      let (parts, showsCopiesLate) = (layer.parts, layer.showsCopiesLate)
      let showsOnce = [.plain, .shape, .gradient].contains(layer.kind)
      let visits = parts.map { part in
        let way = layer.way(to: part)
        // The copies of a text remove their animations by their own time.
        let isOnTime = layer.kind == .text && way.isOfCopies
        let isPartLate =
          (visit.isLate && !isOnTime) || (showsCopiesLate && way.isOfCopies)
          || part.portals.contains { $0.layer.isLate }
        return Visit(
          layer: part, isLate: isPartLate, isInMask: isInMask,
          place: showsOnce && part !== layer.mask ? place : nil,
          timeline: timeline, delay: delay, indices: visit.indices + (way.takesIndex ? 1 : 0))
      }
      walk.enter(visits)
    }
    return found + delays.unused
  }

  /// A layer, and what is known of the path to it.
  private struct Visit {
    let layer: Layer
    /// Whether some copy of it is delayed relative to the layers around.
    var isLate = false
    var isInMask = false
    /// The transform from its superlayer's coordinates to the scene's; nil if it moves or is shown several times.
    var place: PlaneTransform?
    var timeline: EvenTime?
    var delay: Int?
    /// The number of indices that identify a copy of it.
    var indices = 0
  }

  private func diagnose(
    _ layer: Layer, isLate: Bool, _ place: PlaneTransform?, _ timeline: EvenTime?,
    _ clip: Double, _ report: (Diagnostic.Code, String) -> Void
  ) {
    let unseen = layer.whyUnseen(in: self, place)
    if let unseen { report(unseen.code, unseen.keyPath) }
    if unseen?.code != .nothingToPaint, let name = layer.strokeInVain {
      report(.strokeWithoutColor, name)
    }
    if let name = layer.offsetInVain { report(.offsetWithoutEffect, name) }
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
        if $0.leadsNowhere(in: layer) { report(.noSuchPart, $0.values.keyPath) }
      }
    }
    layer.forEachVainMotion(report)
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
  /// Whether this animation has matrices that cannot be interpolated.
  fileprivate var cannotBlend: Bool {
    guard path?.kind == .transform, values.calculationMode != .discrete else { return false }
    return (values.keyValues + [values.fromValue, values.toValue]).contains {
      if case .transform(let end) = $0 { end.matrix.decomposed.isDegenerate } else { false }
    }
  }

  /// Whether two consecutive paths cannot be interpolated.
  fileprivate func jumpsBetweenPaths(of layer: Layer) -> Bool {
    guard let path, path.kind == .path, path.sublayer == nil, values.calculationMode != .discrete
    else { return false }
    var all = values.keyValues
    if values.kind.isBasic {
      // A missing end is the layer's own path.
      let own = path.value(in: layer.values, layer.kind.properties)
      all = [values.fromValue, values.toValue].map { if case .path = $0 { $0 } else { own } }
    }
    return zip(all, all.dropFirst()).contains { pair in
      if case (.path(let a), .path(let b)) = pair { !a.isBuilt(like: b) } else { false }
    }
  }

  /// Whether its key path names a cell, a filter or a sublayer that the layer does not have.
  fileprivate func leadsNowhere(in layer: Layer) -> Bool {
    guard let path, path.cell != nil || path.sublayer != nil else { return false }
    return (try? layer.value(at: path)) == nil
  }

  /// Whether this is a spring that ends or restarts before half of its settling time. Some 3 % of its distance are then left,
  /// which is a visible jump.
  fileprivate var isCutOff: Bool {
    guard values.kind == .spring, !values.timing.autoreverses else { return false }
    let settled = values.spring.settlingDuration
    let lasts = min(values.timing.duration, values.timing.activeDuration)
    return settled < .infinity && lasts < settled / 2
  }
}

extension Layer {
  /// Whether some copy is delayed relative to the time by which all copies remove their animations.
  fileprivate var showsCopiesLate: Bool {
    switch kind {
    case .replicator: latestDelay > 0
    case .viewReplicator: proxies.contains { $0.isLate }
    default: false
    }
  }

  /// Whether this proxy or portal shows some times later than the layer around it.
  fileprivate var isLate: Bool {
    let timing = values.timing
    return timing.speed < 1 || timing.beginTime - timing.timeOffset / timing.speed > 0
  }

  /// The greatest delay of the copies in seconds; not below 0.
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
      report(.pivotAtCorner, "instanceTransform")
    }
    if latestDelay >= clip { report(.delayBeyondClip, "instanceDelay") }
    // One entry may be meant for the first copy alone, with a rule for the others.
    let count = Int(clampingDown: copyCount)
    for (name, given, hasRule) in replicator.copyArrays
    where given > 1 && given < count && !hasRule {
      report(.arrayTooShort, name)
    }
  }

  /// Whether everything that the sublayers and their subtrees paint is black, and they paint something. A picture counts as
  /// white.
  private var paintsBlackAlone: Bool {
    var (walk, paints) = (TreeWalk(sublayers), false)
    while let layer = walk.next() {
      let colors = layer.ownColors
      if !colors.allSatisfy({ $0.withAlpha(1) == .black }) { return false }
      paints = paints || !colors.isEmpty
      walk.enter(layer.sublayers)
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
  /// The arrays of values for single copies: their lengths, and whether a rule other than the identity applies to further copies.
  var copyArrays: [(name: String, count: Int, hasRule: Bool)] {
    let hasColorRule = hasOffsets || instanceColor.map { $0 != .white } ?? false
    return [
      ("instanceDelays", instanceDelays.count, instanceDelay != 0),
      ("instanceTransforms", instanceTransforms.count, instanceTransform.matrix != .identity),
      ("instanceColors", instanceColors.count, hasColorRule),
      ("instanceOpacities", instanceOpacities.count, hasColorRule),
    ]
  }
}
