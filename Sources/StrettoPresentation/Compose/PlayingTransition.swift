import StrettoGeometry
import StrettoLayers
import StrettoTiming

struct PlayingTransition {
  let values: TransitionValues
  /// The progress of the whole transition, in 0...1 unless a timing function overshoots.
  let progress: Double
  /// The local times of the outgoing picture, in which neither this transition nor a later transition has begun.
  let before: PresentedLayer.LocalTimes

  /// The time in seconds before a transition's begin at which the outgoing picture is sampled. An outgoing picture sampled a
  /// millisecond before the begin excludes every change that coincides with the transition's begin, within the tolerance of
  /// boundaries. A time difference of a millisecond is invisible.
  static let instant: Double = 1e-3
}

extension PresentedLayer {
  /// The transition that the layer shows, which is the latest transition that has begun; nil if the layer shows no transition.
  ///
  /// - Parameter copy: The indices of the layer's copy, outermost first.
  @inline(never)
  func transition(_ copy: [Int]) -> PlayingTransition? {
    var found: PlayingTransition?
    let (layer, localTimes) = (layer, localTimes)
    layer.forEachAnimation(ofCopy: copy) { animation in
      if animation.isGone(at: localTimes.own) { return }
      animation.findTransition(at: localTimes.own.time, closedEnd: false) {
        values, progress, interval in
        let begin = interval.begin
        // A transition that is visible inside an outgoing picture must have begun before the time of the outgoing picture.
        guard begin < localTimes.transitionLimit,
          begin >= found?.before.transitionLimit ?? -.infinity
        else { return }
        let ago = max(0, localTimes.own.time - (begin - PlayingTransition.instant))
        let before = PresentedLayer.LocalTimes(
          own: localTimes.own.earlier(by: ago),
          around: layer.localTimeAround(before: localTimes.around, by: ago, copy: copy),
          transitionLimit: begin)
        found = PlayingTransition(values: values, progress: progress, before: before)
      }
    }
    return found
  }
}

extension LayerAnimation {
  /// True if the animation is a transition, or a group that contains a transition.
  var showsTransition: Bool {
    values.kind == .transition || children.contains { $0.showsTransition }
  }

  /// Calls `take` with the values, the progress and the interval of each active transition that has begun. The interval of a
  /// transition is in the time that the caller passes. A transition has no outgoing picture before the transition's begin.
  fileprivate func findTransition(
    at time: Double, closedEnd: Bool,
    _ take: (TransitionValues, _ progress: Double, _ interval: (begin: Double, end: Double)) -> Void
  ) {
    guard showsTransition else { return }
    let sample = values.timing.sample(atParentTime: time, closedEnd: closedEnd)
    guard sample.isInEffect, sample.phase != .before else { return }
    let progress = progress(of: sample)
    if values.kind == .transition {
      let (transition, active) = (values.transition, values.timing.activeInterval)
      let (start, end) = (transition.startProgress, transition.endProgress)
      return take(transition, start + (end - start) * progress, (active.begin, active.end))
    }
    let inside = groupTime(sample, progress)
    for child in children {
      child.findTransition(at: inside, closedEnd: sample.isAtIterationEnd) {
        take($0, $1, values.timing.interval(ofChildFrom: $2.begin, to: $2.end))
      }
    }
  }
}

extension TransitionValues {
  /// The vector by which pictures move over the whole transition, for bounds of the given size.
  fileprivate func fullOffset(_ size: Size) -> Point {
    switch subtype ?? .fromLeft {
    case .fromLeft: Point(size.width, 0)
    case .fromRight: Point(-size.width, 0)
    case .fromTop: Point(0, size.height)
    case .fromBottom: Point(0, -size.height)
    }
  }

  /// The offsets of the outgoing and the incoming picture at a progress. The incoming picture moves from its full offset to 0.
  func offsets(_ progress: Double, _ size: Size) -> (old: Point, new: Point) {
    let fullOffset = fullOffset(size)
    let (gone, left) = (fullOffset * progress, fullOffset * (progress - 1))
    switch type {
    case .fade: return (.zero, .zero)
    case .moveIn: return (.zero, left)
    case .push: return (gone, left)
    case .reveal: return (gone, .zero)
    }
  }
}
