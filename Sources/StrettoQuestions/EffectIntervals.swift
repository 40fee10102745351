import StrettoGeometry

/// Intervals of a layer's time in which some of the layer's animations are in effect.
struct EffectIntervals {
  private var all: [(begin: Double, end: Double)] = []

  mutating func add(_ interval: (begin: Double, end: Double)) { all.append(interval) }

  /// Sorts the intervals of time, and merges intervals that overlap or touch.
  mutating func join() {
    var joined: [(begin: Double, end: Double)] = []
    for next in all.sorted(by: { $0.begin < $1.begin }) {
      if let last = joined.last, next.begin <= last.end + slack(last.end) {
        joined[joined.count - 1].end = max(last.end, next.end)
      } else {
        joined.append(next)
      }
    }
    all = joined
  }

  /// True if one of the intervals contains the times just after `time`.
  func cover(_ time: Double) -> Bool {
    let later = time + slack(time)
    let count = all.partition { $0.begin > later }
    return count > 0 && all[count - 1].end > later
  }

  private func slack(_ time: Double) -> Double { 1e-9 * max(1, time.magnitude) }
}
