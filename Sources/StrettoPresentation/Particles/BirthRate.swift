import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Integral of an animated birth rate, counted from the start of the emitter.
///
/// The integral of the birth rate is a sum over intervals of 1/60 s, with the birth rate in the middle of each interval. The sums
/// of births are cached, so that a later frame only adds the intervals that no earlier frame has summed. Births before the
/// emitter's start are summed backwards in time, because a warm emitter has always been emitting.
struct BirthRate {
  static let step: Double = 1.0 / 60

  /// A birth rate that repeats every `length` intervals of 1/60 s, from the interval `start` on.
  struct Period: Equatable {
    var start: Int
    var length: Int
  }

  /// The repetition of the birth rate; nil if the birth rate does not repeat. The births of a repeating birth rate are summed
  /// only over the first repetition.
  let period: Period?
  /// The number of particles that are born in the first 0, 1, 2 ... intervals after the emitter's start.
  private var after: [Double] = [0]
  /// The number of particles that are born in the last 0, 1, 2 ... intervals before the emitter's start, as negative numbers.
  private var before: [Double] = [0]
  /// The number of cancellation steps that one evaluation of the birth rate counts.
  private let workOfRate: Int

  init(_ period: Period? = nil, _ workOfRate: Int = 1) {
    (self.period, self.workOfRate) = (period, workOfRate)
  }

  /// The seconds from the emitter's start over which births must be summed to know how many particles were born up to a time.
  func summedTime(to time: Double) -> Double {
    guard let period, time > 0 else { return time.magnitude }
    return min(time, Double(period.start + period.length) * BirthRate.step)
  }

  var stepCount: Int { after.count + before.count - 2 }

  /// The number of births from the emitter's start to the time that is `index` intervals of 1/60 s after the start. If the time
  /// is before the emitter's start, the number of births is negative.
  ///
  /// - Parameter rate: The birth rate of the cell in particles per second, as a function of the cell's time. Every call of `sum`
  ///   must pass the same birth rate.
  mutating func sum(
    to index: Int, _ cancellation: inout Cancellation, _ rate: (Double) -> Double
  ) throws(PresentationError) -> Double {
    if let period, index > period.start + period.length {
      let (whole, part) = (index - period.start).quotientAndRemainder(dividingBy: period.length)
      let all = try sum(to: period.start + period.length, &cancellation, rate) - after[period.start]
      return after[period.start + part] + Double(whole) * all
    }
    while after.count <= index {
      let middle = (Double(after.count) - 0.5) * BirthRate.step
      try look(&cancellation)
      after.append(after[after.count - 1] + rate(middle) * BirthRate.step)
    }
    while before.count <= -index {
      let middle = (0.5 - Double(before.count)) * BirthRate.step
      try look(&cancellation)
      before.append(before[before.count - 1] - rate(middle) * BirthRate.step)
    }
    return index >= 0 ? after[index] : before[-index]
  }

  private func look(_ cancellation: inout Cancellation) throws(PresentationError) {
    guard cancellation.shouldContinue(work: workOfRate) else { throw .cancelled }
  }
}

extension Layer {
  /// The repetition of a cell's birth rate in the cell's time, after all finite animations of the rate have ended.
  ///
  /// The birth rate repeats if the periods of all endless animations fit into one whole number of 1/60 s intervals, after at most
  /// 1,000 periods of the longest animation. A constant birth rate repeats in each interval of 1/60 s. The result is nil if the
  /// birth rate does not repeat.
  ///
  /// - Parameter lead: The undelayed time minus the local time, in seconds. The undelayed time of an emitter decides on the
  ///   removal of its animations.
  func birthRatePeriod(of cell: CellValues, lead: Double = 0) -> BirthRate.Period? {
    let (timing, steps) = (cell.timing, 1 / BirthRate.step)
    guard stateTrack == nil, !isAnimatedBySuperlayer, timing.speed > 0 else { return nil }
    var (start, length) = (0.0, 0.0)
    if timing.activeDuration < .infinity {
      // An emitter cell emits no particle after its active duration.
      start = timing.activeDuration * steps
    }
    var lengths: [Double] = []
    for animation in animations where animation.affectedAspects.contains(.birthRate) {
      let own = animation.values.timing
      guard own.speed > 0 else { return nil }
      guard own.activeDuration == .infinity else {
        let end = own.activeInterval.end
        start = max(start, timing.localTime(atParentTime: max(end, end - lead)) * steps)
        continue
      }
      // An endless animation of the birth rate does not affect the repetition if the cell itself ends.
      if timing.activeDuration < .infinity { continue }
      guard !animation.values.isCumulative, own.duration > 0, own.duration < .infinity else {
        return nil
      }
      let period = own.fullIterationDuration / own.speed * timing.speed * steps
      start = max(start, timing.localTime(atParentTime: own.beginTime) * steps)
      length = max(length, period)
      lengths.append(period)
    }
    // One interval of 1/60 s is added for animations that end in the middle of an interval.
    if lengths.isEmpty, start < 1e6 {
      return BirthRate.Period(start: Int(clampingUp: start) + 1, length: 1)
    }
    func isWhole(_ number: Double) -> Bool {
      (number - number.rounded()).magnitude <= 1e-9 * number
    }
    guard length >= 1, length < 1e6, start < 1e6 else { return nil }
    for rounds in 1...1000 {
      let all = length * Double(rounds)
      if all >= 1e6 { return nil }
      if isWhole(all), lengths.allSatisfy({ isWhole(all / $0) }) {
        return BirthRate.Period(
          start: Int(clampingUp: start), length: Int(clampingDown: all.rounded()))
      }
    }
    return nil
  }
}
