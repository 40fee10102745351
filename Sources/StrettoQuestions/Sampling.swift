import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension Layer {
  /// Samples the animated value of a key path in one copy, at `count` evenly spaced times from `start` to `stop` inclusive.
  ///
  /// Calls `take` with the index and the value of each sample. If `path` is nil, the local time of the layer is sampled.
  @export(interface)
  public func sample(
    _ path: PropertyPath?, from start: Double, to stop: Double, count: Int, copy: [Int],
    cancellation: Cancellation = .never, _ take: (Int, Value) -> Void
  ) throws(TimeMapError) {
    if let path, let inner = path.sublayer {
      guard let (layer, path) = try? sublayer(at: inner) else { return }
      return try layer.sample(
        path, from: start, to: stop, count: count, copy: copy, cancellation: cancellation, take)
    }
    var cancellation = cancellation
    let route = try Route(to: self, copy)
    for index in 0..<count {
      guard cancellation.shouldContinueNow() else { throw .cancelled }
      let fraction = count > 1 ? Double(index) / Double(count - 1) : 0
      let (localTime, around) = route.localTimes(at: between(start, stop, fraction))
      if let path {
        take(index, presentationValue(at: path, localTime, around: around, copy: copy))
      } else {
        take(index, .number(localTime.time))
      }
    }
  }

  /// Finds the times of the scene in `start...stop` at which one copy of this layer has the local time `local`.
  ///
  /// The times found are exact if the local time is a linear function of the scene's time, as it is without animated delays and
  /// repeating layers. If the local time is not linear, the interval is searched in 4096 steps, and times are missed if the local
  /// time passes `local` twice within one step. If the local time pauses at `local`, the result contains the begin of each pause.
  @export(interface)
  public func sceneTimes(
    ofLocalTime local: Double, copy: [Int], from start: Double, to stop: Double,
    cancellation: Cancellation = .never
  ) throws(TimeMapError) -> [Double] {
    var cancellation = cancellation
    let route = try Route(to: self, copy)
    func distance(_ time: Double) -> Double { route.localTime(at: time).time - local }
    var found: [Double] = []
    let steps = 4096
    var (time, now) = (start, distance(start))
    if now.magnitude <= 1e-9 { found.append(start) }
    for step in 1...steps {
      guard cancellation.shouldContinueNow() else { throw .cancelled }
      let next = between(start, stop, Double(step) / Double(steps))
      let then = distance(next)
      if (now < 0) != (then < 0) || then == 0, now.magnitude > 1e-9 {
        let root = bisect(time, now, next, distance)
        // If the layer's time jumps over `local`, the layer is never shown at this local time.
        if distance(root).magnitude <= 1e-6 * max(1, local.magnitude) { found.append(root) }
      }
      (time, now) = (next, then)
    }
    return found
  }

  private func bisect(_ a: Double, _ atA: Double, _ b: Double, _ distance: (Double) -> Double)
    -> Double
  {
    var (low, high) = (a, b)
    // If the local time is linear, the first chord of the search finds the exact time.
    let atB = distance(b)
    if atB != atA {
      let chord = a + (b - a) * (atA / (atA - atB))
      if distance(chord).magnitude <= 1e-12 * max(1, chord.magnitude) { return chord }
    }
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      if middle == low || middle == high { break }
      if (distance(middle) < 0) == (atA < 0) { low = middle } else { high = middle }
    }
    return distance(high).magnitude <= distance(low).magnitude ? high : low
  }
}

/// Interpolates linearly between `start` and `stop`. If the difference `stop - start` overflows, the function adds two products
/// instead.
private func between(_ start: Double, _ stop: Double, _ fraction: Double) -> Double {
  let difference = stop - start
  return difference.isFinite
    ? start + difference * fraction : start * (1 - fraction) + stop * fraction
}
