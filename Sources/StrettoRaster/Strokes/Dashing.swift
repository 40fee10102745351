import StrettoDisplayList
import StrettoGeometry

/// Largest number of dashes on one subpath. A subpath with more than `mostDashes` dashes is drawn solid, because nobody can see
/// its dashes.
private let mostDashes: Double = 100_000

/// Positions of the dashes of a pattern along a line.
struct DashPattern: ~Copyable {
  /// Distances from the start of the pattern to the starts of dashes and gaps, alternating.
  private var starts = Arena<Double>(capacity: 8)
  private var period = 0.0
  private var phase = 0.0

  /// Prepares a dash pattern. Returns false if the stroke style has no dash pattern, or has a pattern that does not repeat.
  mutating func begin(_ style: StrokeStyle) -> Bool {
    let lengths = style.dashPattern
    starts.removeAll()
    period = 0
    // A pattern with an odd number of lengths exchanges dashes and gaps at each repetition.
    for i in 0..<lengths.count * (lengths.count & 1 == 1 ? 2 : 1) {
      starts.append(period)
      period += lengths[i % lengths.count]
    }
    guard period > 0, period.isFinite else { return false }
    phase = fmod(style.dashPhase, period)
    if phase < 0 { phase += period }
    return true
  }

  /// True if the dashes on a line of the given length are few enough to be drawn.
  func isDistinct(on length: Double) -> Bool {
    length / period * Double(starts.count) < mostDashes
  }

  /// Start and end of dash `k` on a line of the given length, measured from the start of the line. If no part of the dash is on
  /// the line, the start of the dash lies after its end. After the last dash on the line, the result is nil. Positions of dashes
  /// are computed by multiplication with `k` instead of by addition, so that the loop over dashes ends even if one dash is too
  /// short to change a sum.
  func dash(_ k: Int, on length: Double) -> (from: Double, to: Double)? {
    let perRound = (starts.count + 1) / 2
    let (round, i) = (k / perRound, 2 * (k % perRound))
    let start = Double(round) * period - phase
    let from = start + starts[i]
    if k > 0 && (from >= length || start > length) { return nil }
    let to = start + (i + 1 < starts.count ? starts[i + 1] : period)
    // A dash of length zero is a dot, and a dot at distance 0 is visible.
    return to > 0 || (to == 0 && from == 0) ? (max(from, 0), min(to, length)) : (0, -1)
  }
}
