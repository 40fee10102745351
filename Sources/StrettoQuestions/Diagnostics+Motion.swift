import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

// Finds animations that do not have the effect that their author expects. The search reads the layers of the scene, and renders
// no frame.

extension LinearTime {
  /// The local time of `layer`, computed from the local time of the layer's parent. The result is nil if the layer's local time
  /// is not an increasing linear function of the parent's time.
  func inside(_ layer: Layer) -> LinearTime? {
    let timing = layer.values.timing
    return timing.speed > 0 && !layer.animatesTime ? inside(timing) : nil
  }
}

extension Layer {
  fileprivate var animatesTime: Bool {
    animatedAspects.contains(.speed) || stateTrack != nil || !copyValues.isEmpty
  }

  /// True if the picture of this layer, without its sublayers, may change with time.
  var mayMove: Bool {
    !animations.isEmpty || isAnimatedBySuperlayer || stateTrack != nil
      || kind == .emitter || kind == .portal || values.timing != MediaTiming()
  }

  var delaysCopies: Bool {
    let replicator = values.replicator
    guard kind == .text || (kind == .replicator && replicator.copyCount > 1) else {
      return false
    }
    return replicator.instanceDelay != 0 || replicator.instanceDelays.contains { $0 != 0 }
  }

  /// Calls `body` with the key path of each animation that has no effect, or only a part of its effect.
  func forEachIneffectiveAnimation(_ body: (Diagnostic.Code, String) -> Void) {
    for animation in animations {
      animation.forEachInside { $0.diagnose(body) }
    }
    if values.isHidden, let first = animations.first, copyValues.isEmpty, portals.isEmpty,
      !animatedAspects.contains(.visibility)
    {
      body(.hiddenMotion, first.values.keyPath)
    }
  }

  /// Calls `body` with each animation after whose end the layer jumps back to a different model value.
  ///
  /// An animation with a forwards fill mode is reported if the animation is removed on completion. An animation without a
  /// forwards fill mode is reported only if the clip continues after the animation's end.
  ///
  /// - Parameter timeline: The layer's undelayed time, which decides on the removal of animations.
  func forEachThatSnapsBack(_ timeline: LinearTime?, clip: Double, _ body: (LayerAnimation) -> Void)
  {
    guard let timeline, copyValues.isEmpty, !isAnimatedBySuperlayer, stateTrack == nil else {
      return
    }
    var lastEffects: [Int: EffectIntervals]?
    // If several animations have the same key path, only one animation is reported.
    var reported: Set<String> = []
    for animation in animations where animation.endsAtItsEnd(clip < .infinity) {
      let end = animation.values.timing.activeInterval.end
      guard timeline.outerTime(end) < clip - 1e-9 else { continue }
      // A property does not jump back if another animation controls the property when this animation ends.
      let known = lastEffects ?? effectsByProperty
      lastEffects = known
      var snaps = false
      animation.forEachInside { inner in
        guard let path = inner.path, path.cell == nil, path.sublayer == nil,
          !(known[path.index]?.cover(end) ?? false), inner.copies == nil,
          inner === animation || inner.reachesTheEnd(of: animation)
        else { return }
        snaps = snaps || inner.ends(apartFrom: path.value(in: values, kind.properties))
      }
      let keyPath = animation.values.keyPath
      if snaps, keyPath.isEmpty || reported.insert(keyPath).inserted { body(animation) }
    }
  }

  /// Calls `body` with the key path of the first animation that is never seen, because a later animation with an equal key path
  /// always replaces it.
  ///
  /// In an animation group, the children are compared with each other.
  func forEachThatIsReplaced(_ body: (String) -> Void) {
    if let found = animations.firstReplaced { body(found.values.keyPath) }
    for animation in animations {
      animation.forEachInside { group in
        if let found = group.children.firstReplaced { body(found.values.keyPath) }
      }
    }
  }

  /// For each property of the layer, the times at which an animation of the property is in effect.
  private var effectsByProperty: [Int: EffectIntervals] {
    var found: [Int: EffectIntervals] = [:]
    for animation in animations {
      let interval = animation.effectInterval
      animation.forEachInside {
        if let index = $0.path?.index { found[index, default: EffectIntervals()].add(interval) }
      }
    }
    for index in found.keys { found[index]?.join() }
    return found
  }
}

extension [LayerAnimation] {
  /// The first animation of the array that is never seen because of a later animation, or nil if all animations may be seen.
  fileprivate var firstReplaced: LayerAnimation? {
    if count < 2 { return nil }
    var later: [String: LayerAnimation] = [:]
    for animation in reversed() where animation.path != nil && animation.copies == nil {
      let keyPath = animation.values.keyPath
      if let known = later[keyPath], known.covers(animation) { return animation }
      if animation.needsNothingBelow { later[keyPath] = animation }
    }
    return nil
  }
}

extension LayerAnimation {
  func forEachInside(_ body: (LayerAnimation) -> Void) {
    body(self)
    for child in children { child.forEachInside(body) }
  }

  /// True if the animation changes the layer itself, and therefore all copies of its sublayers equally.
  var movesAll: Bool {
    guard let path else { return false }
    return path.sublayer == nil && !path.traits.contains(.ofCopies)
  }

  /// True if the values of the animation do not depend on the value that other animations give the property.
  fileprivate var needsNothingBelow: Bool {
    guard !values.isAdditive, values.valueFunction == nil else { return false }
    if values.kind == .keyframe { return !values.keyValues.isEmpty || values.path != nil }
    return values.fromValue != .none && values.toValue != .none
  }

  /// True if this animation, which is applied after `other`, is in effect in all copies whenever `other` is in effect.
  fileprivate func covers(_ other: LayerAnimation) -> Bool {
    let (mine, its) = (values.timing, other.values.timing)
    guard path == other.path, other.values.rotationMode == nil, mine.speed > 0, its.speed > 0,
      mine.timeOffset == 0, its.timeOffset == 0, mine.activeDuration > 0
    else { return false }
    // The undelayed time of the layer decides on the removal of an animation. So an animation that is removed on
    // completion covers another animation only if the other animation is removed at the same time or earlier.
    let (myEnd, itsEnd) = (mine.activeInterval.end, its.activeInterval.end)
    let isRemovedFirst =
      values.isRemovedOnCompletion && myEnd < .infinity
      && (!other.values.isRemovedOnCompletion || myEnd < itsEnd)
    return !isRemovedFirst && effectBegin <= other.effectBegin && effectEnd >= other.effectEnd
  }

  private var effectBegin: Double {
    values.timing.fillMode.covers(.before) ? -.infinity : values.timing.beginTime
  }

  /// The time of the layer at which the animation would lose its effect if the animation were not removed.
  private var effectEnd: Double {
    values.timing.fillMode.covers(.after) ? .infinity : values.timing.activeInterval.end
  }

  /// The interval in which the animation is in effect, in seconds of the layer's time.
  fileprivate var effectInterval: (begin: Double, end: Double) {
    let end = values.timing.activeInterval.end
    return (effectBegin, values.isRemovedOnCompletion ? end : effectEnd)
  }

  fileprivate func diagnose(_ body: (Diagnostic.Code, String) -> Void) {
    let length = values.timing.duration
    for child in children where child.onceThrough > length * (1 + 1e-6) {
      body(.groupCutsOff, child.values.keyPath)
    }
    if hasNoValues { body(.noValues, values.keyPath) }
    if hasListsThatDoNotFit { body(.keyframesDoNotFit, values.keyPath) }
    if turnsByDegrees { body(.degrees, values.keyPath) }
  }

  private var hasNoValues: Bool {
    switch values.kind {
    case .basic, .spring:
      values.fromValue == .none && values.toValue == .none && values.byValue == .none
    case .keyframe: values.keyValues.isEmpty && values.path == nil
    case .group, .transition: false
    }
  }

  /// True if the numbers of key times or timing functions do not fit the number of values, or the first key time is not 0, or the
  /// last key time is not 1.
  private var hasListsThatDoNotFit: Bool {
    let mode = values.calculationMode
    guard values.kind == .keyframe, !mode.isPaced, values.keyframeCount > 0 else { return false }
    let (count, times) = (values.keyframeCount, values.keyTimes)
    let needed = mode == .discrete ? count + 1 : count
    let timesFit =
      times.isEmpty || times.count == needed && (needed == 1 || times.first == 0 && times.last == 1)
    let functions = mode == .discrete ? 0 : values.timingFunctions.count
    return !timesFit || functions > 0 && functions != count - 1
  }

  /// The time at which the animation has played once, in seconds of its group's time. A spring has played once when the spring
  /// has nearly settled.
  private var onceThrough: Double {
    let timing = values.timing
    guard timing.speed != 0, timing.duration < .infinity else { return 0 }
    var length = timing.fullIterationDuration
    if values.kind == .spring { length = min(length, values.spring.settlingDuration / 2) }
    if timing.repeatDuration > 0 { length = min(length, timing.repeatDuration) }
    return timing.beginTime + length / timing.speed.magnitude
  }

  /// True if the angles of the animation are multiples of 15. An angle of 15 radians is more than a full turn, so the author of
  /// such an animation probably means degrees.
  private var turnsByDegrees: Bool {
    let isAngle = path?.component?.isTurn ?? values.valueFunction?.isTurn ?? false
    if !isAngle, path?.kind != .transform || values.valueFunction != nil { return false }
    var angles: [Double] = []
    for value in [values.fromValue, values.toValue, values.byValue] + values.keyValues {
      if case .number(let angle) = value { angles.append(angle) }
      if case .transform(let transform) = value, transform.isTurnedByDegrees { return true }
    }
    return angles.allSatisfy { $0.isWholeDegrees } && angles.contains { $0 != 0 }
  }

  /// True if the animation plays forwards exactly once and has no effect after its end.
  ///
  /// - Parameter inClip: True if animations without a forwards fill mode count too.
  fileprivate func endsAtItsEnd(_ inClip: Bool) -> Bool {
    let timing = values.timing
    let isHeld = timing.fillMode.covers(.after)
    return timing.playsOnce && (isHeld ? values.isRemovedOnCompletion : inClip)
      && timing.beginTime.isFinite && timing.activeDuration > 0
      && timing.activeDuration < .infinity
  }

  /// True if the end of `group` shows the last value of this child animation.
  fileprivate func reachesTheEnd(of group: LayerAnimation) -> Bool {
    let timing = values.timing
    let end = timing.activeInterval.end
    let late = group.values.timing.duration - end
    return timing.playsOnce && late.magnitude <= 1e-6 * max(1, end.magnitude)
      || timing.plainlyHolds && late > 0
  }

  /// True if the last value of the animation is known and differs from the model value `model`.
  fileprivate func ends(apartFrom model: Value) -> Bool {
    guard !values.isAdditive, values.valueFunction == nil, values.path == nil else { return false }
    let last: Value =
      switch values.kind {
      case .basic, .spring: values.toValue
      case .keyframe: values.keyValues.prefix(pacing?.valueCount ?? 0).last ?? .none
      case .group, .transition: .none
      }
    if last == .none { return values.fromValue == .none && values.byValue != .none }
    if last == model { return false }
    switch (last, model) {
    case (.number(let a), .number(let b)):
      // A rotation by a full turn ends at the model value.
      let difference =
        path?.component?.isTurn ?? false ? (a - b).remainder(dividingBy: 2 * .pi) : a - b
      return difference.magnitude > 1e-6 * max(1, b.magnitude)
    case (.transform(let a), .transform(let b)): return a.matrix != b.matrix
    default: return true
    }
  }
}

extension MediaTiming {
  fileprivate var playsOnce: Bool {
    speed > 0 && timeOffset == 0 && repeatDuration <= 0 && repeatCount <= 1 && !autoreverses
  }

  /// True if the timing plays one iteration and the fill mode holds the value at its end.
  fileprivate var plainlyHolds: Bool { playsOnce && fillMode.covers(.after) }
}

// MARK: Degrees

extension Layer {
  /// Calls `body` with the key path of each angle of this layer that seems to be in degrees.
  func forEachAngleInDegrees(_ body: (String) -> Void) {
    for property in kind.properties
    where property.kind == .transform || property.kind == .transforms {
      switch property.get(values) {
      case .transform(let transform) where transform.isTurnedByDegrees: body(property.name)
      case .transforms(let all) where all.contains { LayerTransform($0).isTurnedByDegrees }:
        body(property.name)
      default: break
      }
    }
  }
}

extension CellValues {
  /// The name of an angle of the emitter cell that seems to be in degrees, or nil if no angle seems to be.
  var angleInDegrees: String? {
    if emissionLongitude.isWholeDegrees, emissionLongitude != 0 {
      return PropertyName.emissionLongitude
    }
    if emissionLatitude.isWholeDegrees, emissionLatitude != 0 {
      return PropertyName.emissionLatitude
    }
    return emissionRange.isWholeDegrees && emissionRange != 0 ? PropertyName.emissionRange : nil
  }
}

extension Double {
  /// True if this angle is a multiple of 15. In radians, an angle of 15 is more than a full turn, so the author of the angle
  /// probably means degrees.
  fileprivate var isWholeDegrees: Bool { truncatingRemainder(dividingBy: 15) == 0 }
}

extension LayerTransform {
  /// True if the angle of the rotation, in radians, is a multiple of 15 up to 720. The author of an angle of 15 or more probably
  /// means degrees.
  fileprivate var isTurnedByDegrees: Bool {
    if let turn = givenComponents?.rotation {
      let angles = [turn.x, turn.y, turn.z]
      return angles.allSatisfy { $0.isWholeDegrees } && angles.contains { $0 != 0 }
    }
    guard matrix != .identity, let cosine = matrix.cosineOfTurn else { return false }
    return cosinesOfDegrees.contains { ($0 - cosine).magnitude < 1e-10 }
  }
}

/// The cosines of 15, 30 ... 720, taken as radians. Each of these cosines differs by at least 1e-4 from the cosine of each common
/// fraction of a turn, so that a common rotation is not mistaken for an angle in degrees.
private let cosinesOfDegrees: [Double] = (1...48).map { sineAndCosine(Double($0) * 15).cosine }

extension Transform3D {
  /// The cosine of the angle by which this matrix rotates about some axis, or nil if the matrix also scales or shears.
  fileprivate var cosineOfTurn: Double? {
    let rows = [Vector3(m11, m12, m13), Vector3(m21, m22, m23), Vector3(m31, m32, m33)]
    func product(_ a: Vector3, _ b: Vector3) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
    for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
      guard (product(rows[i], rows[j]) - (i == j ? 1 : 0)).magnitude < 1e-9 else { return nil }
    }
    let turned = m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31)
    let determinant = turned + m13 * (m21 * m32 - m22 * m31)
    return determinant > 0 ? (m11 + m22 + m33 - 1) / 2 : nil
  }
}
