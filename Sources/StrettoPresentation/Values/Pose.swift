import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Animations of numbers that move, turn, scale, size and fade a layer in its plane, by far the commonest; those of single
/// copies are left out.
///
/// They are worked out alone, without the other values of the layer, and to the same bits. A class, because it is larger
/// than what it works out.
final class Pose {
  /// Which number, or pair of numbers, an animation changes; `paint` is any property that is up to four numbers.
  enum Part {
    case position, positionX, positionY, rotation, scale, scaleXY, scaleX, scaleY
    case move, moveX, moveY, opacity, size, width, height, paint
  }

  /// One animation of up to four numbers (`Value.fourNumbers`).
  struct Track {
    let part: Part
    let from: SIMD4<Double>
    let to: SIMD4<Double>
    let timing: MediaTiming
    let curve: TimingFunction?
    /// Law of a spring, in place of a curve.
    let spring: Spring?
    let keys: Keys?
    /// An animation of a point along a path.
    let way: LayerAnimation?
    let isRemovedOnCompletion: Bool
    /// Seconds of a play that is repeated for ever; nil for any other timing.
    let endlessPlay: Double?
  }

  struct Keys {
    let values: [SIMD4<Double>]
    let times: [Double]
    let mode: CalculationMode
    let curves: [TimingFunction]
  }

  /// Place of the layer in its superlayer, its opacity and its bounds.
  struct Result {
    var plane: PlaneTransform
    var opacity: Double
    var bounds: Rect
  }

  let tracks: [Track]
  /// Whether other animations change what the layer paints in its place.
  let repaints: Bool
  /// Values as they were set; the plane is the layer's transform alone, which stays in it.
  let rest: Result
  let anchorPoint: Point
  let anchor: Point
  let position: Point
  let components: TransformComponents
  let changesMatrix: Bool
  /// Whether the components make the very same matrix, so that it does not matter if an animation is in effect.
  let isOfComponents: Bool
  /// Whether the bounds change their size, about the anchor point.
  let resizes: Bool

  /// Nil if some animation places or fades the layer in another way, or hides it.
  init?(_ layer: Layer) {
    guard layer.stateTrack == nil, layer.lentAnimations.isEmpty, layer.kind != .emitter else {
      return nil
    }
    var (tracks, repaints): ([Track], Bool) = ([], false)
    let values = layer.values
    for animation in layer.animations where animation.copies == nil {
      if animation.influence.contains(.content) { repaints = true }
      if animation.influence == .content { continue }
      guard let track = Track(animation, layer) else { return nil }
      tracks.append(track)
    }
    guard values.transform.matrix.isAffine else { return nil }
    (self.tracks, self.repaints) = (tracks, repaints)
    rest = Result(
      plane: PlaneTransform(flattening: values.transform.matrix), opacity: values.opacity,
      bounds: values.bounds)
    (anchorPoint, anchor, position) = (values.anchorPoint, values.anchor, values.position)
    changesMatrix = tracks.contains { $0.part.isOfTransform }
    resizes = tracks.contains { [.size, .width, .height].contains($0.part) }
    components = changesMatrix ? values.transform.components : TransformComponents()
    isOfComponents =
      !changesMatrix || PlaneTransform(flattening: Transform3D(components)) == rest.plane
    guard !changesMatrix || components.isInPlane else { return nil }
  }

  var fades: Bool { tracks.contains { $0.part == .opacity } }

  @inline(__always)
  func result(at moment: LocalTime) -> Result {
    var (x, y, opacity) = (position.x, position.y, rest.opacity)
    var (turn, scaleX, scaleY) = (components.rotation.z, components.scale.x, components.scale.y)
    var (moveX, moveY) = (components.translation.x, components.translation.y)
    var (bounds, anchor) = (rest.bounds, anchor)
    var isChanged = false
    for index in tracks.indices {
      guard let value = tracks[index].value(at: moment) else { continue }
      if tracks[index].part.isOfTransform { isChanged = true }
      switch tracks[index].part {
      case .position: (x, y) = (value.x, value.y)
      case .positionX: x = value.x
      case .positionY: y = value.x
      case .rotation: turn = value.x
      case .scale, .scaleXY: (scaleX, scaleY) = (value.x, value.x)
      case .scaleX: scaleX = value.x
      case .scaleY: scaleY = value.x
      case .move: (moveX, moveY) = (value.x, value.y)
      case .moveX: moveX = value.x
      case .moveY: moveY = value.x
      case .opacity: opacity = value.x
      case .size: bounds = Rect(bounds.x, bounds.y, value.x, value.y).standardized
      case .width: bounds = Rect(bounds.x, bounds.y, value.x, bounds.height).standardized
      case .height: bounds = Rect(bounds.x, bounds.y, bounds.width, value.x).standardized
      case .paint: break
      }
    }
    if resizes {
      anchor = Point(
        bounds.x + anchorPoint.x * bounds.width, bounds.y + anchorPoint.y * bounds.height)
    }
    var m = rest.plane
    if isChanged {
      m = PlaneTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: moveX, ty: moveY)
      if turn != 0 {
        let (s, c) = sineAndCosine(turn)
        (m.a, m.b, m.c, m.d) = (scaleX * c, scaleX * s, scaleY * -s, scaleY * c)
      }
    }
    // About the anchor point, then to the position.
    m.tx = -anchor.x * m.a + -anchor.y * m.c + m.tx + x
    m.ty = -anchor.x * m.b + -anchor.y * m.d + m.ty + y
    return Result(plane: m, opacity: opacity, bounds: bounds)
  }
}

extension Pose.Part {
  var isOfTransform: Bool {
    switch self {
    case .position, .positionX, .positionY, .opacity, .size, .width, .height, .paint: false
    default: true
    }
  }

  var isOfPair: Bool { self == .position || self == .move || self == .size }

  fileprivate init?(_ path: PropertyPath, _ kind: LayerKind) {
    guard path.cell == nil, path.sublayer == nil else { return nil }
    switch (kind.properties[path.index].name, path.component) {
    // A text places its glyph layer.
    case ("position", nil) where kind != .glyph: self = .position
    case ("position", .x): self = .positionX
    case ("position", .y): self = .positionY
    case ("opacity", nil): self = .opacity
    case ("transform", .rotation), ("transform", .rotationZ): self = .rotation
    case ("transform", .scale): self = .scale
    case ("transform", .scaleXY): self = .scaleXY
    case ("transform", .scaleX): self = .scaleX
    case ("transform", .scaleY): self = .scaleY
    case ("transform", .translation): self = .move
    case ("transform", .translationX): self = .moveX
    case ("transform", .translationY): self = .moveY
    case ("bounds", .size) where kind.keepsSizeFromContent: self = .size
    case ("bounds", .sizeWidth) where kind.keepsSizeFromContent: self = .width
    case ("bounds", .sizeHeight) where kind.keepsSizeFromContent: self = .height
    default:
      let isWhole = path.component == nil && path.axis == nil && path.influence == .content
      guard isWhole, kind.properties[path.index].setNumbers != nil else { return nil }
      self = .paint
    }
  }
}

extension LayerKind {
  /// Whether its bounds are only what it paints, and place nothing that it shows.
  fileprivate var keepsSizeFromContent: Bool { self == .plain || self == .gradient }
}

extension Pose.Track {
  /// Nil for an animation of other values than numbers, or one that adds to what is there.
  init?(_ animation: LayerAnimation, _ layer: Layer) {
    let values = animation.values
    guard !values.isAdditive, !values.isCumulative,
      values.valueFunction == nil, values.rotationMode == nil,
      let path = animation.path, let part = Pose.Part(path, layer.kind)
    else { return nil }
    let isPath = animation.pacing?.way?.place(at: 0, values) != nil
    way = isPath ? animation : nil
    keys = isPath ? nil : Pose.Keys(animation, path.kind)
    guard isPath || keys != nil || values.kind.isBasic else { return nil }
    // The layer's own value stands for an end that is missing, where nothing before changes that.
    let isOwn = layer.animations.prefix { $0 !== animation }.allSatisfy { $0.isApart(from: path) }
    let own = isOwn ? path.value(in: layer.values, layer.kind.properties) : nil
    if way == nil, keys == nil {
      guard let ends = values.ends(over: own), let from = ends.0.fourNumbers(as: path.kind),
        let to = ends.1.fourNumbers(as: path.kind)
      else { return nil }
      (self.from, self.to) = (from, to)
    } else {
      (from, to) = (.zero, .zero)
    }
    self.part = part
    (timing, curve) = (values.timing, values.timingFunction)
    spring = values.kind == .spring ? values.spring : nil
    isRemovedOnCompletion = values.isRemovedOnCompletion
    let isEndless =
      timing.activeDuration == .infinity && timing.duration > 0 && timing.duration < .infinity
      && timing.speed > 0 && !timing.autoreverses
    endlessPlay = isEndless ? timing.duration : nil
  }

  /// Nil where the animation has no effect.
  @inline(__always)
  func value(at moment: LocalTime) -> SIMD4<Double>? {
    if let play = endlessPlay, moment.time >= timing.beginTime {
      let time = timing.timeOffset + (moment.time - timing.beginTime) * timing.speed
      // Beyond this limit `MediaTiming.sample` clamps numbers.
      if time.magnitude < play * 1e9 {
        let cycle = (time / play + progressTolerance).rounded(.down)
        let seconds = max(0, min(time - cycle * play, play))
        return value(share: max(0, min(seconds / play, 1)), seconds: seconds)
      }
    }
    return sampled(at: moment)
  }

  @inline(never)
  private func sampled(at moment: LocalTime) -> SIMD4<Double>? {
    if isRemovedOnCompletion && timing.isRemoved(atParentTime: moment.base) { return nil }
    let sample = timing.sample(atParentTime: moment.time)
    return sample.isInEffect ? value(share: sample.progress, seconds: sample.cycleTime) : nil
  }

  @inline(__always)
  private func value(share: Double, seconds: Double) -> SIMD4<Double> {
    let progress = progress(share: share, seconds: seconds)
    if keys != nil || way != nil { return stop(at: progress) }
    return progress == 1 ? to : from + (to - from) * progress
  }

  /// How far the way has come when a share of a play has passed, which is so many seconds.
  @inline(__always)
  func progress(share: Double, seconds: Double) -> Double {
    if let spring { return spring.value(at: seconds) }
    return curve?.value(at: share) ?? share
  }

  /// Value between keyframes, or on a path.
  @inline(never)
  func stop(at progress: Double) -> SIMD4<Double> {
    if let keys { return keys.value(at: progress) }
    guard let way, let place = way.pacing?.way?.place(at: progress, way.values) else {
      return .zero
    }
    return SIMD4(place.point.x, place.point.y, 0, 0)
  }
}

extension Pose.Keys {
  /// Nil if it is no animation by such values, one after the other.
  init?(_ animation: LayerAnimation, _ kind: ValueKind) {
    let values = animation.values
    let numbers = values.keyValues.compactMap { $0.fourNumbers(as: kind) }
    guard values.kind == .keyframe, animation.pacing?.way == nil, !numbers.isEmpty,
      numbers.count == values.keyValues.count,
      [.linear, .discrete, .paced].contains(values.calculationMode)
    else { return nil }
    (self.values, times) = (numbers, animation.pacing?.keyTimes ?? [])
    mode = values.calculationMode == .discrete ? .discrete : .linear
    curves = values.calculationMode.isPaced ? [] : values.timingFunctions
  }

  func value(at progress: Double) -> SIMD4<Double> {
    let place = keyframe(
      at: progress, count: values.count, fittingTimes: times, mode: mode, timingFunctions: curves)
    let from = values[place.index]
    if place.index == place.next { return from }
    let to = values[place.next]
    return place.fraction == 1 ? to : from + (to - from) * place.fraction
  }
}

extension TransformComponents {
  /// Whether the matrix only moves, turns and scales in the plane.
  fileprivate var isInPlane: Bool {
    shear == Vector3(0, 0, 0) && rotation.x == 0 && rotation.y == 0
      && perspective == (0, 0, 0, 1)
  }
}
