import StrettoTiming
import StrettoGeometry
import StrettoLayers

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
    diagnose(root, delay: 0, clip, &found)
    return found
  }

  private func diagnose(
    _ layer: Layer, delay: Double, _ clip: Double, _ found: inout [Diagnostic]
  ) {
    for animation in layer.animations {
      animation.forEachThatSteps { keyPath in
        found.append(Diagnostic(code: .matrixSteps, layer: layer, keyPath: keyPath))
      }
    }
    if delay > 0 {
      for animation in layer.animations where animation.endsTooSoon {
        found.append(
          Diagnostic(
            code: .removedTooSoon, layer: layer, keyPath: animation.values.keyPath))
      }
    }
    var below = delay
    if layer.kind == .replicator {
      below += layer.lastDelay
      found += layer.replicatorDiagnostics(clip)
    }
    for part in layer.parts { diagnose(part, delay: below, clip, &found) }
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

  fileprivate var endsTooSoon: Bool {
    values.isRemovedOnCompletion && values.timing.activeDuration < .infinity
  }
}

extension Layer {
  /// Seconds by which the last copy is behind.
  fileprivate var lastDelay: Double {
    let replicator = values.replicator
    let count = Int(clampingDown: replicator.instanceCount)
    return count > 1 ? max(0, replicator.delay(ofCopy: count - 1)) : 0
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
    if lastDelay >= clip {
      found.append(Diagnostic(code: .delayBeyondClip, layer: self, keyPath: "instanceDelay"))
    }
    return found
  }

  /// The plain colours that this layer and those below it paint; a picture counts as white.
  private var paintedColors: [Color] {
    var colors = [values.backgroundColor, values.shape.strokeColor].compactMap { $0 }
    if values.shape.path != nil, let fill = values.shape.fillColor { colors.append(fill) }
    if values.borderWidth > 0, let border = values.borderColor { colors.append(border) }
    colors += values.gradient.colors
    if case .image = values.contents { colors.append(.white) }
    if !values.emitter.cells.isEmpty { colors.append(.white) }
    return colors + sublayers.flatMap { $0.paintedColors }
  }
}

extension ReplicatorValues {
  fileprivate var turnsOrScales: Bool {
    var linear = instanceTransform.matrix
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    return linear != .identity
  }
}

extension Color {
  fileprivate var isBlack: Bool { red == 0 && green == 0 && blue == 0 }
}
