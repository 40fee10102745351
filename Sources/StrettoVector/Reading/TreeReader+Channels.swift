import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

/// Identifies the property that a track animates. Copies of a layer that move alike share one track.
struct TrackKey: Hashable {
  enum Kind: Hashable {
    case opacity, scale, skew, rotation, translation
    case copyAlpha(Int), copyScale, copySkew, copyRotation, copyTranslation
    /// The numbers of a paint, identified by the kind of the numbers and by the slot, index and form of the paint.
    case paint(PaintNumbers, slot: Int, index: Int, form: Int)
    case clip
    case filter(Int)
  }
  var layer: ObjectIdentifier
  var kind: Kind
}

enum PaintNumbers: Hashable {
  case outline, color, opacity, geometry, stops, width, dash, dashPhase, trim
}

extension TreeReader {
  /// Converts a function of the scene's time to a channel.
  ///
  /// - Parameters:
  ///   - tolerance: The greatest error of each number of the function. The last element of `tolerance` applies to all further
  ///     numbers.
  ///   - isOutline: Whether the SVG writer animates the channel by SMIL.
  func channel(
    _ kind: TrackKey.Kind, _ seen: InstanceSampler, _ tolerance: [Double], isOutline: Bool = false,
    _ value: @escaping (Double) -> [Double]
  ) throws(VectorError) -> Channel {
    let clock = clock(of: seen)
    let first = value(clock.samples.first ?? time.start)
    if clock.isStatic { return .constant(first) }
    try step(32 * clock.samples.count)
    // After a cancellation the remaining evaluations cost nothing, and the channel is discarded.
    let work = 64 + 4 * first.count
    let value = { (time: Double) -> [Double] in
      self.cancellation.shouldContinue(work: work) ? value(time) : first
    }
    var slack = tolerance
    while slack.count < first.count { slack.append(slack.last ?? 0) }
    let fitter = TrackFitter(
      value: value, tolerance: slack, curves: clock.curves,
      mayOvershoot: !isOutline || abilities.outlinesMayOvershoot, nudge: clock.nudge)
    if clock.samples.allSatisfy({ fitter.areNear(value($0), first) }) { return .constant(first) }
    let period = period(of: fitter, clock)
    let begin = origin(period, clock)
    let breaks = clock.breaks.filter {
      $0 > begin + clock.nudge && $0 < begin + period - clock.nudge
    }
    let key = TrackKey(layer: ObjectIdentifier(seen.layer), kind: kind)
    let fingerprint = fingerprint(of: fitter, breaks, begin, period)
    for known in tracks[key]?.candidates(fingerprint) ?? []
    where shows(known, fitter, period, begin, clock.nudge) {
      return .moving(known, origin: begin - time.start)
    }
    let segments = fitter.segments(between: [begin] + breaks + [begin + period], origin: begin)
    try step(1)
    try count(keyframes: segments.count)
    guard !segments.isEmpty else { return .constant(first) }
    let track = Track(period: period, segments: segments, tolerance: slack)
    tracks[key, default: KnownTracks()].add(track, fingerprint)
    return .moving(track, origin: begin - time.start)
  }

  private func fingerprint(
    of fitter: TrackFitter, _ breaks: [Double], _ begin: Double, _ period: Double
  ) -> Fingerprint {
    // The fractions are irregular, so that few functions have equal values at all of them.
    let values = [0.217, 0.519, 0.833].flatMap { fraction in
      zip(fitter.value(begin + fraction * period), fitter.tolerance).map { $0 / $1 }
    }
    return Fingerprint(breaks: breaks.map { ($0 - begin) / period }, values: values)
  }

  /// The shortest period of the function of which the file's duration is a multiple.
  private func period(of fitter: TrackFitter, _ clock: InstanceClock) -> Double {
    let probes = clock.samples
    let length = clock.length
    for candidate in clock.cycles.sorted() where candidate < length * (1 - 1e-9) {
      let parts = length / candidate
      guard parts.isNearlyWhole, candidate > 16 * clock.nudge else { continue }
      // Times after the file's end are not compared, because a scene that does not repeat may change there.
      let inside = probes.filter { $0 + candidate < time.start + length }
      if inside.allSatisfy({ fitter.areNear(fitter.value($0), fitter.value($0 + candidate)) }) {
        return length / parts.rounded()
      }
    }
    return length
  }

  /// A time in the file's first period at which the layer's first animation begins again.
  private func origin(_ period: Double, _ clock: InstanceClock) -> Double {
    guard time.isPeriodic || period < time.duration, let begin = clock.begin else {
      return time.start
    }
    let passed = (begin - time.start) / period
    var fraction = passed - passed.rounded(.down)
    if fraction > 1 - 1e-9 || fraction < 1e-9 { fraction = 0 }
    let origin = time.start + fraction * period
    return time.isPeriodic || origin + period <= time.end ? origin : time.start
  }

  private func shows(
    _ track: Track, _ fitter: TrackFitter, _ period: Double, _ begin: Double,
    _ nudge: Double
  ) -> Bool {
    guard (track.period - period).magnitude < 1e-9 * period else { return false }
    return track.segments.allSatisfy { segment in
      [0, 0.25, 0.5, 0.75, 1].allSatisfy { fraction in
        var within = segment.start + (segment.end - segment.start) * fraction
        if fraction == 0 { within += nudge }
        if fraction == 1 { within -= nudge }
        let here = fitter.value(begin + within)
        return here.count == fitter.tolerance.count
          && zip(here, segment.value(at: within)).enumerated().allSatisfy {
            ($1.0 - $1.1).magnitude <= 1.5 * fitter.tolerance[$0]
          }
      }
    }
  }
}

// MARK: Transforms

extension TreeReader {
  /// Reads a layer's transform to its superlayer.
  ///
  /// - Returns: The point of the layer's own coordinates that is the origin of the node, and the transform of the node; nil if
  ///   the node needs no transform.
  func motion(
    of seen: InstanceSampler, _ isSeen: (Double) -> Bool, in around: Surroundings
  ) throws(VectorError) -> (origin: Point, motion: Motion?) {
    let clock = clock(of: seen)
    let samples = clock.samples.filter(isSeen)
    let states = samples.compactMap { seen.state(at: $0) }
    func plane(_ state: InstanceSampler.State) -> PlaneTransform {
      seen.leavesInstanceTransform ? state.own : state.whole
    }
    guard let first = states.first else { return (around.origin, nil) }
    for state in states where !plane(state).isAffine || !plane(state).isFinite {
      throw unsupported("perspective", seen.layer)
    }
    let start = plane(first)
    let movesOnly = states.allSatisfy { plane($0).onlyMoves }
    let stands = states.allSatisfy { plane($0).isNear(start) }
    if movesOnly, stands, !seen.layer.turnsCopies {
      return (around.origin - Point(start.tx, start.ty), nil)
    }
    let origin =
      seen.layer.turnsCopies ? first.presented.values.bounds.center : first.presented.values.anchor
    func at(_ time: Double) -> InstanceSampler.State {
      guard let state = seen.state(at: time), plane(state).isAffine else { return first }
      return state
    }
    if !abilities.hasSkew {
      for state in states where plane(state).parts.skew.magnitude > 1e-4 {
        throw unsupported("a shear", seen.layer)
      }
    }
    let motion = Motion(
      clock: seen, kinds: .layer, isStatic: stands,
      translation: { plane(at($0)).apply(origin) - around.origin },
      parts: LinearParts(clock, time) { self.parts(at($0), plane(at($0))) })
    return (origin, motion)
  }

  /// Transform from a layer to the node around it, if the layer or a layer around it has perspective; nil for other layers.
  ///
  /// - Throws: `VectorError` for a layer that shares a 3-D space with other layers, because such layers hide each other by depth.
  func projection(
    of seen: InstanceSampler, _ isSeen: (Double) -> Bool, in around: Surroundings
  ) throws(VectorError) -> ((Double) -> PlaneTransform)? {
    let states = clock(of: seen).samples.filter(isSeen).compactMap { seen.state(at: $0) }
    guard let first = states.first else { return nil }
    guard around.projection != nil || states.contains(where: { !$0.whole.isAffine }) else {
      return nil
    }
    let isFlat = [seen.layer, seen.parent?.layer].allSatisfy {
      $0.map { !$0.keepsDepth && $0.kind != .transform } ?? true
    }
    guard isFlat, seen.edge == .sublayer else { throw unsupported("perspective", seen.layer) }
    return { time in
      let own = (seen.state(at: time) ?? first).whole
      return around.projection.map { own * $0(time) } ?? own
    }
  }

  /// Reads a copy's instance transform, which all layers of the copy share.
  ///
  /// - Returns: Nil if a layer of the copy cannot be transformed separately from the copy.
  func motion(ofCopy parts: [InstanceSampler], in inside: Surroundings) -> Motion? {
    guard let seen = parts.first, let around = seen.parent else { return nil }
    let clock = clock(of: around)
    guard let first = clock.samples.lazy.compactMap({ seen.state(at: $0) }).first,
      parts.allSatisfy({ part in
        (clock.samples + self.clock(of: part).samples).allSatisfy {
          part.state(at: $0)?.isSplit ?? true
        }
      })
    else { return nil }
    let shift = PlaneTransform.translation(-inside.origin.x, -inside.origin.y)
    let back = PlaneTransform.translation(inside.origin.x, inside.origin.y)
    func plane(_ time: Double) -> PlaneTransform {
      back * (seen.state(at: time) ?? first).instance * shift
    }
    return Motion(
      clock: around, kinds: .copy, isStatic: clock.isStatic,
      translation: { Point(plane($0).tx, plane($0).ty) },
      parts: LinearParts(clock, time) { plane($0).parts })
  }

  /// Adds a transform to a node whose content is complete. Each part of the transform moves every visible point of the content by
  /// at most the tolerance from the point's exact position.
  func move(_ node: Node, by motion: Motion) throws(VectorError) {
    let (seen, kinds, parts) = (motion.clock, motion.kinds, motion.parts)
    let tolerance = options.tolerance
    // The tolerance of numbers that move content near the origin is limited, because players use few digits of a number.
    let reach = max(4, node.reach)
    node.translation = try channel(kinds.translation, seen, [tolerance]) {
      let point = motion.translation($0)
      return [point.x, point.y]
    }
    node.scale = try channel(kinds.scale, seen, [tolerance / reach]) { parts.at($0).scale }
    func angle(_ stretch: Double) -> [Double] { [tolerance / (reach * stretch) * 180 / .pi] }
    node.skew = try channel(kinds.skew, seen, angle(node.stretch)) { [parts.at($0).skew] }
    node.rotation = try channel(kinds.rotation, seen, angle(node.stretch)) {
      [parts.at($0).rotation]
    }
  }

  /// The scale, skew and rotation of a layer. If the angle of a layer is set as a component of its transform, the angle may be
  /// more than one turn.
  private func parts(_ state: InstanceSampler.State, _ plane: PlaneTransform) -> LinearParts.Parts {
    let transform = state.presented.values.transform
    if let given = transform.givenComponents, given.rotation.x == 0, given.rotation.y == 0,
      given.shear == Vector3(0, 0, 0), given.perspective == (0, 0, 0, 1),
      plane.hasSameLinearPart(as: state.own)
    {
      return ([given.scale.x, given.scale.y], 0, given.rotation.z * 180 / .pi)
    }
    return plane.parts
  }
}

/// A transform of a node as functions of the scene's time.
struct Motion {
  /// The layer instance whose clock has the key times of the transform.
  let clock: InstanceSampler
  let kinds: Kinds
  /// Whether the transform is constant.
  let isStatic: Bool
  /// The position of the node's origin in the coordinates of the node around it.
  let translation: (Double) -> Point
  fileprivate let parts: LinearParts

  /// The properties that the tracks of the transform animate.
  struct Kinds {
    let translation, scale, skew, rotation: TrackKey.Kind

    static let layer = Kinds(
      translation: .translation, scale: .scale, skew: .skew, rotation: .rotation)
    static let copy = Kinds(
      translation: .copyTranslation, scale: .copyScale, skew: .copySkew, rotation: .copyRotation)
  }
}

/// Scale, skew and rotation as functions of time, where the rotation has no jumps by whole turns.
private final class LinearParts {
  typealias Parts = (scale: [Double], skew: Double, rotation: Double)
  private let find: (Double) -> Parts
  private var turns: [(time: Double, angle: Double)] = []

  init(_ clock: InstanceClock, _ time: FileTime, _ find: @escaping (Double) -> Parts) {
    self.find = find
    guard !clock.isStatic, let last = clock.times.last else { return }
    let angles = clock.samples.map { find($0).rotation }
    if angles.allSatisfy({ $0 == angles[0] }) { return }
    let even = (0...256).map { time.start + (last - time.start) * Double($0) / 256 }
    for each in (even + clock.samples).sorted() {
      let found = find(each).rotation
      turns.append((each, turns.last.map { found.nearest(to: $0.angle) } ?? found))
    }
    if turns.allSatisfy({ $0.angle.magnitude < 179 }) { turns = [] }
  }

  func at(_ time: Double) -> Parts {
    var parts = find(time)
    guard let last = turns.last else { return parts }
    let next = turns.partition { $0.time > time }
    let (a, b) = (turns[max(0, next - 1)], next < turns.count ? turns[next] : last)
    let near = time - a.time < b.time - time ? a.angle : b.angle
    parts.rotation = parts.rotation.nearest(to: near)
    return parts
  }
}

extension Double {
  /// The angle in degrees plus the number of whole turns that brings the angle nearest to another angle.
  fileprivate func nearest(to other: Double) -> Double {
    let turns = ((other - self) / 360).rounded()
    return turns == 0 ? self : self + 360 * turns
  }
}

extension PlaneTransform {
  /// Whether the transform is a translation.
  var onlyMoves: Bool {
    [a - 1, b, c, d - 1].allSatisfy { $0.magnitude < 1e-9 }
  }

  func isNear(_ other: PlaneTransform) -> Bool {
    hasSameLinearPart(as: other)
      && [tx - other.tx, ty - other.ty].allSatisfy { $0.magnitude < 1e-6 }
  }

  func hasSameLinearPart(as other: PlaneTransform) -> Bool {
    [a - other.a, b - other.b, c - other.c, d - other.d].allSatisfy { $0.magnitude < 1e-9 }
  }
}

extension Layer {
  /// Whether the replicator's instance transform rotates or scales its copies.
  fileprivate var turnsCopies: Bool {
    kind == .replicator
      && !PlaneTransform(flattening: values.replicator.instanceTransform.matrix).onlyMoves
  }
}
