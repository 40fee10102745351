import StrettoTiming
import StrettoGeometry
import StrettoLayers

/// The integral of a birth rate that is animated, from the emitter's start on.
///
/// It is summed up in steps of 1/60 s, each with the rate at its middle, and kept, so that whoever looks at another moment
/// sums up only what is between. Before the start the sum runs backwards: an emitter that is warm has always been running.
struct BirthRate {
  static let step: Double = 1.0 / 60

  /// A rate that repeats: from step `start` on, every `length` steps.
  struct Cycle: Equatable {
    var start: Int
    var length: Int
  }

  /// Repetition of the rate; births are summed up over its first cycle only.
  let cycle: Cycle?
  /// Particles born between the start and the end of each step after it.
  private var after: [Double] = [0]
  /// Particles born between the beginning of each step before the start and the start, as negative numbers.
  private var before: [Double] = [0]
  /// Steps that a cancellation counts for the rate at one time.
  private let stepsOfRate: Int

  init(_ cycle: Cycle? = nil, _ stepsOfRate: Int = 1) {
    (self.cycle, self.stepsOfRate) = (cycle, stepsOfRate)
  }

  /// The seconds that must be summed up, from the start, to know what has been born up to a time.
  func summedTime(to time: Double) -> Double {
    guard let cycle, time > 0 else { return time.magnitude }
    return min(time, Double(cycle.start + cycle.length) * BirthRate.step)
  }

  var stepCount: Int { after.count + before.count - 2 }

  /// The births up to the end of step `index` (to the start for index -1, 0 at the emitter's start).
  ///
  /// `rate` gives particles a second at a time of the cell, always the same ones.
  mutating func sum(
    to index: Int, _ cancellation: inout Cancellation, _ rate: (Double) -> Double
  ) throws(PresentationError) -> Double {
    if let cycle, index > cycle.start + cycle.length {
      let (whole, part) = (index - cycle.start).quotientAndRemainder(dividingBy: cycle.length)
      let all = try sum(to: cycle.start + cycle.length, &cancellation, rate) - after[cycle.start]
      return after[cycle.start + part] + Double(whole) * all
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
    guard cancellation.shouldContinue(steps: stepsOfRate) else { throw .cancelled }
  }
}

/// What is known of the past of emitters, from frame to frame.
struct EmitterHistories {
  var rates: [CellHistoryKey: BirthRate] = [:]
  /// Keys of rates that this frame has asked for.
  var charged: Set<CellHistoryKey> = []
  var forces: [ForceTableKey: ForceTable] = [:]

  /// Gets ready for a frame; forgets all if that has become much: a delay that is animated asks for another
  /// history in each frame.
  mutating func beginFrame() {
    charged.removeAll(keepingCapacity: true)
    if rates.reduce(0, { $0 + $1.value.stepCount }) > 1 << 20 { rates.removeAll() }
    if forces.reduce(0, { $0 + $1.value.segments.count }) > 1 << 18 { forces.removeAll() }
  }
}

/// Whose history it is: that of an emitter's cell, as a copy sees it.
struct CellHistoryKey: Hashable {
  let layer: ObjectIdentifier
  let cell: ObjectIdentifier
  let copy: [Int]
  /// Seconds by which the copy is behind, as bits. Animations that are removed on completion are gone for all copies at once.
  let delay: UInt64
}

/// Whose forces they are: those on a cell of the emitter's own, or on one inside it.
struct ForceTableKey: Hashable {
  /// Of the emitter's own cell.
  let history: CellHistoryKey
  /// The way from there to the cell, as indices in lists of cells.
  let indices: [Int]
  let clock: EvenTime
}

extension Layer {
  /// How the rate of a cell repeats in the time of the cell, once the animations that end have ended: every other
  /// animation of it for ever, and all in one number of whole steps, after up to a thousand rounds of the longest. A rate
  /// that stays as it is repeats in each step. Nil if it does neither.
  ///
  /// - Parameter lead: by how much the time without delays, by which animations are removed, is ahead.
  func birthRateCycle(of cell: CellValues, lead: Double = 0) -> BirthRate.Cycle? {
    let (timing, steps) = (cell.timing, 1 / BirthRate.step)
    guard stateTrack == nil, !isAnimatedBySuperlayer, timing.speed > 0 else { return nil }
    var (start, length) = (0.0, 0.0)
    if timing.activeDuration < .infinity {
      // No particle is born later.
      start = timing.activeDuration * steps
    }
    var lengths: [Double] = []
    for animation in animations where animation.influence.contains(.birthRate) {
      let own = animation.values.timing
      guard own.speed > 0 else { return nil }
      guard own.activeDuration == .infinity else {
        let end = own.activeInterval.end
        start = max(start, timing.localTime(atParentTime: max(end, end - lead)) * steps)
        continue
      }
      // An animation without an end does not matter after the cell's own end.
      if timing.activeDuration < .infinity { continue }
      guard !animation.values.isCumulative, own.duration > 0, own.duration < .infinity else {
        return nil
      }
      let period = own.cycleDuration / own.speed * timing.speed * steps
      start = max(start, timing.localTime(atParentTime: own.beginTime) * steps)
      length = max(length, period)
      lengths.append(period)
    }
    // A step more, for ends that lie at the middle of one.
    if lengths.isEmpty, start < 1e6 {
      return BirthRate.Cycle(start: Int(clampingUp: start) + 1, length: 1)
    }
    func isWhole(_ number: Double) -> Bool {
      (number - number.rounded()).magnitude <= 1e-9 * number
    }
    guard length >= 1, length < 1e6, start < 1e6 else { return nil }
    for rounds in 1...1000 {
      let all = length * Double(rounds)
      if all >= 1e6 { return nil }
      if isWhole(all), lengths.allSatisfy({ isWhole(all / $0) }) {
        return BirthRate.Cycle(
          start: Int(clampingUp: start), length: Int(clampingDown: all.rounded()))
      }
    }
    return nil
  }
}
