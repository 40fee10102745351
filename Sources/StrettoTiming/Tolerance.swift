/// Distance to a boundary, in units of progress, within which a time counts as lying on the boundary.
///
/// It applies at cycle boundaries, at the end of the active interval, to removal and to key times, but never at the begin. Frame
/// times land exactly on boundaries, and a boundary that is computed in doubles may differ from the frame time. For example, with
/// a duration of 1e7 seconds in n ≤ 64 equal windows, `floor(p * n)` picks the wrong window for 251 of 2,080 pairs, and `floor(p
/// * n + 1e-9)` for none. The tolerance is our choice. For a cycle of one second it is 1 ns.
public let progressTolerance: Double = 1e-9

/// Beyond this many cycles, doubles cannot represent every cycle number.
let largestCycle: Double = 0x1p53

extension Double {
  /// The value itself if it is finite; the largest magnitude of its sign for an infinity; 0 for NaN.
  var saturated: Double {
    if isFinite { return self }
    if isNaN { return 0 }
    return self < 0 ? -Double.greatestFiniteMagnitude : Double.greatestFiniteMagnitude
  }
}
