import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

extension Scene {
  @export(interface)
  public func loopReport(_ cancellation: inout Cancellation) throws(Cancelled) -> LoopReport {
    try root.loopReport(&cancellation)
  }
}

extension Layer {
  /// How this layer and its subtree repeat, in seconds of the parent time of this layer.
  func loopReport(_ cancellation: inout Cancellation) throws(Cancelled) -> LoopReport {
    var walk = LoopWalk(cancellation)
    walk.visitAll(from: self)
    cancellation = walk.cancellation
    try cancellation.checkCancelled(work: 0)
    var report = walk.report
    if walk.visits > Presenter.copyLimit { return report }
    let repeating = report.entries.filter { $0.kind != .ends }.map { $0.period }
    report.duration = commonMultiple(repeating)
    return report
  }
}

/// A walk through a tree that computes the local time of each layer.
private struct LoopWalk {
  /// The local times of a layer as linear functions of the scene's time.
  struct Clock {
    /// The local time of the layer's copy with the greatest delay. If the rate of the local time is negative, the animations of
    /// the copy are over when the local time reaches their begin.
    var latest = LinearTime()
    /// True if a superlayer of the layer repeats. The removal of animations does not repeat, because the undelayed time decides
    /// on the removal.
    var isRepeated = false
    /// The undelayed time of the layer, which decides on the removal of the layer's animations. Delays, proxies and portals do
    /// not change the undelayed time, and the undelayed time continues after a layer's end.
    var undelayedTime = LinearTime()
    /// The undelayed time of the layer's superlayer.
    var outerUndelayedTime = LinearTime()

    func inside(_ timing: MediaTiming) -> Clock {
      var clock = self
      clock.latest = latest.inside(timing)
      (clock.undelayedTime, clock.outerUndelayedTime) = (
        undelayedTime.inside(timing), undelayedTime
      )
      return clock
    }
  }

  private(set) var cancellation: Cancellation
  var report = LoopReport()
  /// The number of visited layers. A layer counts once for each proxy that shows the layer, and `Presenter.portalWeight` times
  /// for each portal that shows the layer.
  private(set) var visits = 0.0
  private var walk = TreeWalk<PendingVisit>([])
  private var portals: [Layer] = []
  /// Keys of the entries that the loop report has. A layer that proxies or portals show several times with the same period has
  /// one entry.
  private var reported: Set<EntryKey> = []

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  private struct EntryKey: Hashable {
    let layer: ObjectIdentifier
    let keyPath: String
    let kind: LoopEntry.Kind
    let period: Double
  }

  private struct PendingVisit {
    /// The layer to visit, or nil if the walk leaves the last portal of `portals`.
    var layer: Layer?
    var edge = TreeEdge.sublayer
    var shower: Layer?
    var clock = Clock()
    var depth = 0
  }

  private mutating func add(_ entry: LoopEntry) {
    let key = EntryKey(
      layer: ObjectIdentifier(entry.layer), keyPath: entry.keyPath, kind: entry.kind,
      period: entry.period)
    if reported.insert(key).inserted { report.entries.append(entry) }
  }

  mutating func visitAll(from layer: Layer) {
    walk.push(PendingVisit(layer: layer))
    while let next = walk.next() {
      guard let layer = next.layer else {
        portals.removeLast()
        continue
      }
      var clock = next.clock
      if next.edge == .portal, let portal = next.shower {
        if portals.contains(where: { $0 === portal }) { continue }
        portals.append(portal)
        walk.push(PendingVisit())
        clock = clockInModelTree(of: layer, seenBy: portal)
      }
      visit(layer, as: next.edge, clock, next.depth)
    }
  }

  private mutating func visit(_ layer: Layer, as edge: TreeEdge, _ parent: Clock, _ depth: Int) {
    // If the tree is too deep or has too many layer instances to be drawn, the walk through the tree ends.
    guard depth < Layer.depthLimit, visits <= Presenter.copyLimit, shouldContinue(into: layer)
    else {
      return
    }
    visits += edge == .portal ? Presenter.portalWeight : 1
    let clock = enter(layer, parent)
    for animation in layer.animations where !animation.setsSpeed { note(animation, layer, clock) }
    for animation in layer.animationsFromSuperlayer where !animation.setsSpeed {
      note(animation, layer, parent)
    }
    noteStates(of: layer, clock)
    noteParticles(of: layer, clock)
    openShown(by: layer, as: edge, clock, depth + 1)
  }

  /// Returns false if the caller cancelled the work. The cancellation is checked before each layer, because examining a layer or
  /// an animation takes a few tenths of a microsecond.
  private mutating func shouldContinue(into layer: Layer) -> Bool {
    cancellation.shouldContinue(
      work: 1 + layer.animations.count + layer.animationsFromSuperlayer.count)
  }

  /// The clock of a layer whose parent has the clock `parent`. If the layer's own timing repeats or ends, an entry is added to
  /// the report.
  private mutating func enter(_ layer: Layer, _ parent: Clock) -> Clock {
    var timing = layer.values.timing
    var parent = parent
    if let speed = layer.longTermSpeed {
      for animation in speed.animations { note(animation, layer, parent) }
      timing = speed.timing
      if parent.latest.rate != 0 {
        parent.latest.start += speed.slack / parent.latest.rate.magnitude
      }
    }
    var clock = parent.inside(timing)
    if layer.values.timing.hidesBeforeBegin {
      if parent.latest.rate != 0, !parent.isRepeated {
        let begin = parent.latest.outerTime(layer.values.timing.beginTime)
        report.periodicFrom = max(report.periodicFrom, begin)
      }
      if parent.latest.rate < 0, !clock.isRepeated { clock.latest.rate = 0 }
    }
    if timing.duration < .infinity {
      note(layer, "", timing, parent)
      if parent.latest.rate < 0 {
        if timing.fillMode.covers(.before) { clock.latest.rate = 0 }
      } else {
        clock.isRepeated = clock.isRepeated || timing.activeDuration == .infinity
        if !clock.isRepeated { clock.latest.rate = 0 }
      }
    }
    return clock
  }

  private mutating func noteParticles(of layer: Layer, _ clock: Clock) {
    let emitter = layer.values.emitter
    guard layer.kind == .emitter, clock.latest.rate != 0, !clock.isRepeated,
      Emission(of: layer).mayEmit
    else { return }
    let loops = emitter.loop > 0 && (clock.latest.rate > 0 || emitter.isWarm)
    if loops {
      report.periodicFrom = max(
        report.periodicFrom, clock.latest.outerTime(layer.particlesArePeriodicFrom))
    }
    add(
      LoopEntry(
        layer: layer, keyPath: "", kind: loops ? .repeats : .emitter,
        period: loops ? emitter.loop / clock.latest.rate.magnitude : .infinity))
  }

  /// State changes happen once, so after the last state change, the scene repeats from the end of the last transition on.
  private mutating func noteStates(of layer: Layer, _ clock: Clock) {
    guard clock.latest.rate != 0, let track = layer.stateTrack,
      let begins = layer.stateTimes?.own.times
    else { return }
    func note(_ local: Double) {
      report.periodicFrom = max(report.periodicFrom, clock.latest.outerTime(local))
    }
    for begin in begins { note(begin) }
    for playing in track.playing where playing.end == .infinity {
      if playing.length.isFinite {
        note(begins[playing.change] + playing.length)
      } else {
        self.note(playing.animation, layer, clock)
      }
    }
  }

  private mutating func openShown(by layer: Layer, as edge: TreeEdge, _ clock: Clock, _ depth: Int)
  {
    var inCopies = clock
    // `copyCount` throws an error if the work is cancelled while a text is laid out.
    if let count = try? layer.copyCount(&cancellation), count > 0, clock.latest.rate != 0 {
      let delays = layer.delays(ofCopies: count)
      let latest = clock.latest.rate > 0 ? delays.upperBound : delays.lowerBound
      inCopies.latest.delay(by: latest)
    }
    if layer.kind == .text {
      // The local time of each letter of a text decides on the removal of the letter's animations.
      (inCopies.undelayedTime, inCopies.outerUndelayedTime) = (inCopies.latest, inCopies.latest)
    }
    var inSource = clock
    inSource.undelayedTime = clock.outerUndelayedTime
    walk.push(
      layer.shown(as: edge).map { shown, edge in
        let inside =
          switch edge {
          case .sublayer, .mask, .proxy, .portal: clock
          case .source: inSource
          case .copies, .copyMask: inCopies
          }
        return PendingVisit(layer: shown, edge: edge, shower: layer, clock: inside, depth: depth)
      })
  }

  /// The clock of the superlayer of a portal's source: scene time, converted by the portal's own timing, and then by the timings
  /// of the layers on the path from the root to the source's superlayer.
  private mutating func clockInModelTree(of source: Layer, seenBy portal: Layer) -> Clock {
    var clock = Clock().inside(portal.values.timing)
    clock.undelayedTime = LinearTime()
    guard let components = try? Route(to: source).components else { return clock }
    for (component, next) in zip(components, components.dropFirst()) {
      guard shouldContinue(into: component.layer) else { return clock }
      clock = enter(component.layer, clock)
      if case .source = next.edge { clock.undelayedTime = clock.outerUndelayedTime }
      if clock.latest.rate != 0 {
        clock.latest.delay(by: next.delay(in: component.layer.values.replicator))
      }
    }
    return clock
  }

  private mutating func note(_ animation: LayerAnimation, _ layer: Layer, _ clock: Clock) {
    let values = animation.values
    let isSublayers = animation.path?.sublayer != nil  // which have it themselves
    if let removal = removal(of: values, clock) {
      if isSublayers {
        report.periodicFrom = max(report.periodicFrom, removal)
      } else {
        noteRemoval(at: removal, values, layer, clock)
      }
      return
    }
    if clock.isRepeated || isSublayers { return }
    if values.isCumulative, values.timing.activeDuration == .infinity, clock.latest.rate > 0,
      !animation.addsUpToWholeTurns(of: layer)
    {
      add(LoopEntry(layer: layer, keyPath: values.keyPath, kind: .cumulative, period: .infinity))
    } else if values.timing.duration == .infinity {
      // If a group of animations has no end, only the timings of its child animations decide when the child animations end.
      for child in animation.children { note(child, layer, clock.inside(values.timing)) }
    } else {
      note(layer, values.keyPath, values.timing, clock)
    }
  }

  /// The time of the scene at which an animation is removed from its layer, for all copies of the layer at once; nil if the
  /// animation is not removed.
  ///
  /// An animation is also removed if its layer has already ended, or if its layer repeats.
  private func removal(of values: AnimationValues, _ clock: Clock) -> Double? {
    let (timing, undelayed) = (values.timing, clock.undelayedTime)
    guard values.isRemovedOnCompletion, undelayed.rate != 0, timing.speed != 0 else { return nil }
    let end = timing.activeInterval.end
    return end < .infinity ? undelayed.outerTime(end) : nil
  }

  /// Records that an animation moves nothing after its removal, even in copies in which the animation has not ended. Copies in
  /// which the animation has ended may hold the last value of the animation until the removal.
  private mutating func noteRemoval(
    at removal: Double, _ values: AnimationValues, _ layer: Layer, _ clock: Clock
  ) {
    let timing = values.timing
    let isHeld = timing.fillMode.covers(.after)
    if clock.latest.rate != 0, !clock.isRepeated {
      if clock.latest.rate < 0 || clock.undelayedTime.rate < 0 || isHeld {
        report.periodicFrom = max(report.periodicFrom, removal)
      }
      note(
        layer, values.keyPath, timing, clock,
        until: clock.undelayedTime.rate < 0 ? .infinity : removal)
    } else {
      report.periodicFrom = max(report.periodicFrom, removal)
    }
  }

  /// Adds the entry of a timing that repeats or ends, and that moves nothing after the time `removal` of the scene.
  private mutating func note(
    _ layer: Layer, _ keyPath: String, _ timing: MediaTiming, _ clock: Clock,
    until removal: Double = .infinity
  ) {
    guard clock.latest.rate != 0, !clock.isRepeated, timing.speed != 0 else { return }
    let isEndless = timing.activeDuration == .infinity && clock.latest.rate > 0
    let active = timing.activeInterval
    let end = isEndless || clock.latest.rate < 0 ? active.begin : active.end
    report.periodicFrom = max(report.periodicFrom, min(clock.latest.outerTime(end), removal))
    add(
      LoopEntry(
        layer: layer, keyPath: keyPath, kind: isEndless ? .repeats : .ends,
        period: isEndless
          ? timing.fullIterationDuration / (timing.speed * clock.latest.rate).magnitude : 0)
    )
  }
}

extension Layer {
  /// The range of the delays of a replicator's copies, in seconds, including delays from animations of `instanceDelay`.
  fileprivate func delays(ofCopies count: Double) -> ClosedRange<Double> {
    let replicator = values.replicator
    var delays = [replicator.instanceDelay]
    var walk = TreeWalk(animations + animationsFromSuperlayer)
    while let animation = walk.next() {
      guard animation.affectedAspects.contains(.time), !animation.setsSpeed else { continue }
      walk.push(animation.children)
      let values = animation.values
      let ends = [values.fromValue, values.toValue, values.byValue]
      for case .number(let delay) in ends + values.keyValues { delays.append(delay) }
    }
    return replicator.delays(ofCopies: Int(clampingDown: count), regular: delays)
  }
}

/// The least common multiple of all periods, 0 for an empty array, or nil if no common multiple is found.
private func commonMultiple(_ periods: [Double]) -> Double? {
  var common = 0.0
  for period in periods where period > 0 {
    guard period.isFinite else { return nil }
    if common == 0 {
      common = period
    } else if let times = smallestMultiple(of: common, thatIsOneOf: period) {
      common *= times
    } else {
      return nil
    }
  }
  return common
}

/// The smallest factor of at most 10,000 by which `a` becomes a multiple of `b`, or nil if no such factor exists.
///
/// A quotient of two periods counts as a whole number if the quotient differs from a whole number by at most a billionth of the
/// quotient, and by at most 1e-4. Rounding errors of sums and products of doubles are far below the tolerance of a billionth, and
/// the differences between fractions of small whole numbers are far above the tolerance. A quotient above 1e12 never counts as a
/// whole number, because a double of that size has too few digits after the point.
private func smallestMultiple(of a: Double, thatIsOneOf b: Double) -> Double? {
  for times in 1...10_000 {
    let quotient = a * Double(times) / b
    let whole = quotient.rounded()
    if whole >= 1, (quotient - whole).magnitude <= min(1e-9 * quotient, 1e-4), quotient < 1e12 {
      return Double(times)
    }
  }
  return nil
}
