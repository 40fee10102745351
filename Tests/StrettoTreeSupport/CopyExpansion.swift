import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTiming
import Testing

/// Returns a tree in which real layers replace the copies of every replicator, as of one time. The expanded tree is a slow and
/// plain definition of replicators, which the tests compare with the fast implementation.
///
/// Each copy becomes a layer with new copies of the replicator's sublayers. The `sublayerTransform` of the copy's layer is the
/// copy's matrix about the centre of the bounds, followed by the replicator's own `sublayerTransform`. The copy's delay is added
/// to the `beginTime` of each new sublayer, which is exact, because begin times are in the parent's time. An animated delay,
/// count, colour or matrix of a replicator is frozen at the replicator's local time. The expanded tree lacks animations that are
/// over in the undelayed time.
public func expandingCopies(of root: Layer, at time: Double) -> Layer {
  expand(root, at: LocalTime(time: time, undelayed: time), later: 0)
}

/// Expands one layer. `parent` is the local time of the superlayer with all delays, and `later` is the delay in seconds that is
/// added to the layer's begin time.
private func expand(_ layer: Layer, at parent: LocalTime, later: Double) -> Layer {
  let isReplicator = layer.kind == .replicator
  let result = Layer(isReplicator ? .plain : layer.kind)
  result.values = layer.values
  result.values.timing.beginTime += later
  let timing = layer.values.timing
  if parent.time < timing.beginTime, timing.fillMode != .backwards, timing.fillMode != .both {
    // A layer with a nonzero begin time is hidden before its begin time. A layer with begin time 0 is visible, even if the copy's
    // delay moves the begin into the future.
    if timing.beginTime != 0 { return Layer(.plain) }
    let now = timing.inside(parent)?.time ?? 0
    if later != 0 { result.values.timing = MediaTiming(timeOffset: now, speed: 0) }
  }
  guard let moment = layer.values.timing.inside(parent) else { return result }
  for animation in layer.animations {
    if let kept = animation.remaining(at: moment, withoutReplication: isReplicator) {
      result.animated(by: kept)
    }
  }
  if let mask = layer.mask { result.masked(by: expand(mask, at: moment, later: 0)) }
  if isReplicator {
    expandSublayers(of: layer, at: moment, into: result)
  } else {
    for child in layer.sublayers { result.adding(expand(child, at: moment, later: 0)) }
  }
  return result
}

private func expandSublayers(of replicator: Layer, at moment: LocalTime, into result: Layer) {
  let now = replicator.presentationValues(at: moment)
  result.values.specific = .plain
  result.values.sublayerTransform = .identity
  guard now.replicator.instanceCount >= 1 else { return }
  for k in 0..<Int(now.replicator.instanceCount) {
    let copy = now.copyLayer(k)
    let delays = now.replicator.instanceDelays
    let delay = k < delays.count ? delays[k] : Double(k) * now.replicator.instanceDelay
    let inside = LocalTime(time: moment.time - delay, undelayed: moment.undelayed)
    for child in replicator.sublayers { copy.adding(expand(child, at: inside, later: delay)) }
    result.adding(copy)
  }
}

extension LayerValues {
  /// A layer that paints nothing itself and applies the matrix and the colour of copy `k` to its sublayers.
  fileprivate func copyLayer(_ k: Int) -> Layer {
    let color = copyColor(k)
    let copy = Layer(color == .white ? .plain : .replicator)
    copy.values.replicator.instanceColor = color
    copy.values.sublayerTransform = LayerTransform(copyTransform(k))
    return copy
  }

  private func copyColor(_ k: Int) -> Color {
    func clamp(_ x: Double) -> Double { min(max(x, 0), 1) }
    let (base, n) = (replicator.instanceColor ?? .white, Double(k))
    var color = Color(
      base.red + n * replicator.redOffset, base.green + n * replicator.greenOffset,
      base.blue + n * replicator.blueOffset, base.alpha + n * replicator.alphaOffset)
    if k < replicator.instanceColors.count { color = replicator.instanceColors[k] }
    color = Color(clamp(color.red), clamp(color.green), clamp(color.blue), clamp(color.alpha))
    if k < replicator.instanceOpacities.count {
      color.alpha *= clamp(replicator.instanceOpacities[k])
    }
    return color
  }

  /// The instance transform to the power `k` about the centre of the bounds, and `sublayerTransform` about the anchor point. The
  /// superlayer of the replicator applies the geometry flip.
  private func copyTransform(_ k: Int) -> Transform3D {
    var power = Transform3D.identity
    for _ in 0..<k { power = power * replicator.instanceTransform.matrix }
    if k < replicator.instanceTransforms.count { power = replicator.instanceTransforms[k] }
    let pivot = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    let about = power.moved(from: pivot, z: 0)
    let outer = sublayerTransform.matrix.moved(
      from: Point(
        bounds.x + anchorPoint.x * bounds.width, bounds.y + anchorPoint.y * bounds.height),
      z: anchorPointZ)
    return about * outer
  }
}

extension Transform3D {
  fileprivate func moved(from pivot: Point, z: Double) -> Transform3D {
    .translation(-pivot.x, -pivot.y, -z) * self * .translation(pivot.x, pivot.y, z)
  }
}

extension MediaTiming {
  /// The local time inside a layer with this timing, or nil if the layer's duration is over.
  fileprivate func inside(_ parent: LocalTime) -> LocalTime? {
    func formula(_ t: Double) -> Double { (t - beginTime) * speed + timeOffset }
    var time = formula(parent.time)
    if duration < .infinity {
      let now = sample(atParentTime: parent.time)
      if now.phase == .after && !now.isInEffect { return nil }
      if now.phase != .before || now.isInEffect { time = now.iterationTime }
    }
    return LocalTime(time: time, undelayed: formula(parent.undelayed))
  }
}

extension LayerAnimation {
  /// The animation as it acts at `moment`, or nil if the animation is removed. `withoutReplication` drops animations of
  /// replicator properties, for a replicator that became a plain layer.
  fileprivate func remaining(at moment: LocalTime, withoutReplication: Bool) -> AnimationValues? {
    let timing = values.timing
    if values.isRemovedOnCompletion, timing.speed != 0,
      moment.undelayed >= timing.beginTime + timing.activeDuration / timing.speed.magnitude
    {
      return nil
    }
    return kept(withoutReplication)
  }

  private func kept(_ withoutReplication: Bool) -> AnimationValues? {
    let path = values.keyPath
    if withoutReplication, path.hasPrefix("instance") || path.hasPrefix("sublayerTransform") {
      return nil
    }
    var result = values
    result.isRemovedOnCompletion = false
    result.animations = children.compactMap { $0.kept(withoutReplication) }
    return result
  }
}
