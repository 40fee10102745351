/// Distance to a boundary, in units of progress, within which a time counts as lying on it.
///
/// It applies at cycle boundaries, at the end of the active interval, to removal and to key times, never at the begin.
/// Frames of an offline renderer land exactly on boundaries, and a boundary computed in doubles misses itself: with a total
/// of 1e7 seconds cut into n ≤ 64 equal windows, `floor(p * n)` picks the wrong window for 251 of 2080 pairs, `floor(p * n +
/// 1e-9)` for none. Our choice. On a cycle of 1e7 seconds it is 10 milliseconds, on one of a second a nanosecond.
public let progressTolerance: Double = 1e-9

/// Beyond this many cycles a double no longer tells one cycle from the next.
let largestCycle: Double = 0x1p53

extension Double {
  /// The value itself if it is finite; the largest magnitude of its sign for an infinity; 0 for NaN.
  var saturated: Double {
    if isFinite { return self }
    if isNaN { return 0 }
    return self < 0 ? -Double.greatestFiniteMagnitude : Double.greatestFiniteMagnitude
  }
}
