import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The commonest animations by far: numbers that move, turn, scale and fade a layer in its plane.
///
/// They are worked out alone, without the other values of the layer, and to the same bits.
struct Pose {
  /// Which number an animation changes.
  enum Part {
    case positionX, positionY, rotation, scale, scaleXY, scaleX, scaleY, moveX, moveY, opacity
  }

  struct Track {
    let part: Part
    let from: Double
    let to: Double
    let timing: MediaTiming
    let curve: TimingFunction?
    /// Of keyframes, which go from one number to the next.
    let keys: Keys?
    let isRemovedOnCompletion: Bool
    /// Seconds of a play that is repeated for ever; nil for any other timing.
    let endlessPlay: Double?
  }

  struct Keys {
    let values: [Double]
    let times: [Double]
    let mode: CalculationMode
    let curves: [TimingFunction]
  }

  /// Where the layer lies in its superlayer, and how opaque it is.
  struct Result {
    var plane: PlaneTransform
    var opacity: Double
  }

  let tracks: [Track]
  let anchor: Point
  let position: Point
  let opacity: Double
  let components: TransformComponents
  /// As it was set; it lies in the plane.
  let matrix: PlaneTransform
  let changesMatrix: Bool
  /// Whether the components make the very same matrix, so that it does not matter if an animation is in effect.
  let isOfComponents: Bool

  /// Nil if the layer's animations are of any other sort.
  init?(_ layer: Layer) {
    guard layer.copyValues.isEmpty, layer.stateTrack == nil, !layer.animations.isEmpty,
      layer.lentAnimations.isEmpty,
      layer.kind != .emitter
    else {
      return nil
    }
    var tracks: [Track] = []
    let values = layer.values
    for animation in layer.animations {
      guard let track = Track(animation, layer, after: tracks) else { return nil }
      tracks.append(track)
    }
    guard values.transform.matrix.isAffine else { return nil }
    self.tracks = tracks
    (anchor, position, opacity) = (values.anchor, values.position, values.opacity)
    changesMatrix = tracks.contains { $0.part.isOfTransform }
    matrix = PlaneTransform(flattening: values.transform.matrix)
    components = changesMatrix ? values.transform.components : TransformComponents()
    isOfComponents =
      !changesMatrix || PlaneTransform(flattening: Transform3D(components)) == matrix
    guard !changesMatrix || components.isInPlane else { return nil }
  }

  var fades: Bool { tracks.contains { $0.part == .opacity } }

  /// At a moment of the layer's own time.
  @inline(__always)
  func result(at moment: LocalTime) -> Result {
    var (x, y, opacity) = (position.x, position.y, opacity)
    var (turn, scaleX, scaleY) = (components.rotation.z, components.scale.x, components.scale.y)
    var (moveX, moveY) = (components.translation.x, components.translation.y)
    var isChanged = false
    for index in tracks.indices {
      guard let value = tracks[index].value(at: moment) else { continue }
      if tracks[index].part.isOfTransform { isChanged = true }
      switch tracks[index].part {
      case .positionX: x = value
      case .positionY: y = value
      case .rotation: turn = value
      case .scale, .scaleXY: (scaleX, scaleY) = (value, value)
      case .scaleX: scaleX = value
      case .scaleY: scaleY = value
      case .moveX: moveX = value
      case .moveY: moveY = value
      case .opacity: opacity = value
      }
    }
    var m = matrix
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
    return Result(plane: m, opacity: opacity)
  }
}

extension Pose.Part {
  var isOfTransform: Bool {
    switch self {
    case .positionX, .positionY, .opacity: false
    default: true
    }
  }

  fileprivate init?(_ path: PropertyPath, _ kind: LayerKind) {
    guard path.cell == nil, path.sublayer == nil else { return nil }
    switch (kind.properties[path.index].name, path.component) {
    case ("position", .x): self = .positionX
    case ("position", .y): self = .positionY
    case ("opacity", nil): self = .opacity
    case ("transform", .rotation), ("transform", .rotationZ): self = .rotation
    case ("transform", .scale): self = .scale
    case ("transform", .scaleXY): self = .scaleXY
    case ("transform", .scaleX): self = .scaleX
    case ("transform", .scaleY): self = .scaleY
    case ("transform", .translationX): self = .moveX
    case ("transform", .translationY): self = .moveY
    default: return nil
    }
  }
}

extension Pose.Track {
  /// - Parameter earlier: the tracks that are applied before this one.
  fileprivate init?(_ animation: LayerAnimation, _ layer: Layer, after earlier: [Pose.Track]) {
    let values = animation.values
    guard animation.copies == nil, !values.isAdditive, !values.isCumulative,
      let path = animation.path, let part = Pose.Part(path, layer.kind)
    else { return nil }
    keys = Pose.Keys(animation)
    guard keys != nil || values.kind == .basic else { return nil }
    // What an end that is missing is taken from: the layer's own value, where nothing before changes that.
    let isOwn = earlier.allSatisfy {
      $0.part != part && !(part.isOfTransform && $0.part.isOfTransform)
    }
    let own = isOwn ? path.value(in: layer.values, layer.kind.properties) : nil
    guard let (from, to) = keys == nil ? values.plainEnds(own) : (0, 0) else { return nil }
    (self.part, self.from, self.to) = (part, from, to)
    (timing, curve) = (values.timing, values.timingFunction)
    isRemovedOnCompletion = values.isRemovedOnCompletion
    let isEndless =
      timing.activeDuration == .infinity && timing.duration > 0 && timing.duration < .infinity
      && timing.speed > 0 && !timing.autoreverses
    endlessPlay = isEndless ? timing.duration : nil
  }

  /// Nil where the animation has no effect.
  @inline(__always)
  func value(at moment: LocalTime) -> Double? {
    if let play = endlessPlay, moment.time >= timing.beginTime {
      let time = timing.timeOffset + (moment.time - timing.beginTime) * timing.speed
      // As in `MediaTiming.sample`, where numbers are so large that they are cut.
      if time.magnitude < play * 1e9 {
        let cycle = (time / play + progressTolerance).rounded(.down)
        let seconds = max(0, min(time - cycle * play, play))
        return value(progress: max(0, min(seconds / play, 1)))
      }
    }
    return sampled(at: moment)
  }

  @inline(never)
  private func sampled(at moment: LocalTime) -> Double? {
    if isRemovedOnCompletion && timing.isRemoved(atParentTime: moment.base) { return nil }
    let sample = timing.sample(atParentTime: moment.time)
    return sample.isInEffect ? value(progress: sample.progress) : nil
  }

  @inline(__always)
  private func value(progress: Double) -> Double {
    let progress = curve?.value(at: progress) ?? progress
    if let keys { return keys.value(at: progress) }
    return progress == 1 ? to : from + (to - from) * progress
  }
}

extension Pose.Keys {
  /// Nil if it is no animation by numbers, one after the other.
  init?(_ animation: LayerAnimation) {
    let values = animation.values
    guard values.kind == .keyframe, animation.pacing?.way == nil, !values.keyValues.isEmpty,
      [.linear, .discrete, .paced].contains(values.calculationMode)
    else { return nil }
    var numbers: [Double] = []
    for value in values.keyValues {
      guard case .number(let number) = value else { return nil }
      numbers.append(number)
    }
    (self.values, times) = (numbers, animation.pacing?.keyTimes ?? [])
    mode = values.calculationMode == .discrete ? .discrete : .linear
    curves = values.calculationMode.isPaced ? [] : values.timingFunctions
  }

  @inline(never)
  func value(at progress: Double) -> Double {
    let place = keyframe(
      at: progress, count: values.count, fittingTimes: times, mode: mode, timingFunctions: curves)
    let from = values[place.index]
    if place.index == place.next { return from }
    let to = values[place.next]
    return place.fraction == 1 ? to : from + (to - from) * place.fraction
  }
}

extension AnimationValues {
  /// Both ends of an animation between two numbers; nil if it is no such, or if it takes one from a value that is not
  /// known.
  fileprivate func plainEnds(_ current: Value?) -> (Double, Double)? {
    var own: Double?
    if case .number(let number) = current { own = number }
    switch (fromValue, toValue, byValue) {
    case (.number(let from), .number(let to), _): return (from, to)
    case (.none, .number(let to), .none): return own.map { ($0, to) }
    case (.number(let from), .none, .none): return own.map { (from, $0) }
    case (.number(let from), .none, .number(let by)): return (from, by + from)
    case (.none, .number(let to), .number(let by)): return (-by + to, to)
    case (.none, .none, .number(let by)): return own.map { ($0, by + $0) }
    default: return nil
    }
  }
}

extension TransformComponents {
  /// Whether the matrix only moves, turns and scales in the plane.
  fileprivate var isInPlane: Bool {
    shear == Vector3(0, 0, 0) && rotation.x == 0 && rotation.y == 0
      && perspective == (0, 0, 0, 1)
  }
}
