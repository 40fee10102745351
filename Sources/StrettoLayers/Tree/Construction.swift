import StrettoGeometry
import StrettoTiming

/// The article's construction: what a view replicator shows, by public features of Core Animation only
/// (docs/decisions/documents.md). It shows the source that is given, without taking it out of its tree.
///
/// An outer replicator looks far ahead, once for each proxy: copy i sees the time i windows later. In that window an
/// inner replicator has the values of proxy i, given by discrete keyframes, and winds the clock of the source back
/// by an animated `instanceDelay`. A delay moves only copies, not the original: so the inner one shows two, and hides
/// the original by an instance colour of alpha 0 with an alpha offset of 1.
public struct Construction {
  /// Seconds of a window, half a year: Core Animation's clock counts from the start of the machine. A power of two,
  /// so that adding windows and taking them off again loses as little as possible.
  public static let window: Double = 16_777_216

  /// Looks ahead, one window further for each copy; holds the inner one, which holds the source.
  public let outer: Layer
  /// Takes each proxy's place in its window, and winds the clock of the source back.
  public let inner: Layer

  /// Nil if the view replicator shows nothing.
  public init?(_ viewReplicator: Layer) {
    guard let source = viewReplicator.source else { return nil }
    var proxies = viewReplicator.sublayers.compactMap { ConstructedProxy($0, source) }
    if proxies.isEmpty { return nil }
    proxies.sort { $0.values.zPosition < $1.values.zPosition }
    inner = Layer(.replicator, showing: [source], mask: maskOfAll(proxies))
    inner.hideOriginal()
    for property in LayerKind.plain.properties where property.traits.isDisjoint(with: .notOfProxies)
    {
      inner.step(property, proxies.map { property.get($0.values) })
    }
    inner.step("sublayerTransform", proxies.map { .transform(LayerTransform($0.stretch)) })
    inner.windBack(proxies.map { $0.layer.values.timing })
    for (index, proxy) in proxies.enumerated() { inner.play(proxy.layer, inWindow: index) }
    outer = Layer(.replicator, showing: [inner])
    var replicator = ReplicatorValues()
    replicator.instanceCount = Double(proxies.count)
    replicator.instanceDelay = -Construction.window
    outer.values.specific = .replicator(replicator)
  }
}

/// Proxy without its animations.
private struct ConstructedProxy {
  let layer: Layer
  var values: LayerValues
  /// Transform from the source's coordinates to the proxy's, as a `sublayerTransform`.
  let stretch: Transform3D

  /// Nil for a layer that is no proxy, or that shows nothing.
  init?(_ layer: Layer, _ source: Layer) {
    guard layer.kind == .proxy else { return nil }
    (self.layer, values) = (layer, layer.values)
    let part = values.proxy.sourceRect
    let shown = part.isEmpty ? source.values.bounds : part
    guard let plane = PlaneTransform(from: shown, to: values.bounds) else { return nil }
    if !part.isEmpty { values.masksToBounds = true }
    let anchor = values.anchor
    // The transform applies about the anchor point; the stretch counts from the origin.
    stretch = plane.transform3D.about(Point(-anchor.x, -anchor.y), z: -values.anchorPointZ)
  }
}

extension Layer {
  /// Shows a copy in the place of the original, which is hidden.
  fileprivate func hideOriginal() {
    var replicator = ReplicatorValues()
    replicator.instanceCount = 2
    replicator.instanceColor = Color.white.withAlpha(0)
    replicator.alphaOffset = 1
    values.specific = .replicator(replicator)
  }

  /// Sets a property to one value for each window. A property that cannot be animated gets the first value.
  fileprivate func step(_ property: Property<LayerValues>, _ all: [Value]) {
    if all.allSatisfy({ $0 == all[0] }) || !property.isAnimatable {
      property.set(&values, all[0])
    } else {
      step(property.name, all)
    }
  }

  /// Animates a key path by discrete keyframes, one value for each window.
  fileprivate func step(_ keyPath: String, _ all: [Value]) {
    addKeyframes(keyPath, all, windows: all.count) { $0.calculationMode = .discrete }
  }

  /// Hides this layer in all windows but one.
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
    addKeyframes("hidden", values, windows: count) {
      ($0.calculationMode, $0.keyTimes) = (.discrete, times)
    }
  }

  /// Winds the clock of what this replicator shows back, by the window's begin and by the proxy's own timing: in
  /// steps, or along lines where a proxy's time runs at a speed of its own.
  fileprivate func windBack(_ timings: [MediaTiming]) {
    let window = Construction.window
    func delay(_ index: Int, after seconds: Double) -> Value {
      let local = timings[index].localTime(atParentTime: seconds)
      return .number(Double(index) * window + seconds - local)
    }
    if timings.allSatisfy({ $0.speed == 1 }) {
      return step("instanceDelay", timings.indices.map { delay($0, after: 0) })
    }
    let edges = timings.indices.flatMap { [delay($0, after: 0), delay($0, after: window)] }
    let count = Double(timings.count)
    addKeyframes("instanceDelay", edges, windows: timings.count) {
      // At a time where one window ends and the next begins, the next one is used.
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

  /// Plays the animations of a proxy in its window, and at its own time.
  fileprivate func play(_ proxy: Layer, inWindow index: Int) {
    let timing = proxy.values.timing
    let playable = proxy.animations.filter { $0.copies == nil }
      .map { $0.definition.inGroup(of: timing) }.filter { $0.plays(on: kind) }
    var plays = playable
    if timing.speed <= 0, !playable.isEmpty {
      var clock = AnimationValues(.group)
      clock.timing = timing
      // A group does nothing before it begins, where a layer's time already runs.
      clock.timing.beginTime = 0
      clock.timing.timeOffset = timing.localTime(atParentTime: 0)
      clock.animations = playable
      plays = [clock]
    }
    if timing.beginTime > 0, !timing.fillMode.covers(.before),
      let hiding = try? Animation(.keyframe, keyPath: "hidden")
    {
      plays.append(hiding.values.hiding(until: timing.beginTime))
    }
    if plays.isEmpty { return }
    var window = AnimationValues(.group)
    window.timing.beginTime = Double(index) * Construction.window
    window.timing.duration = Construction.window
    window.isRemovedOnCompletion = false
    window.animations = plays
    guard window.depth <= LayerAnimation.groupDepthLimit,
      window.count <= LayerAnimation.groupSizeLimit
    else { return }
    try? addAnimation(window, forKey: "proxy \(index)")
  }
}

extension AnimationValues {
  /// Hides a layer from the begin of a group on, for as long as its proxy has not begun.
  fileprivate func hiding(until end: Double) -> AnimationValues {
    var values = self
    values.keyValues = [.boolean(true)]
    values.calculationMode = .discrete
    values.timing.duration = end
    return values
  }

  /// Values for a group, in which nothing is removed: they do what removal would, at the pace of a layer's time if that goes
  /// on.
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

  /// True if a layer of a kind has all properties that the animation animates.
  fileprivate func plays(on kind: LayerKind) -> Bool {
    if self.kind == .group { return animations.allSatisfy { $0.plays(on: kind) } }
    // In a group, neither the speed of a layer is animated nor a transition played.
    guard self.kind.hasKeyPath, let path = try? PropertyPath(keyPath, kind: kind) else {
      return false
    }
    return !path.influence.contains(.speed)
  }
}

/// Mask that shows, in each window, the mask of that window's proxy; nil if no proxy has one.
///
/// A proxy without a mask gets one that hides nothing: a rectangle far larger than any frame.
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
