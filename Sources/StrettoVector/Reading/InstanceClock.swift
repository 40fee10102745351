import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTiming

/// The times of the scene at which a layer instance's values may jump, have a corner or repeat.
struct InstanceClock {
  /// The times of corners and jumps in the file's interval, with the ends of the interval, in order. If the scene is periodic,
  /// the array also contains the times of corners and jumps in one more period.
  private(set) var times: [Double] = []
  /// The times at which a value may jump or have a corner, without the ends of the interval.
  private(set) var breaks: [Double] = []
  /// The times at which values are sampled, five between each two of `times`.
  private(set) var samples: [Double] = []
  /// The durations of the layer instance's repetitions, in seconds of the scene.
  private(set) var cycles: [Double] = []
  /// A time at which the layer's first animation begins, possibly outside the file's interval.
  private(set) var begin: Double?
  private(set) var curves: [TimingFunction] = []
  /// Whether the layer instance does not depend on the time.
  let isStatic: Bool
  /// The duration in seconds after which the layer instance repeats. The file's duration is a multiple of this duration. If the
  /// layer instance has no known repetition, the value is the file's duration.
  private(set) var length: Double
  /// The distance in seconds from a jump at which one side of the jump is sampled.
  var nudge: Double { 1e-5 * min(length, 1) }
  private static let evenParts = 48
  /// The number of samples between two successive times of the array `times`.
  static let samplesOfSegment = 5

  init(_ seen: InstanceSampler, _ time: FileTime) {
    isStatic = seen.isStatic
    length = time.duration
    guard !isStatic else {
      (times, samples) = ([time.start, time.end], [time.start])
      return
    }
    if time.isPeriodic, let own = InstanceClock.ownLength(of: seen, time) { length = own }
    let end = time.start + length
    let reach = time.isPeriodic ? end + length : time.end
    var found: [Double] = []
    var ancestor: InstanceSampler? = seen
    while let at = ancestor {
      if at === seen || at.reachesDown { take(at, time, reach, &found, isOwn: at === seen) }
      ancestor = at.parent
    }
    let slack = 1e-9 * length
    func inOrder(_ all: [Double]) -> [Double] {
      var result: [Double] = []
      for each in all.sorted() where each >= time.start && each <= reach {
        if let last = result.last, each - last <= slack { continue }
        result.append(each)
      }
      return result
    }
    breaks = inOrder(found)
    times = inOrder(found + [time.start, end, reach])
    for (a, b) in zip(times, times.dropFirst()) where a < end - slack {
      let ancestor = (b - a) / 4
      samples += [a + nudge, a + ancestor, a + 2 * ancestor, a + 3 * ancestor, b - nudge]
    }
  }

  /// The common multiple of all durations after which a layer instance repeats. The result is nil if no common multiple of the
  /// durations fits into the file, or if the layer's time is not linear.
  private static func ownLength(of seen: InstanceSampler, _ time: FileTime) -> Double? {
    var whole = 0.0
    var ancestor: InstanceSampler? = seen
    while let at = ancestor {
      defer { ancestor = at.parent }
      guard at === seen || at.reachesDown else { continue }
      if at.layer.values.timing.duration < .infinity { return nil }
      let later = time.start + min(time.duration, 1)
      guard let first = at.localTime(at: time.start), let last = at.localTime(at: later),
        last != first, at.isEven(time.start, later, first, last)
      else { return nil }
      let rate = (last - first) / (later - time.start)
      let key = KeyTimes(
        at.layer.animations + at.layer.animationsFromSuperlayer, within: first...first)
      for period in key.cycles.map({ ($0 / rate).magnitude }) where period > 0 {
        if whole == 0 { whole = period }
        guard let times = (1...64).first(where: { (whole * Double($0) / period).isNearlyWhole })
        else {
          return nil
        }
        whole *= Double(times)
      }
    }
    guard whole > 0, whole < time.duration * (1 - 1e-9), (time.duration / whole).isNearlyWhole
    else { return nil }
    return whole
  }

  private mutating func take(
    _ seen: InstanceSampler, _ time: FileTime, _ reach: Double, _ found: inout [Double], isOwn: Bool
  ) {
    let layer = seen.layer
    for track in [layer.stateTrack].compactMap({ $0 }) { found += track.changes.map { $0.time } }
    let ends = (seen.localTime(at: time.start), seen.localTime(at: reach))
    guard let first = ends.0, let last = ends.1, last != first,
      seen.isEven(time.start, reach, first, last)
    else {
      let parts = InstanceClock.evenParts
      found += (1..<parts).map { time.start + (reach - time.start) * Double($0) / Double(parts) }
      found += seen.jumps(time.start, reach)
      return
    }
    let rate = (last - first) / (reach - time.start)
    func outer(_ local: Double) -> Double { time.start + (local - first) / rate }
    let span = min(first, last)...max(first, last)
    let key = KeyTimes(layer.animations + layer.animationsFromSuperlayer, within: span)
    found += key.times.map(outer)
    if key.isCrowded {
      found += (1..<256).map { time.start + (reach - time.start) * Double($0) / 256 }
    }
    if isOwn || cycles.isEmpty { cycles += key.cycles.map { ($0 / rate).magnitude } }
    curves += key.curves
    if isOwn || begin == nil { begin = key.begin.map(outer) ?? begin }
  }
}

extension LayerAnimation {
  /// Whether the animation changes the space in which sublayers are placed.
  fileprivate var movesSublayers: Bool {
    let path = values.keyPath
    return path.hasPrefix(PropertyName.sublayerTransform) || path.hasPrefix(PropertyName.bounds)
      || children.contains { $0.movesSublayers }
  }
}

extension Double {
  /// Whether the number is a whole number, except for the rounding errors of sums and products.
  var isNearlyWhole: Bool { (self - rounded()).magnitude < 1e-7 * Swift.max(1, magnitude) }
}

extension FileTime {
  init(of scene: Scene, _ options: VectorOptions, _ cancellation: Cancellation) throws(VectorError)
  {
    var check = cancellation.forAnotherThread
    let report: LoopReport
    do throws(Cancelled) {
      report = try scene.loopReport(&check)
    } catch {
      throw .cancelled
    }
    let periodicFrom = report.periodicFrom
    for given in [options.start, options.duration] {
      if let given, !given.isFinite { throw VectorError.badTime }
    }
    if let given = options.duration, given <= 0 { throw VectorError.badTime }
    let loop = report.duration ?? .infinity
    if loop > 0, loop < .infinity {
      let length = options.duration ?? loop
      start = options.start ?? (options.duration == nil ? periodicFrom : 0)
      duration = length
      let times = length / loop
      isPeriodic = start >= periodicFrom - 1e-9 && (times - times.rounded()).magnitude < 1e-9
      return
    }
    guard let length = options.duration ?? (loop == 0 ? max(periodicFrom, 0) : nil) else {
      throw VectorError.noLoop
    }
    start = options.start ?? 0
    duration = length > start || options.duration != nil ? length : 1
    if options.duration == nil { duration = max(length - start, length > 0 ? 1e-3 : 1) }
    isPeriodic = loop == 0 && start >= periodicFrom
  }
}

extension InstanceSampler {
  /// Whether neither the layer's own values nor the values from layers around it change.
  var isStatic: Bool {
    guard layer.isStatic, layer.values.timing.duration == .infinity else { return false }
    var ancestor = parent
    while let at = ancestor {
      if at.reachesDown { return false }
      ancestor = at.parent
    }
    return true
  }

  /// Whether this layer passes time-dependent values to the layers below it.
  var reachesDown: Bool {
    if layer.values.timing.duration < .infinity { return true }
    if layer.isStatic { return false }
    if layer.stateTrack != nil { return true }
    switch layer.kind {
    case .replicator, .text, .proxy, .portal, .viewReplicator: return true
    default: break
    }
    if (layer.animations + layer.animationsFromSuperlayer).contains(where: { $0.movesSublayers }) {
      return true
    }
    return layer.animatedAspects.contains(.speed) || !layer.values.effectValues.allowsGroupOpacity
      || layer.keepsDepth
  }

  /// Whether the layer's time is linear between two times of the scene.
  func isEven(_ a: Double, _ b: Double, _ first: Double, _ last: Double) -> Bool {
    let slack = 1e-9 * max(1, first.magnitude, last.magnitude)
    for k in 1..<16 {
      // The sample times are irregular, because regular samples could always fall on one phase of a repetition.
      let fraction = (Double(k) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      guard let here = localTime(at: a + (b - a) * fraction) else { return false }
      if (here - first - (last - first) * fraction).magnitude > slack { return false }
    }
    return true
  }

  /// Whether the layer's time changes by nearly equal amounts in each quarter of an interval, as a time does that is steep or runs
  /// backwards but does not jump.
  private func isSmooth(_ a: Double, _ b: Double) -> Bool {
    let times = (0...4).compactMap { localTime(at: a + (b - a) * Double($0) / 4) }
    guard times.count == 5 else { return false }
    let quarter = (times[4] - times[0]) / 4
    return zip(times, times.dropFirst()).allSatisfy {
      ($1 - $0 - quarter).magnitude <= 0.1 * quarter.magnitude
    }
  }

  /// The times at which the layer's time jumps, or at which the layer appears or disappears.
  func jumps(_ a: Double, _ b: Double) -> [Double] {
    let parts = 256
    var found: [Double] = []
    let width = (b - a) / Double(parts)
    func differs(_ x: Double, _ y: Double) -> Bool {
      let (here, there) = (localTime(at: x), localTime(at: y))
      guard let here, let there else { return (here == nil) != (there == nil) }
      return (there - here).magnitude > 8 * width + 64 * (y - x) || there < here
    }
    for k in 0..<parts {
      var (low, high) = (a + width * Double(k), a + width * Double(k + 1))
      guard differs(low, high), !isSmooth(low, high) else { continue }
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if differs(low, middle) { high = middle } else { low = middle }
      }
      found.append(high)
    }
    return found
  }
}
