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
    // A delay of 0 adds nothing, and a sum that overflows has no rounding error.
    return result.replacing(with: sum, where: delays .== Doubles() .| (error - error .!= Doubles()))
  }
}

extension Pose {
  struct Lanes {
    var plane: PlaneLanes
    var opacity: Doubles
    var bounds: RectLanes
  }

  /// Results at eight moments of the layer's own time.
  @inline(__always)
  func results(at times: Doubles, bases: Doubles) -> Lanes {
    var x = Doubles(repeating: position.x), y = Doubles(repeating: position.y)
    var opacity = Doubles(repeating: rest.opacity)
    var turn = Doubles(repeating: components.rotation.z)
    var scaleX = Doubles(repeating: components.scale.x)
    var scaleY = Doubles(repeating: components.scale.y)
    var moveX = Doubles(repeating: components.translation.x)
    var moveY = Doubles(repeating: components.translation.y)
    var (turns, unused) = (components.rotation.z != 0, Doubles())
    var bounds = RectLanes(repeating: rest.bounds)
    for index in tracks.indices {
      let part = tracks[index].part
      var isInEffect: Bool
      switch part {
      case .position: isInEffect = tracks[index].write(&x, &y, at: times, bases)
      case .positionX: isInEffect = tracks[index].write(&x, &unused, at: times, bases)
      case .positionY: isInEffect = tracks[index].write(&y, &unused, at: times, bases)
      case .rotation:
        isInEffect = tracks[index].write(&turn, &unused, at: times, bases)
        turns = true
      case .scale, .scaleXY:
        isInEffect = tracks[index].write(&scaleX, &unused, at: times, bases)
        isInEffect = tracks[index].write(&scaleY, &unused, at: times, bases)
      case .scaleX: isInEffect = tracks[index].write(&scaleX, &unused, at: times, bases)
      case .scaleY: isInEffect = tracks[index].write(&scaleY, &unused, at: times, bases)
      case .move: isInEffect = tracks[index].write(&moveX, &moveY, at: times, bases)
      case .moveX: isInEffect = tracks[index].write(&moveX, &unused, at: times, bases)
      case .moveY: isInEffect = tracks[index].write(&moveY, &unused, at: times, bases)
      case .opacity: isInEffect = tracks[index].write(&opacity, &unused, at: times, bases)
      case .size:
        isInEffect = tracks[index].write(&bounds.width, &bounds.height, at: times, bases)
      case .width: isInEffect = tracks[index].write(&bounds.width, &unused, at: times, bases)
      case .height: isInEffect = tracks[index].write(&bounds.height, &unused, at: times, bases)
      case .paint: isInEffect = true
      }
      if resizes { bounds.standardize() }
      // If no animation is in effect the matrix is used, which may differ from the one of the components.
      if !isInEffect && !isOfComponents && part.isOfTransform { return each(times, bases) }
    }
    var m = PlaneLanes(repeating: rest.plane)
    if changesMatrix {
      m = PlaneLanes(a: scaleX, b: Doubles(), c: Doubles(), d: scaleY, tx: moveX, ty: moveY)
      if turns {
        let (s, c) = sineAndCosine(turn)
        (m.a, m.b, m.c, m.d) = (scaleX * c, scaleX * s, scaleY * -s, scaleY * c)
      }
    }
    var anchorX = Doubles(repeating: anchor.x), anchorY = Doubles(repeating: anchor.y)
    if resizes {
      anchorX = bounds.x + bounds.width * anchorPoint.x
      anchorY = bounds.y + bounds.height * anchorPoint.y
    }
    // About the anchor point, then to the position.
    m.tx = m.a * -anchorX + m.c * -anchorY + m.tx + x
    m.ty = m.b * -anchorX + m.d * -anchorY + m.ty + y
    return Lanes(plane: m, opacity: opacity, bounds: bounds)
  }

  @inline(never)
  private func each(_ times: Doubles, _ bases: Doubles) -> Lanes {
    var all = Lanes(repeating: rest)
    for lane in 0..<8 {
      let one = result(at: LocalTime(time: times[lane], base: bases[lane]))
      (all.plane[lane], all.opacity[lane], all.bounds[lane]) = (one.plane, one.opacity, one.bounds)
    }
    return all
  }
}

extension Pose.Track {
  /// Writes the values where the animation has an effect, of a number to `x` alone; false if that may not be so
  /// everywhere.
  @inline(__always)
  fileprivate func write(
    _ x: inout Doubles, _ y: inout Doubles, at times: Doubles, _ bases: Doubles
  ) -> Bool {
    if let play = endlessPlay, writeEndless(&x, &y, at: times, play) { return true }
    writeEach(&x, &y, at: times, bases)
    return false
  }

  @inline(never)
  private func writeEach(
    _ x: inout Doubles, _ y: inout Doubles, at times: Doubles, _ bases: Doubles
  ) {
    for lane in 0..<8 {
      if let value = value(at: LocalTime(time: times[lane], base: bases[lane])) {
        (x[lane], y[lane]) = (value.x, value.y)
      }
    }
  }

  /// A play that is repeated for ever; false if some moment is before its begin, or too far from it.
  @inline(__always)
  private func writeEndless(
    _ x: inout Doubles, _ y: inout Doubles, at times: Doubles, _ play: Double
  ) -> Bool {
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
    if spring != nil || curve != nil {
      for lane in 0..<8 {
        progress[lane] = self.progress(share: progress[lane], seconds: seconds[lane])
      }
    }
    if keys != nil || way != nil {
      for lane in 0..<8 {
        let stop = stop(at: progress[lane])
        (x[lane], y[lane]) = (stop.x, stop.y)
      }
      return true
    }
    let atEnd = progress .== one
    x = Doubles(repeating: from.x) + progress * (to.x - from.x)
    x.replace(with: Doubles(repeating: to.x), where: atEnd)
    if part.isOfPair {
      y = Doubles(repeating: from.y) + progress * (to.y - from.y)
      y.replace(with: Doubles(repeating: to.y), where: atEnd)
    }
    return true
  }
}

/// 1.5 * 2^52: a sum with it is a whole number.
private let wholeNumbers: Double = 6_755_399_441_055_744
