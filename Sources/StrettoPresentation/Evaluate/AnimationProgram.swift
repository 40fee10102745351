import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The animations of a layer that move, rotate, scale, resize, fade and paint the layer in its plane by numbers, compiled for
/// evaluation at one time or at eight times. Animations of single copies are not part of a layer's animation program.
///
/// `AnimationProgram` is a class, because a program takes much memory and would be slow to copy.
final class AnimationProgram {
  /// The clocks of all animations. Animations with equal timing share a clock.
  let clocks: [Clock]
  /// Animations of position, transform and opacity.
  let tracks: [Track]
  /// Animations that change paint only.
  let paints: [Paint]
  /// True if animations change the layer's paint. An animation of the layer's size changes both the paint and the geometry.
  let repaints: Bool
  /// True if all paint animations write numbers that do not depend on the previous value.
  let paintIgnoresModel: Bool
  /// The model values of all animation channels.
  let channels: SIMD16<Double>
  /// The layer's transform, opacity and bounds without animations. The transform of the layer without animations does not leave
  /// the layer's plane.
  let rest: Result
  let anchorPoint: Point
  let anchor: Point
  let position: Point
  let components: TransformComponents
  let changesMatrix: Bool
  /// True if the components of the transform compose to exactly the model matrix. If the components compose to exactly the model
  /// matrix, the transform is composed from its components even while no animation is in effect.
  private let isOfComponents: Bool
  private let turns: Bool
  /// True if animations resize the bounds about the anchor point.
  let resizes: Bool

  /// The layer's transform to the superlayer, the layer's opacity and the layer's bounds.
  struct Result {
    var plane: PlaneTransform
    var opacity: Double
    var bounds: Rect
  }

  /// The layer's transform, opacity and bounds at one time or at eight times.
  struct Results<L: Lane> {
    var plane: Plane<L>
    var opacity: L
    var x: L, y: L, width: L, height: L

    @inline(__always)
    func bounds(_ lane: Int) -> Rect { Rect(x[lane], y[lane], width[lane], height[lane]) }

    @inline(__always)
    subscript(lane: Int) -> Result {
      Result(plane: plane[lane], opacity: opacity[lane], bounds: bounds(lane))
    }
  }

  /// Compiles a layer's animations. The result is nil if an animation hides the layer, or moves or fades the layer by values that
  /// are not numbers.
  init?(_ layer: Layer) {
    guard layer.stateTrack == nil, !layer.isAnimatedBySuperlayer, layer.kind != .emitter else {
      return nil
    }
    var (tracks, paints, clocks): ([Track], [Paint], [Clock]) = ([], [], [])
    var repaints = false
    let values = layer.values
    for animation in layer.animations where animation.copies == nil {
      if animation.affectedAspects.contains(.content) { repaints = true }
      if animation.affectedAspects == .content {
        paints.append(Paint(animation, of: layer, &clocks))
        continue
      }
      guard let track = Track(animation, layer, &clocks) else { return nil }
      tracks.append(track)
    }
    guard values.transform.matrix.isAffine else { return nil }
    (self.tracks, self.paints, self.clocks, self.repaints) = (tracks, paints, clocks, repaints)
    paintIgnoresModel = paints.allSatisfy { $0.clock >= 0 }
    rest = Result(
      plane: PlaneTransform(flattening: values.transform.matrix), opacity: values.opacity,
      bounds: values.bounds)
    (anchorPoint, anchor, position) = (values.anchorPoint, values.anchor, values.position)
    changesMatrix = tracks.contains { $0.isOfTransform }
    resizes = tracks.contains { $0.isOfSize }
    components = changesMatrix ? values.transform.components : TransformComponents()
    isOfComponents =
      !changesMatrix || PlaneTransform(flattening: Transform3D(components)) == rest.plane
    turns = components.rotation.z != 0 || tracks.contains { $0.writes(.rotation) }
    channels = SIMD16(
      position.x, position.y, rest.opacity, components.rotation.z, components.scale.x,
      components.scale.y, components.translation.x, components.translation.y, rest.bounds.x,
      rest.bounds.y, rest.bounds.width, rest.bounds.height, 0, 0, 0, 0)
    guard !changesMatrix || components.isInPlane else { return nil }
  }

  var fades: Bool { tracks.contains { $0.writes(.opacity) } }
  /// True if the layer's animations change only its position, transform and opacity.
  var changesPlacementOnly: Bool { !tracks.isEmpty && !repaints }

  @inline(__always)
  func result(at localTime: LocalTime) -> Result {
    results(at: localTime.time, undelayedTimes: localTime.undelayed)[0]
  }

  /// The layer's transform, opacity and bounds at the given local times.
  @inline(__always)
  func results<L: Lane>(at times: L, undelayedTimes: L) -> Results<L> {
    var now = InlineArray<12, L> { L(repeating: channels[$0]) }
    var isChanged = L.Flags(repeating: false)
    var (clock, beat) = (-1, Clock.Beat<L>(progress: times, iteration: times, isOn: isChanged))
    for index in tracks.indices {
      if tracks[index].clock != clock {
        clock = tracks[index].clock
        beat = clocks[clock].beat(at: times, undelayedTimes)
      }
      tracks[index].write(&now, beat)
      if tracks[index].isOfTransform { isChanged = isChanged .| beat.isOn }
      if resizes { standardize(&now) }
    }
    func value(_ channel: Channel) -> L { now[channel.rawValue] }
    var m = Plane<L>(repeating: rest.plane)
    if changesMatrix {
      let zero = L(repeating: 0)
      var made = Plane(
        a: value(.scaleX), b: zero, c: zero, d: value(.scaleY), tx: value(.translationX),
        ty: value(.translationY))
      if turns {
        let (s, c) = L.sineAndCosine(value(.rotation))
        (made.a, made.b) = (value(.scaleX) * c, value(.scaleX) * s)
        (made.c, made.d) = (value(.scaleY) * (zero - s), value(.scaleY) * c)
      }
      // If no animation is in effect, the model matrix is used, which may differ by rounding errors from the matrix composed of
      // the components.
      if isOfComponents { m = made } else { m.replace(with: made, where: isChanged) }
    }
    var (anchorX, anchorY) = (L(repeating: anchor.x), L(repeating: anchor.y))
    if resizes {
      anchorX = value(.boundsX) + value(.width) * anchorPoint.x
      anchorY = value(.boundsY) + value(.height) * anchorPoint.y
    }
    // The layer's transform applies about the anchor point, and the layer's position is added afterwards.
    m.tx = m.tx - (m.a * anchorX + m.c * anchorY) + value(.positionX)
    m.ty = m.ty - (m.b * anchorX + m.d * anchorY) + value(.positionY)
    return Results(
      plane: m, opacity: value(.opacity), x: value(.boundsX), y: value(.boundsY),
      width: value(.width), height: value(.height))
  }

  /// Makes the width and height of the bounds positive, like `Rect.standardized`.
  @inline(__always)
  private func standardize<L: Lane>(_ now: inout InlineArray<12, L>) {
    let (x, y) = (Channel.boundsX.rawValue, Channel.boundsY.rawValue)
    let (width, height) = (Channel.width.rawValue, Channel.height.rawValue)
    let zero = L(repeating: 0)
    now[x].replace(with: now[x] + now[width], where: now[width] .< zero)
    now[y].replace(with: now[y] + now[height], where: now[height] .< zero)
    (now[width], now[height]) = (now[width].positive, now[height].positive)
  }

  /// Applies the animations of the layer's paint. Returns false if some paint animations of the layer are not in effect.
  ///
  /// - Parameter byName: True for a copy with its own values. In such a copy, animations are evaluated by their key paths and not
  ///   by the compiled tracks.
  func paint(
    _ values: inout LayerValues, at time: LocalTime, byName: Bool, _ kind: LayerKind,
    _ cancellation: inout Cancellation
  ) -> Bool {
    var (isWhole, turn) = (true, 0.0)
    for index in paints.indices {
      if !byName, paints[index].clock >= 0 {
        let beat = clocks[paints[index].clock].beat(at: time.time, time.undelayed)
        if beat.isOn { paints[index].write(&values, at: beat.progress) }
        isWhole = isWhole && beat.isOn
        continue
      }
      let animation = paints[index].animation
      let isApplied =
        !animation.isGone(at: time)
        && animation.apply(
          at: time.time, to: &values, turn: &turn, closedEnd: false, kind: kind, &cancellation)
      isWhole = isWhole && isApplied
    }
    return isWhole
  }

  /// Evaluates the clocks of the paint animations at eight times.
  @inline(__always)
  func findBeats(_ beats: inout [Clock.Beat<Doubles>], at times: Doubles, _ undelayedTimes: Doubles)
  {
    beats.removeAll(keepingCapacity: true)
    for index in clocks.indices { beats.append(clocks[index].beat(at: times, undelayedTimes)) }
  }

  /// Applies the paint animations at one of eight times. Returns false if some paint animations of the layer are not in effect.
  func paint(_ values: inout LayerValues, _ beats: [Clock.Beat<Doubles>], _ lane: Int) -> Bool {
    var isWhole = true
    for index in paints.indices {
      let clock = paints[index].clock
      if beats[clock].isOn[lane] {
        paints[index].write(&values, at: beats[clock].progress[lane])
      } else {
        isWhole = false
      }
    }
    return isWhole
  }
}

extension AnimationProgram.Results {
  init(repeating result: AnimationProgram.Result) {
    (plane, opacity) = (Plane(repeating: result.plane), L(repeating: result.opacity))
    (x, y) = (L(repeating: result.bounds.x), L(repeating: result.bounds.y))
    (width, height) = (L(repeating: result.bounds.width), L(repeating: result.bounds.height))
  }
}

extension TransformComponents {
  /// True if the matrix only translates, rotates and scales in the layer's plane.
  fileprivate var isInPlane: Bool {
    shear == Vector3(0, 0, 0) && rotation.x == 0 && rotation.y == 0
      && perspective == (0, 0, 0, 1)
  }
}
