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
    _ kind: TrackKey.Kind, _ seen: Appearance, _ tolerance: [Double], isOutline: Bool = false,
    _ value: @escaping (Double) -> [Double]
  ) throws(VectorError) -> Channel {
    let clock = clock(of: seen)
    let first = value(clock.samples.first ?? time.start)
    if clock.isStill { return .still(first) }
    try step(32 * clock.samples.count)
    var slack = tolerance
    while slack.count < first.count { slack.append(slack.last ?? 0) }
    let fitter = TrackFitter(
      value: value, tolerance: slack, curves: clock.curves,
      mayOvershoot: !isOutline || abilities.outlinesMayOvershoot, nudge: clock.nudge)
    if clock.samples.allSatisfy({ fitter.areNear(value($0), first) }) { return .still(first) }
    let period = period(of: fitter, clock)
    let begin = origin(period, clock)
    let key = TrackKey(layer: ObjectIdentifier(seen.layer), kind: kind)
    for known in tracks[key] ?? [] where shows(known, fitter, period, begin, clock.nudge) {
      return .moving(known, origin: begin - time.start)
    }
    var times = clock.breaks.filter {
      $0 > begin + clock.nudge && $0 < begin + period - clock.nudge
    }
    times = [begin] + times + [begin + period]
    let segments = fitter.segments(between: times, origin: begin)
    try count(keyframes: segments.count)
    guard !segments.isEmpty else { return .still(first) }
    let track = Track(period: period, segments: segments, tolerance: slack)
    tracks[key, default: []].append(track)
    return .moving(track, origin: begin - time.start)
  }

  /// The shortest period of the function of which the file's duration is a multiple.
  private func period(of fitter: TrackFitter, _ clock: AppearanceClock) -> Double {
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
  private func origin(_ period: Double, _ clock: AppearanceClock) -> Double {
    guard time.isPeriodic || period < time.duration, let begin = clock.begin else {
      return time.start
    }
    let passed = (begin - time.start) / period
    var share = passed - passed.rounded(.down)
    if share > 1 - 1e-9 || share < 1e-9 { share = 0 }
    let origin = time.start + share * period
    return time.isPeriodic || origin + period <= time.end ? origin : time.start
  }

  private func shows(
    _ track: Track, _ fitter: TrackFitter, _ period: Double, _ begin: Double,
    _ nudge: Double
  ) -> Bool {
    guard (track.period - period).magnitude < 1e-9 * period else { return false }
    return track.segments.allSatisfy { segment in
      [0, 0.25, 0.5, 0.75, 1].allSatisfy { share in
        var within = segment.start + (segment.end - segment.start) * share
        if share == 0 { within += nudge }
        if share == 1 { within -= nudge }
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
  /// Reads a layer's transform to its superlayer into a node.
  ///
  /// - Returns: The point of the layer's own coordinates that is the origin of the node.
  func place(
    _ node: Node, _ seen: Appearance, _ isSeen: (Double) -> Bool, in around: Surroundings
  ) throws(VectorError) -> Point {
    let clock = clock(of: seen)
    let samples = clock.samples.filter(isSeen)
    let states = samples.compactMap { seen.state(at: $0) }
    let isSplit = seen.edge == .copies && states.allSatisfy { $0.isSplit }
    func plane(_ state: Appearance.State) -> PlaneTransform { isSplit ? state.own : state.whole }
    guard let first = states.first else { return around.origin }
    for state in states where !plane(state).isAffine || !plane(state).isFinite {
      throw unsupported("perspective", seen.layer)
    }
    let start = plane(first)
    let movesOnly = states.allSatisfy { plane($0).onlyMoves }
    let stands = states.allSatisfy { plane($0).isNear(start) }
    if movesOnly, stands, !seen.layer.turnsCopies {
      return around.origin - Point(start.tx, start.ty)
    }
    let origin =
      seen.layer.turnsCopies ? first.presented.values.bounds.center : first.presented.values.anchor
    func at(_ time: Double) -> Appearance.State {
      guard let state = seen.state(at: time), plane(state).isAffine else { return first }
      return state
    }
    func moved(_ time: Double) -> [Double] {
      let point = plane(at(time)).apply(origin) - around.origin
      return [point.x, point.y]
    }
    if !abilities.hasSkew {
      for state in states where plane(state).parts.skew.magnitude > 1e-4 {
        throw unsupported("a shear", seen.layer)
      }
    }
    let slack = Slack(options.tolerance, seen, first)
    node.translation = try channel(.translation, seen, slack.points, moved)
    let parts = LinearParts(clock, time) { self.parts(at($0), plane(at($0))) }
    node.scale = try channel(.scale, seen, slack.scale) { parts.at($0).scale }
    node.skew = try channel(.skew, seen, slack.angle) { [parts.at($0).skew] }
    node.rotation = try channel(.rotation, seen, slack.angle) { [parts.at($0).rotation] }
    return origin
  }

  /// Transform from a layer to the node around it, if the layer or a layer around it has perspective; nil for other layers.
  ///
  /// - Throws: `VectorError` for a layer that shares a 3-D space with other layers, because such layers hide each other by depth.
  func projection(
    of seen: Appearance, _ isSeen: (Double) -> Bool, in around: Surroundings
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

  /// Reads a copy's instance transform into a node.
  func place(_ node: Node, ofCopy seen: Appearance, _ k: Int, _ inside: Surroundings)
    throws(VectorError)
  {
    guard let around = seen.parent else { return }
    let clock = clock(of: around)
    let states = clock.samples.compactMap { seen.state(at: $0) }
    guard let first = states.first, states.allSatisfy({ $0.isSplit }) else { return }
    let shift = PlaneTransform.translation(-inside.origin.x, -inside.origin.y)
    let back = PlaneTransform.translation(inside.origin.x, inside.origin.y)
    func plane(_ time: Double) -> PlaneTransform {
      back * (seen.state(at: time) ?? first).instance * shift
    }
    let slack = Slack(options.tolerance, around, first)
    node.translation = try channel(.copyTranslation, around, slack.points) {
      let plane = plane($0)
      return [plane.tx, plane.ty]
    }
    let parts = LinearParts(clock, time) { plane($0).parts }
    node.scale = try channel(.copyScale, around, slack.scale) { parts.at($0).scale }
    node.skew = try channel(.copySkew, around, slack.angle) { [parts.at($0).skew] }
    node.rotation = try channel(.copyRotation, around, slack.angle) { [parts.at($0).rotation] }
  }

  /// The scale, skew and rotation of a layer. If an angle is set as a component of the transform, the angle may be more than a
  /// turn.
  private func parts(_ state: Appearance.State, _ plane: PlaneTransform) -> LinearParts.Parts {
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

/// The tolerances of a layer's transform that keep the layer's points within a distance.
private struct Slack {
  let points: [Double]
  let scale: [Double]
  let angle: [Double]

  init(_ tolerance: Double, _ seen: Appearance, _ state: Appearance.State) {
    let values = state.presented.values
    var reach = Size(values.bounds.width, values.bounds.height)
    if !seen.layer.sublayers.isEmpty || reach.width + reach.height < 1 {
      reach = Size(max(reach.width, 200), max(reach.height, 200))
    } else if case .shape(let shape) = values.specific, let box = shape.path?.bounds {
      // The distance from the anchor point to the farthest painted point.
      let (middle, pen) = (values.anchor, 2 * shape.lineWidth)
      let x = max((box.minX - middle.x).magnitude, (box.maxX - middle.x).magnitude) + pen
      let y = max((box.minY - middle.y).magnitude, (box.maxY - middle.y).magnitude) + pen
      reach = Size(max(reach.width, x), max(reach.height, y))
    }
    points = [tolerance]
    scale = [tolerance / max(4, reach.width), tolerance / max(4, reach.height)]
    angle = [tolerance / max(4, Point(reach.width, reach.height).length) * 2 * 180 / .pi]
  }
}

/// Scale, skew and rotation as functions of time, where the rotation has no jumps by whole turns.
private final class LinearParts {
  typealias Parts = (scale: [Double], skew: Double, rotation: Double)
  private let find: (Double) -> Parts
  private var turns: [(time: Double, angle: Double)] = []

  init(_ clock: AppearanceClock, _ time: FileTime, _ find: @escaping (Double) -> Parts) {
    self.find = find
    guard !clock.isStill, let last = clock.times.last else { return }
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
