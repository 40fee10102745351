/// A list of numbers at one time. Numbers between two times are interpolated linearly.
struct TimedValue {
  var time: Double
  var value: [Double]
}

extension [TimedValue] {
  /// Returns a small subset of the timed values, from which linear interpolation gives every other timed value within the
  /// tolerance.
  ///
  /// A line is extended as long as one slope fits all values on the line (a cone from the line's begin, for each number). Two
  /// values at one time are a jump.
  func thinned(_ tolerance: [Double]) -> [TimedValue] {
    guard var anchor = first else { return [] }
    var result = [anchor]
    var cone = Cone(anchor.value.count)
    var previous = anchor
    for next in dropFirst() {
      defer { previous = next }
      if next.time - anchor.time > 1e-12 {
        if cone.meets(next, from: anchor, tolerance) { continue }
        if previous.time > anchor.time {
          result.append(previous)
          anchor = previous
          cone = Cone(anchor.value.count)
        }
        if next.time - anchor.time > 1e-12 {
          _ = cone.meets(next, from: anchor, tolerance)
          continue
        }
      }
      guard next.value != anchor.value else { continue }
      // Two timed values at one time are a jump.
      result.append(next)
      anchor = next
      cone = Cone(anchor.value.count)
    }
    if let last, let end = result.last, end.time < last.time || end.value != last.value {
      result.append(last)
    }
    return result
  }
}

/// The range of slopes with which a line from one point fits all values so far.
private struct Cone {
  private var low: [Double]
  private var high: [Double]

  init(_ count: Int) {
    low = Array(repeating: -.infinity, count: count)
    high = Array(repeating: .infinity, count: count)
  }

  /// Whether the line from `anchor` to `next` passes all values between them within the tolerance. If the line fits, the cone is
  /// narrowed to the slopes that also fit the new value.
  mutating func meets(_ next: TimedValue, from anchor: TimedValue, _ tolerance: [Double]) -> Bool {
    let width = next.time - anchor.time
    for index in low.indices {
      let slope = (next.value[index] - anchor.value[index]) / width
      if !(slope >= low[index] && slope <= high[index]) { return false }
    }
    for index in low.indices {
      let (change, slack) = (next.value[index] - anchor.value[index], tolerance[index])
      low[index] = max(low[index], (change - slack) / width)
      high[index] = min(high[index], (change + slack) / width)
    }
    return true
  }
}
