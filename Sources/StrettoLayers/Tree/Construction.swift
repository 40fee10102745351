import StrettoGeometry
import StrettoTiming

/// Builds a layer that looks like a view replicator from public features of Core Animation, by the method of the article
/// "Unrestricted View Replication" (docs/decisions/documents.md). The construction shows the source of the view replicator
/// without removing the source from its tree.
///
/// An outer replicator has one copy for each proxy, and the local time of copy i is i time windows ahead. In time window i, an
/// inner replicator has the values of proxy i, which come from discrete keyframes. In each time window, the animated
/// `instanceDelay` of the inner replicator cancels the time offset of the outer replicator, so that the source has its own local
/// time. A delay shifts only the copies of a replicator and not the original. The inner replicator therefore has two copies, and
/// hides the original by an instance colour with alpha 0 and an alpha offset of 1.
public struct Construction {
  /// Length of a time window in seconds. A time window lasts half a year, because Core Animation's clock counts from the start of
  /// the machine. The length of a time window is a power of two, so that adding and subtracting time windows loses as little
  /// precision as possible.
  public static let window: Double = 16_777_216

  /// Replicator in which the local time of each copy is one time window ahead of the previous copy. The sublayer of the outer
  /// replicator is the inner replicator.
  public let outer: Layer
  /// Replicator that has the values of each proxy in the proxy's time window, and shifts the source back to its own local time.
  public let inner: Layer

  /// Creates the construction of a view replicator; nil if the view replicator shows nothing.
  public init?(_ viewReplicator: Layer) {
    guard let source = viewReplicator.source else { return nil }
    var proxies = viewReplicator.sublayers.compactMap { ConstructedProxy($0, source) }
    if proxies.isEmpty { return nil }
    proxies.sort { $0.values.zPosition < $1.values.zPosition }
    inner = Layer(.replicator, showing: [source], mask: maskOfAll(proxies))
    inner.hideOriginal()
    for property in LayerKind.plain.properties where property.traits.isDisjoint(with: .notOfProxies)
    {
      inner.setPerWindow(property, proxies.map { property.get($0.values) })
    }
    inner.setPerWindow(
      PropertyName.sublayerTransform, proxies.map { .transform(LayerTransform($0.sizeTransform)) })
    inner.shiftBack(proxies.map { $0.layer.values.timing })
    for (index, proxy) in proxies.enumerated() { inner.addAnimations(proxy.layer, inWindow: index) }
    outer = Layer(.replicator, showing: [inner])
    var replicator = ReplicatorValues()
    replicator.instanceCount = Double(proxies.count)
    replicator.instanceDelay = -Construction.window
    outer.values.specific = .replicator(replicator)
  }
}

extension Layer {
  /// Hides the original of this replicator and gives the replicator one visible copy.
  fileprivate func hideOriginal() {
    var replicator = ReplicatorValues()
    replicator.instanceCount = 2
    replicator.instanceColor = Color.white.withAlpha(0)
    replicator.alphaOffset = 1
    values.specific = .replicator(replicator)
  }

  /// Sets a property to one value in each time window of the construction, by discrete keyframes. A property that cannot be
  /// animated gets the value of the first time window.
  fileprivate func setPerWindow(_ property: Property<LayerValues>, _ all: [Value]) {
    if all.allSatisfy({ $0 == all[0] }) || !property.isAnimatable {
      property.set(&values, all[0])
    } else {
      setPerWindow(property.name, all)
    }
  }

  /// Animates a key path with discrete keyframes, one value for each time window.
  fileprivate func setPerWindow(_ keyPath: String, _ all: [Value]) {
    addKeyframes(keyPath, all, windows: all.count) { $0.calculationMode = .discrete }
  }

  /// Hides this layer in all time windows except one.
  fileprivate func show(inWindow index: Int, of count: Int) {
    let (begin, end) = (Double(index) / Double(count), Double(index + 1) / Double(count))
    var (values, times): ([Value], [Double]) = ([.boolean(false)], [begin, end])
    if index > 0 {
      values.insert(.boolean(true), at: 0)
      times.insert(0, at: 0)
    }
    if index < count - 1 {
      values.append(.boolean(true))
      times.append(1)
    }
    addKeyframes(PropertyName.hidden, values, windows: count) {
      ($0.calculationMode, $0.keyTimes) = (.discrete, times)
    }
  }

  /// Shifts the contents of this replicator back by the start of the time window and by the proxy's timing. The animated
  /// `instanceDelay` is constant in each time window, or linear if a proxy has a speed other than 1.
  fileprivate func shiftBack(_ timings: [MediaTiming]) {
    let window = Construction.window
    func delay(_ index: Int, after seconds: Double) -> Value {
      let local = timings[index].localTime(atParentTime: seconds)
      return .number(Double(index) * window + seconds - local)
    }
    if timings.allSatisfy({ $0.speed == 1 }) {
      return setPerWindow(PropertyName.instanceDelay, timings.indices.map { delay($0, after: 0) })
    }
    let edges = timings.indices.flatMap { [delay($0, after: 0), delay($0, after: window)] }
    let count = Double(timings.count)
    addKeyframes(PropertyName.instanceDelay, edges, windows: timings.count) {
      // At the boundary of two time windows, the keyframe of the later window must win.
      $0.keyTimes = timings.indices.flatMap {
        [Double($0) / count, $0 + 1 < timings.count ? (Double($0 + 1) / count).nextDown : 1]
      }
    }
  }

  private func addKeyframes(
    _ keyPath: String, _ all: [Value], windows: Int, _ change: (inout AnimationValues) -> Void
  ) {
    guard let animation = try? Animation(.keyframe, keyPath: keyPath) else { return }
    var keyframes = animation.values
    keyframes.keyValues = all
    keyframes.timing.duration = Construction.window * Double(windows)
    keyframes.isRemovedOnCompletion = false
    change(&keyframes)
    try? addAnimation(keyframes, forKey: keyPath)
  }

  /// Plays the animations of a proxy in the proxy's time window, at the proxy's local time.
  fileprivate func addAnimations(_ proxy: Layer, inWindow index: Int) {
    let timing = proxy.values.timing
    let playable = proxy.animations.filter { $0.copies == nil }
      .map { $0.definition.inGroup(of: timing) }.filter { $0.plays(on: kind) }
    var playing = playable
    if timing.speed <= 0, !playable.isEmpty {
      var clock = AnimationValues(.group)
      clock.timing = timing
      // An animation group has no effect before its begin time, but the local time of a layer also runs before the layer's begin
      // time.
      clock.timing.beginTime = 0
      clock.timing.timeOffset = timing.localTime(atParentTime: 0)
      clock.animations = playable
      playing = [clock]
    }
    if timing.beginTime > 0, !timing.fillMode.covers(.before),
      let hiding = try? Animation(.keyframe, keyPath: PropertyName.hidden)
    {
      playing.append(hiding.values.hiding(until: timing.beginTime))
    }
    if playing.isEmpty { return }
    var window = AnimationValues(.group)
    window.timing.beginTime = Double(index) * Construction.window
    window.timing.duration = Construction.window
    window.isRemovedOnCompletion = false
    window.animations = playing
    guard window.depth <= LayerAnimation.groupDepthLimit,
      window.count <= LayerAnimation.groupSizeLimit
    else { return }
    try? addAnimation(window, forKey: "proxy \(index)")
  }
}

extension AnimationValues {
  /// Animation that hides a layer from the start of a group until the layer's proxy has begun.
  fileprivate func hiding(until end: Double) -> AnimationValues {
    var values = self
    values.keyValues = [.boolean(true)]
    values.calculationMode = .discrete
    values.timing.duration = end
    return values
  }

  /// Values of this animation as a member of a group. A group does not remove its members, so the fill mode of the member
  /// replaces the removal on completion. The speed of the group member is multiplied by the speed of the layer, if the layer's
  /// speed is positive.
  fileprivate func inGroup(of layer: MediaTiming) -> AnimationValues {
    var values = self
    if layer.speed > 0 {
      values.timing.beginTime = layer.parentTime(atLocalTime: timing.beginTime)
      values.timing.speed *= layer.speed
    }
    if isRemovedOnCompletion {
      switch timing.fillMode {
      case .forwards: values.timing.fillMode = .removed
      case .both: values.timing.fillMode = .backwards
      default: break
      }
    }
    return values
  }

  /// True if a layer of the kind `kind` has all properties that the animation changes.
  fileprivate func plays(on kind: LayerKind) -> Bool {
    if self.kind == .group { return animations.allSatisfy { $0.plays(on: kind) } }
    // A member of a group can neither animate the speed of a layer nor be a transition.
    guard self.kind.hasKeyPath, let path = try? PropertyPath(keyPath, kind: kind) else {
      return false
    }
    return !path.affectedAspects.contains(.speed)
  }
}

/// Mask that shows the mask of each proxy in the proxy's time window; nil if no proxy has a mask.
///
/// For a proxy without a mask, the mask is a rectangle far larger than any frame, which hides nothing.
private func maskOfAll(_ proxies: [ConstructedProxy]) -> Layer? {
  guard proxies.contains(where: { $0.layer.mask != nil }) else { return nil }
  let slots = proxies.indices.map { i in
    let everything = Layer(.plain)
    everything.values.backgroundColor = .black
    everything.values.bounds = Rect(-1e6, -1e6, 2e6, 2e6)
    let clock = Layer(.plain, showing: [proxies[i].layer.mask ?? everything])
    clock.values.timing = proxies[i].layer.values.timing
    let slot = Layer(.replicator, showing: [clock])
    slot.hideOriginal()
    slot.values.replicator.instanceDelay = Double(i) * Construction.window
    slot.show(inWindow: i, of: proxies.count)
    return slot
  }
  return Layer(.plain, showing: slots)
}
