import StrettoDisplayList
import StrettoGeometry

/// More dashes than this on one subpath are not told apart: it is drawn solid.
private let mostDashes: Double = 100_000

/// Places of the dashes of a pattern along a line.
struct DashPattern: ~Copyable {
  /// From the start of the pattern to the start of each dash and gap in turn.
  private var starts = Arena<Double>(capacity: 8)
  private var period = 0.0
  private var phase = 0.0

  /// Returns false where there is no pattern, or none that repeats.
  mutating func begin(_ style: StrokeStyle) -> Bool {
    let lengths = style.dashPattern
    starts.removeAll()
    period = 0
    // An odd pattern changes dashes and gaps each time round.
    for i in 0..<lengths.count * (lengths.count & 1 == 1 ? 2 : 1) {
      starts.append(period)
      period += lengths[i % lengths.count]
    }
    guard period > 0, period.isFinite else { return false }
    phase = fmod(style.dashPhase, period)
    if phase < 0 { phase += period }
    return true
  }

  /// Whether the dashes on a line of that length can be told apart.
  func isDistinct(on length: Double) -> Bool {
    length / period * Double(starts.count) < mostDashes
  }

  /// Start and end of dash `k` on a line of that length, from the line's start; start after end where none of it is on the
  /// line, nil after the last. Places are counted, not added up: a dash too short to change a sum still ends.
  func dash(_ k: Int, on length: Double) -> (from: Double, to: Double)? {
    let perRound = (starts.count + 1) / 2
    let (round, i) = (k / perRound, 2 * (k % perRound))
    let start = Double(round) * period - phase
    let from = start + starts[i]
    if k > 0 && (from >= length || start > length) { return nil }
    let to = start + (i + 1 < starts.count ? starts[i + 1] : period)
    // A dash without length is a dot, and one that begins at 0 is seen.
    return to > 0 || (to == 0 && from == 0) ? (max(from, 0), min(to, length)) : (0, -1)
  }

  mutating func giveBack() { starts.giveBack() }
}
