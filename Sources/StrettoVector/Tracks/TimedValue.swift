/// Numbers at a time; what lies between two of them is even.
struct TimedValue {
  var time: Double
  var value: [Double]
}

extension [TimedValue] {
  /// As few of these as keep all others within a tolerance of the lines between them.
  ///
  /// A line goes on for as long as some slope meets all values on its way (a cone from its begin, for each number). Values of
  /// one time are a jump.
  func thinned(_ tolerance: [Double]) -> [TimedValue] {
    guard var anchor = first else { return [] }
    var kept = [anchor]
    var cone = Cone(anchor.value.count)
    var previous = anchor
    for next in dropFirst() {
      defer { previous = next }
      if next.time - anchor.time > 1e-12 {
        if cone.meets(next, from: anchor, tolerance) { continue }
        if previous.time > anchor.time {
          kept.append(previous)
          anchor = previous
          cone = Cone(anchor.value.count)
        }
        if next.time - anchor.time > 1e-12 {
          _ = cone.meets(next, from: anchor, tolerance)
          continue
        }
      }
      guard next.value != anchor.value else { continue }
      // A jump.
      kept.append(next)
      anchor = next
      cone = Cone(anchor.value.count)
    }
    if let last, let end = kept.last, end.time < last.time || end.value != last.value {
      kept.append(last)
    }
    return kept
  }
}

/// Slopes with which lines from one point meet all values so far.
private struct Cone {
  private var low: [Double]
  private var high: [Double]

  init(_ count: Int) {
    low = Array(repeating: -.infinity, count: count)
    high = Array(repeating: .infinity, count: count)
  }

  /// Whether a line to a value meets all before it; the cone then becomes as narrow as that value asks for.
  mutating func meets(_ next: TimedValue, from anchor: TimedValue, _ tolerance: [Double]) -> Bool {
    let width = next.time - anchor.time
    for index in low.indices {
      let slope = (next.value[index] - anchor.value[index]) / width
      if !(slope >= low[index] && slope <= high[index]) { return false }
    }
    for index in low.indices {
      let (way, slack) = (next.value[index] - anchor.value[index], tolerance[index])
      low[index] = max(low[index], (way - slack) / width)
      high[index] = min(high[index], (way + slack) / width)
    }
    return true
  }
}
