import StrettoTiming
import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// Something that people stumble over, found in a scene. The codes never change.
public struct Diagnostic {
  public enum Code: Int32, CaseIterable, Sendable {
    /// An animation that is removed on completion is gone for all copies at once, for late ones too soon.
    case removedTooSoon = 1
    /// Colour offsets multiply: over a black source they show nothing.
    case blackSource = 2
    /// A replicator of no size turns or scales its copies about its corner.
    case pivotAtCorner = 3
    /// The last copy begins after the clip is over.
    case delayBeyondClip = 4
    /// A matrix that an animation blends has parallel axes or overflows: it switches at half the way.
    case matrixSteps = 5
    /// A layer without area: what it paints within its bounds, what it clips, and what a view replicator shows of it,
    /// is not seen.
    case noSize = 6
    /// A layer that shows no other one has nothing to paint either.
    case nothingToPaint = 7
    /// A layer stands still where the scene does not reach.
    case outside = 8
    /// A kind of particle has no picture, is never born or does not live.
    case emptyCell = 9
    /// A spring is cut off, or begins anew, while it still moves.
    case springCutOff = 10
    /// No font has some of a text's characters, which the key path names; a box stands for each.
    case missingGlyph = 11
    /// The font has some of a text's characters, which the key path names, in colours that are not drawn.
    case colorGlyphNotDrawn = 12
    /// A text or a replicator has more copies than an array of values for them has entries; the others follow the rule.
    case arrayTooShort = 13
    /// The source of proxies or portals moves, turns or fades itself, which does not count where they show it.
    case sourceOwnMotion = 14
  }

  public let code: Code
  public let layer: Layer
  /// What it is about: an animation's key path, or "".
  public let keyPath: String
}

extension Scene {
  /// What in this scene may not do what its maker expects.
  ///
  /// - Parameter clip: seconds of the clip that is to be made; infinite if there is none in mind.
  public func diagnostics(clip: Double = .infinity) -> [Diagnostic] {
    var found: [Diagnostic] = []
    // A list and no recursion, so that a deep tree takes no stack; the last is the next.
    var open = [(layer: root, isLate: false, place: PlaneTransform?.some(PlaneTransform()))]
    while let (layer, isLate, around) = open.popLast() {
      let place = around.flatMap { layer.stillPlace(in: $0) }
      diagnose(layer, isLate: isLate, place, clip, &found)
      for part in layer.parts.reversed() {
        let isPartLate =
          isLate || layer.showsLate(part) || part.portals.contains { $0.portal.isLate }
        open.append((part, isPartLate, layer.showsOnce(part) ? place : nil))
      }
    }
    return found
  }

  private func diagnose(
    _ layer: Layer, isLate: Bool, _ place: PlaneTransform?, _ clip: Double,
    _ found: inout [Diagnostic]
  ) {
    if let unseen = layer.whyUnseen(in: self, place) {
      found.append(Diagnostic(code: unseen.code, layer: layer, keyPath: unseen.keyPath))
    }
    layer.forEachEmptyCell {
      found.append(Diagnostic(code: .emptyCell, layer: layer, keyPath: $0))
    }
    for animation in layer.animations {
      animation.forEachThatIsCutOff { keyPath in
        found.append(Diagnostic(code: .springCutOff, layer: layer, keyPath: keyPath))
      }
      animation.forEachThatSteps { keyPath in
        found.append(Diagnostic(code: .matrixSteps, layer: layer, keyPath: keyPath))
      }
    }
    layer.forEachUncountedMotion {
      found.append(Diagnostic(code: .sourceOwnMotion, layer: layer, keyPath: $0))
    }
    if isLate {
      for animation in layer.animations where animation.endsTooSoon {
        found.append(
          Diagnostic(
            code: .removedTooSoon, layer: layer, keyPath: animation.values.keyPath))
      }
    }
    if layer.kind == .replicator { found += layer.replicatorDiagnostics(clip) }
    if layer.kind == .text { found += layer.textDiagnostics }
  }
}

extension LayerAnimation {
  /// Calls `body` with the key path of this animation, or of each one inside it, that cannot blend its matrices.
  fileprivate func forEachThatSteps(_ body: (String) -> Void) {
    for child in children { child.forEachThatSteps(body) }
    guard path?.kind == .transform, values.calculationMode != .discrete else { return }
    let ends = values.keyValues + [values.fromValue, values.toValue]
    let steps = ends.contains {
      if case .transform(let end) = $0 { end.matrix.decomposed.isDegenerate } else { false }
    }
    if steps { body(values.keyPath) }
  }

  /// Calls `body` with the key path of this spring, or of each one inside this group, that ends or begins anew before
  /// half the time in which it settles: some 3 % of its way are left then, which is a jump that is seen.
  fileprivate func forEachThatIsCutOff(_ body: (String) -> Void) {
    for child in children { child.forEachThatIsCutOff(body) }
    guard values.kind == .spring, !values.timing.autoreverses else { return }
    let settled = values.spring.settlingDuration
    let lasts = min(values.timing.duration, values.timing.activeDuration)
    if settled < .infinity, lasts < settled / 2 { body(values.keyPath) }
  }

  fileprivate var endsTooSoon: Bool {
    values.isRemovedOnCompletion && values.timing.activeDuration < .infinity
  }
}

extension Layer {
  /// Whether some copy of a part is behind this layer's own time.
  fileprivate func showsLate(_ part: Layer) -> Bool {
    switch kind {
    case .replicator, .text: part !== mask && latestDelay > 0
    case .viewReplicator: part === source && proxies.contains { $0.isLate }
    default: false
    }
  }

  /// Whether this proxy or portal shows some moments later than the layer around it has them.
  fileprivate var isLate: Bool {
    let timing = values.timing
    return timing.speed < 1 || timing.beginTime - timing.timeOffset / timing.speed > 0
  }

  /// Seconds by which the latest of the copies is behind; not below 0.
  fileprivate var latestDelay: Double {
    let replicator = values.replicator
    let count = Int(clampingDown: copyCount)
    guard count > 0 else { return 0 }
    let given = replicator.instanceDelays.prefix(count).max() ?? 0
    let regular = replicator.instanceDelays.count < count ? replicator.delay(ofCopy: count - 1) : 0
    return max(0, given, regular)
  }

  fileprivate func replicatorDiagnostics(_ clip: Double) -> [Diagnostic] {
    let replicator = values.replicator
    var found: [Diagnostic] = []
    let changesColor =
      replicator.redOffset != 0 || replicator.greenOffset != 0 || replicator.blueOffset != 0
    let below = sublayers.flatMap { $0.paintedColors }
    if changesColor, !below.isEmpty, below.allSatisfy({ $0.isBlack }) {
      found.append(Diagnostic(code: .blackSource, layer: self, keyPath: ""))
    }
    if values.bounds.isEmpty, replicator.instanceCount > 1, replicator.turnsOrScales {
      found.append(Diagnostic(code: .pivotAtCorner, layer: self, keyPath: "instanceTransform"))
    }
    if latestDelay >= clip {
      found.append(Diagnostic(code: .delayBeyondClip, layer: self, keyPath: "instanceDelay"))
    }
    // One entry may be for the first copy alone, and a rule is meant for the others.
    let count = Int(clampingDown: copyCount)
    for (name, given, hasRule) in replicator.copyArrays
    where given > 1 && given < count && !hasRule {
      found.append(Diagnostic(code: .arrayTooShort, layer: self, keyPath: name))
    }
    return found
  }

  /// The plain colours that this layer and those below it paint; a picture counts as white.
  private var paintedColors: [Color] {
    var colors: [Color] = []
    var open = [self]
    while let layer = open.popLast() {
      colors += layer.ownColors
      open += layer.sublayers
    }
    return colors
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
  /// The arrays of values for single copies: how many each has, and whether a rule says more than nothing for others.
  var copyArrays: [(name: String, count: Int, hasRule: Bool)] {
    let hasColorRule =
      redOffset != 0 || greenOffset != 0 || blueOffset != 0 || alphaOffset != 0
      || instanceColor.map { $0 != .white } ?? false
    return [
      ("instanceDelays", instanceDelays.count, instanceDelay != 0),
      ("instanceTransforms", instanceTransforms.count, instanceTransform.matrix != .identity),
      ("instanceColors", instanceColors.count, hasColorRule),
      ("instanceOpacities", instanceOpacities.count, hasColorRule),
    ]
  }

  fileprivate var turnsOrScales: Bool {
    var linear = instanceTransform.matrix
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    return linear != .identity
  }
}

extension Color {
  fileprivate var isBlack: Bool { red == 0 && green == 0 && blue == 0 }
}
