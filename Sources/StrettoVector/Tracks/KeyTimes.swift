import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The local times at which an animation of a layer may jump or have a corner, and the duration of each repetition.
struct KeyTimes {
  /// The unordered key times of the animations within the requested interval.
  private(set) var times: [Double] = []
  /// The durations of repeated iterations, in seconds of the layer's local time.
  private(set) var cycles: [Double] = []
  /// The begin of the animation that was added first.
  private(set) var begin: Double?
  private(set) var curves: [TimingFunction] = []
  /// Whether some animation repeats too often for all its key times to be listed.
  private(set) var isCrowded = false
  private let span: ClosedRange<Double>
  private static let most = 4096

  init(_ animations: [LayerAnimation], within span: ClosedRange<Double>) {
    self.span = span
    for animation in animations { add(animation, { $0 }, 0) }
  }

  /// - Parameter outwards: The conversion from the animation's parent time to the layer's local time.
  private mutating func add(
    _ animation: LayerAnimation, _ outwards: (Double) -> Double, _ depth: Int
  ) {
    let values = animation.values
    let timing = values.timing
    note(values)
    take(outwards(timing.beginTime))
    if begin == nil { begin = outwards(timing.beginTime) }
    let active = timing.activeInterval
    if active.end < .infinity { take(outwards(active.end)) }
    guard timing.speed != 0, timing.duration > 0 else { return }
    let length = timing.duration
    if length < .infinity, timing.activeDuration > timing.fullIterationDuration * (1 + 1e-9) {
      cycles.append(
        (outwards(timing.fullIterationDuration / timing.speed.magnitude) - outwards(0)).magnitude)
    }
    let shares = shares(animation)
    func parent(_ local: Double) -> Double { outwards(timing.parentTime(atLocalTime: local)) }
    guard length < .infinity else {
      for child in animation.children { add(child, parent, depth + 1) }
      return
    }
    // The iterations of the animation that overlap the requested interval.
    let ends = [span.lowerBound, span.upperBound].map {
      ($0 - parent(0)) / (parent(length) - parent(0))
    }
    let first = max(min(ends[0], ends[1]).rounded(.down), timing.beginTime <= -1e300 ? 0 : -1e6)
    let last = max(ends[0], ends[1]).rounded(.up)
    guard last - first <= 512, last >= first else {
      isCrowded = true
      return
    }
    for number in Int(clampingDown: first)...max(Int(clampingDown: first), Int(clampingDown: last))
    {
      let isReversed = timing.autoreverses && number % 2 != 0
      for fraction in [0] + shares + [1] {
        take(parent((Double(number) + (isReversed ? 1 - fraction : fraction)) * length))
      }
      for child in animation.children where depth < 16 {
        add(
          child,
          { inner in
            let within = inner.clamped(to: 0...length)
            return parent(Double(number) * length + (isReversed ? length - within : within))
          }, depth + 1)
      }
    }
  }

  private mutating func take(_ time: Double) {
    guard span.contains(time) else { return }
    if times.count >= KeyTimes.most { isCrowded = true } else { times.append(time) }
  }

  private mutating func note(_ values: AnimationValues) {
    for curve in [values.timingFunction].compactMap({ $0 }) + values.timingFunctions {
      let back = TimingFunction(1 - curve.c2x, 1 - curve.c2y, 1 - curve.c1x, 1 - curve.c1y)
      for each in [curve, back] where each != .linear && !curves.contains(each) && curves.count < 16
      {
        curves.append(each)
      }
    }
  }

  /// The fractions of an iteration at which a keyframe is reached.
  private func shares(_ animation: LayerAnimation) -> [Double] {
    guard animation.values.kind == .keyframe, let pacing = animation.pacing else { return [] }
    let values = animation.values
    var count = values.keyValues.count
    var keyTimes = pacing.keyTimes
    if let motionPath = pacing.motionPath?.measure {
      count = motionPath.segments.count + 1
      if values.calculationMode.isPaced, motionPath.length > 0 {
        keyTimes = [0] + motionPath.ends.map { $0 / motionPath.length }
      }
    }
    let isDiscrete = values.calculationMode == .discrete
    if keyTimes.isEmpty {
      let parts = isDiscrete ? count : count - 1
      keyTimes = parts > 1 ? (1..<parts).map { Double($0) / Double(parts) } : []
    }
    guard let curve = values.timingFunction, curve != .linear else { return keyTimes }
    return keyTimes.map { curve.input(at: $0) }
  }
}

extension TimingFunction {
  /// An input for which the timing function returns the given output. Bisection chooses one input if the timing function
  /// overshoots and several inputs exist.
  fileprivate func input(at output: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if value(at: middle) < output { low = middle } else { high = middle }
    }
    return high
  }
}
