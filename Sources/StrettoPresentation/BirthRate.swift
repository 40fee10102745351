import StrettoGeometry
import StrettoLayers

/// The integral of a birth rate that is animated, from the emitter's start on.
///
/// It is summed up in steps of 1/60 s, each with the rate at its middle, and kept, so that whoever looks at
/// another moment sums up only what is between. Before the start the sum runs backwards: an emitter that is
/// warm has always been running.
struct BirthRate {
  static let step: Double = 1.0 / 60

  /// What has been born at the end of each step after the start.
  private var after: [Double] = [0]
  /// What was born between the start and the beginning of each step before it, negative.
  private var before: [Double] = [0]

  /// How many steps are summed up.
  var stepCount: Int { after.count + before.count - 2 }

  /// The births up to the end of step `index` (to the start for index -1, 0 at the emitter's start).
  ///
  /// `rate` gives particles a second at a time of the cell, always the same ones.
  ///
  /// - Throws: `cancelled` if the frame is given up on the way.
  mutating func sum(
    to index: Int, _ cancellation: inout Cancellation, _ rate: (Double) -> Double
  ) throws(PresentationError) -> Double {
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
    guard cancellation.goesOn(after: Presenter.appearanceUnits) else { throw .cancelled }
  }
}

/// The birth rates that are summed up for a tree.
struct BirthRates {
  var known: [BirthRateKey: BirthRate] = [:]
  /// Those that this frame has asked for.
  var charged: Set<BirthRateKey> = []

  /// Gets ready for a frame; forgets all if that has become much: a delay that is animated asks for another
  /// history in each frame.
  mutating func beginFrame() {
    charged.removeAll(keepingCapacity: true)
    if known.reduce(0, { $0 + $1.value.stepCount }) > 1 << 20 { known.removeAll() }
  }
}

/// Whose births are summed up: an emitter's cell, as a copy sees it.
struct BirthRateKey: Hashable {
  let layer: ObjectIdentifier
  let cell: Int
  let copy: [Int]
  /// By how much the copy is behind: what is removed on completion is gone for all copies at once.
  let delay: UInt64
}
