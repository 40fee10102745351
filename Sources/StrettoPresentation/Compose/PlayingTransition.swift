import StrettoGeometry
import StrettoLayers
import StrettoTiming

struct PlayingTransition {
  let values: TransitionValues
  /// The progress of the whole transition, 0...1 unless a curve overshoots.
  let progress: Double
  /// The times of the old picture, in which neither this transition nor a later one has begun.
  let before: PresentedLayer.LocalTimes

  /// The time before a transition's begin at which the old picture is taken, in seconds. It is long enough that nothing that
  /// changes with the transition has changed yet, within the tolerance of boundaries, and too short to be seen.
  static let instant: Double = 1e-3
}

extension PresentedLayer {
  /// The transition that the layer shows, which is the latest that has begun; nil for none.
  ///
  /// - Parameter copy: The copy of the layer.
  @inline(never)
  func transition(_ copy: [Int]) -> PlayingTransition? {
    var found: PlayingTransition?
    let (layer, moments) = (layer, moments)
    layer.forEachAnimation(ofCopy: copy) { animation in
      if animation.isGone(at: moments.own) { return }
      animation.findTransition(at: moments.own.time, closedEnd: false) {
        values, progress, interval in
        let begin = interval.begin
        // Transitions inside an old picture began before it.
        guard begin < moments.transitionLimit, begin >= found?.before.transitionLimit ?? -.infinity
        else { return }
        let ago = max(0, moments.own.time - (begin - PlayingTransition.instant))
        let before = PresentedLayer.LocalTimes(
          own: moments.own.earlier(by: ago),
          around: layer.momentAround(before: moments.around, by: ago, copy: copy),
          transitionLimit: begin)
        found = PlayingTransition(values: values, progress: progress, before: before)
      }
    }
    return found
  }
}

extension LayerAnimation {
  /// Whether the animation is a transition, or a group that contains one.
  var showsTransition: Bool {
    values.kind == .transition || children.contains { $0.showsTransition }
  }

  /// Calls `take` with each transition in effect that has begun: its values, its progress, and its interval in the given time.
  /// Before its begin there is no old picture.
  fileprivate func findTransition(
    at time: Double, closedEnd: Bool,
    _ take: (TransitionValues, _ progress: Double, _ interval: (begin: Double, end: Double)) -> Void
  ) {
    guard showsTransition else { return }
    let sample = values.timing.sample(atParentTime: time, closedEnd: closedEnd)
    guard sample.isInEffect, sample.phase != .before else { return }
    let progress = progress(of: sample)
    if values.kind == .transition {
      let (transition, plays) = (values.transition, values.timing.activeInterval)
      let (start, end) = (transition.startProgress, transition.endProgress)
      return take(transition, start + (end - start) * progress, (plays.begin, plays.end))
    }
    let inside = groupTime(sample, progress)
    for child in children {
      child.findTransition(at: inside, closedEnd: sample.isAtPlayEnd) {
        take($0, $1, values.timing.interval(ofMemberFrom: $2.begin, to: $2.end))
      }
    }
  }
}

extension TransitionValues {
  /// The vector by which pictures move over the whole transition, for bounds of a size.
  fileprivate func way(_ size: Size) -> Point {
    switch subtype ?? .fromLeft {
    case .fromLeft: Point(size.width, 0)
    case .fromRight: Point(-size.width, 0)
    case .fromTop: Point(0, size.height)
    case .fromBottom: Point(0, -size.height)
    }
  }

  /// Offsets of the old and the new picture at a progress. The new one moves from its full offset to 0.
  func offsets(_ progress: Double, _ size: Size) -> (old: Point, new: Point) {
    let way = way(size)
    let (gone, left) = (way * progress, way * (progress - 1))
    switch type {
    case .fade: return (.zero, .zero)
    case .moveIn: return (.zero, left)
    case .push: return (gone, left)
    case .reveal: return (gone, .zero)
    }
  }
}
