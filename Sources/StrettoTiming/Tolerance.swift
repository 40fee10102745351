/// Largest distance from a boundary at which a time counts as lying on the boundary, in units of progress.
///
/// The tolerance of progress applies to the boundaries between cycles, the end of the active interval, removal on completion and
/// key times, but not to the begin. Frame times often lie exactly on boundaries, and a boundary that is computed in doubles may
/// differ from the frame time by rounding. For example, if a duration of 1e7 seconds is divided into n ≤ 64 keyframe segments of
/// equal length, `floor(p * n)` gives a wrong index at the start of 251 of the 2,080 segments, and `floor(p * n + 1e-9)` always
/// gives the right index. The size of the tolerance of progress is our choice, and is 1 ns for a cycle of one second.
@inlinable public var progressTolerance: Double { 1e-9 }

/// The largest number of cycles whose index a double represents exactly.
@inlinable var largestIteration: Double { 0x1p53 }
