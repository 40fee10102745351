import StrettoGeometry
import StrettoLayers
import StrettoTiming

// Poses for eight moments at a time: lane by lane the steps of `LocalTime.delayed`, `Pose.result` and
// `Pose.Track.value`, to the same bits. What is rare is asked of those.

extension LocalTime {
  /// The times of copies that are held back by `delays` seconds; all have this base.
  @inline(__always)
  func times(delayedBy delays: Doubles) -> Doubles {
    let time = Doubles(repeating: time)
    let sum = time - delays
    let back = sum - time
    let error = (time - (sum - back)) - (delays + back) + Doubles(repeating: rest)
    let result = sum + error
    // Without a delay nothing is added, and where a sum overflows there is no rest.
    return result.replacing(with: sum, where: delays .== Doubles() .| (error - error .!= Doubles()))
  }
}

extension Pose {
  /// Eight results.
  struct Lanes {
    var plane: PlaneLanes
    var opacity: Doubles

    @inline(__always)
    init(plane: PlaneLanes, opacity: Doubles) { (self.plane, self.opacity) = (plane, opacity) }

    @inline(__always)
    init(repeating result: Pose.Result) {
      plane = PlaneLanes(repeating: result.plane)
      opacity = Doubles(repeating: result.opacity)
    }
  }

  /// At moments with one base.
  @inline(__always)
  func results(at times: Doubles, base: Double) -> Lanes {
    var x = Doubles(repeating: position.x), y = Doubles(repeating: position.y)
    var opacity = Doubles(repeating: opacity)
    var turn = Doubles(repeating: components.rotation.z)
    var scaleX = Doubles(repeating: components.scale.x)
    var scaleY = Doubles(repeating: components.scale.y)
    var moveX = Doubles(repeating: components.translation.x)
    var moveY = Doubles(repeating: components.translation.y)
    var turns = components.rotation.z != 0
    for index in tracks.indices {
      let part = tracks[index].part
      var isInEffect: Bool
      switch part {
      case .positionX: isInEffect = tracks[index].write(&x, at: times, base)
      case .positionY: isInEffect = tracks[index].write(&y, at: times, base)
      case .rotation:
        isInEffect = tracks[index].write(&turn, at: times, base)
        turns = true
      case .scale, .scaleXY:
        isInEffect = tracks[index].write(&scaleX, at: times, base)
        isInEffect = tracks[index].write(&scaleY, at: times, base)
      case .scaleX: isInEffect = tracks[index].write(&scaleX, at: times, base)
      case .scaleY: isInEffect = tracks[index].write(&scaleY, at: times, base)
      case .moveX: isInEffect = tracks[index].write(&moveX, at: times, base)
      case .moveY: isInEffect = tracks[index].write(&moveY, at: times, base)
      case .opacity: isInEffect = tracks[index].write(&opacity, at: times, base)
      }
      // Without an animation the matrix counts, which need not be that of the components.
      if !isInEffect && !isOfComponents && part.isOfTransform { return each(times, base) }
    }
    var m = PlaneLanes(repeating: matrix)
    if changesMatrix {
      m = PlaneLanes(a: scaleX, b: Doubles(), c: Doubles(), d: scaleY, tx: moveX, ty: moveY)
      if turns {
        let (s, c) = sineAndCosine(turn)
        (m.a, m.b, m.c, m.d) = (scaleX * c, scaleX * s, scaleY * -s, scaleY * c)
      }
    }
    // About the anchor point, then to the position.
    m.tx = m.a * -anchor.x + m.c * -anchor.y + m.tx + x
    m.ty = m.b * -anchor.x + m.d * -anchor.y + m.ty + y
    return Lanes(plane: m, opacity: opacity)
  }
}

extension Pose {
  @inline(never)
  private func each(_ times: Doubles, _ base: Double) -> Lanes {
    var all = Lanes(repeating: Result(plane: .identity, opacity: 1))
    for lane in 0..<8 {
      let one = result(at: LocalTime(time: times[lane], base: base))
      (all.plane[lane], all.opacity[lane]) = (one.plane, one.opacity)
    }
    return all
  }
}

extension Pose.Track {
  /// Writes the values where the animation has an effect; false if that may not be so everywhere.
  @inline(__always)
  fileprivate func write(_ values: inout Doubles, at times: Doubles, _ base: Double) -> Bool {
    if let play = endlessPlay, writeEndless(&values, at: times, play) { return true }
    writeEach(&values, at: times, base)
    return false
  }

  @inline(never)
  private func writeEach(_ values: inout Doubles, at times: Doubles, _ base: Double) {
    for lane in 0..<8 {
      if let value = value(at: LocalTime(time: times[lane], base: base)) { values[lane] = value }
    }
  }

  /// A play that is repeated for ever; false if some moment is before its begin, or too far from it.
  @inline(__always)
  private func writeEndless(_ values: inout Doubles, at times: Doubles, _ play: Double) -> Bool {
    let begin = timing.beginTime
    let time = (times - begin) * timing.speed + timing.timeOffset
    var (earliest, farthest) = (Double.infinity, 0.0)
    for lane in 0..<8 {
      earliest = min(earliest, times[lane])
      farthest = max(farthest, time[lane].magnitude)
    }
    guard earliest >= begin, farthest < play * 1e9 else { return false }
    let (zero, one) = (Doubles(), Doubles(repeating: 1))
    let length = Doubles(repeating: play)
    let position = time / length + progressTolerance
    // The nearest whole number, and the one below: cheaper than rounding down, and the same this near to 0.
    let nearest = (position + wholeNumbers) - wholeNumbers
    let cycle = nearest.replacing(with: nearest - one, where: nearest .> position)
    var seconds = time - cycle * length
    seconds.replace(with: length, where: seconds .> length)
    seconds.replace(with: zero, where: seconds .< zero)
    var progress = seconds / length
    progress.replace(with: one, where: progress .> one)
    if let curve {
      for lane in 0..<8 { progress[lane] = curve.value(at: progress[lane]) }
    }
    if let keys {
      for lane in 0..<8 { values[lane] = keys.value(at: progress[lane]) }
      return true
    }
    let between = Doubles(repeating: from) + progress * (to - from)
    values = between.replacing(with: Doubles(repeating: to), where: progress .== one)
    return true
  }
}

/// 1.5 * 2^52: a sum with it is a whole number.
private let wholeNumbers: Double = 6_755_399_441_055_744
