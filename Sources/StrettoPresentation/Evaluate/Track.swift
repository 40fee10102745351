import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension AnimationProgram {
  /// One animation of up to four numbers (`Value.fourNumbers`). A track writes one or two channels of the layer, or a property of
  /// the layer's paint.
  ///
  /// `Track` is a class, because each evaluation of a struct in an array would copy the struct.
  final class Track {
    let clock: Int
    let from: SIMD4<Double>
    let to: SIMD4<Double>
    let keys: Keys?
    /// The path along which the animation moves a point; nil for an animation without a path.
    let motionPath: MotionPath?
    /// True if the animation's numbers are added to the previous numbers.
    let isAdditive: Bool
    let isCumulative: Bool
    /// True if the animation interpolates linearly between two ends that do not depend on other values.
    private let isStraight: Bool
    /// The numbers of the animation at the end of an iteration. In a cumulative animation, each later iteration adds the numbers
    /// of an iteration's end.
    private let iterationEnd: SIMD4<Double>
    /// The indices of the channels that the animation writes; -1 for no channel.
    private let first: Int
    private let second: Int
    /// The index of the animated number that the second channel takes.
    private let secondNumber: Int
    let isOfTransform: Bool
    let isOfSize: Bool

    /// Creates the track of an animation; nil if the animated values are not numbers, or if the property has neither channels nor
    /// paint.
    init?(_ animation: LayerAnimation, _ layer: Layer, _ clocks: inout [Clock]) {
      let values = animation.values
      guard values.valueFunction == nil, values.rotationMode == nil, let path = animation.path
      else { return nil }
      let channels = path.channels(in: layer.kind)
      (isOfTransform, isOfSize) = (
        channels.contains { $0.isOfTransform }, channels.contains { $0.isOfSize }
      )
      (isAdditive, isCumulative) = (values.isAdditive, values.isCumulative)
      let adds = isAdditive || isCumulative
      if channels.isEmpty {
        guard path.isWholePaint(of: layer.kind), !adds else { return nil }
      } else if isOfSize, !layer.kind.keepsSizeFromContent {
        return nil
      }
      secondNumber = path.kind == .number ? 0 : 1
      // The value of the key path `scale` is the mean of the scales in x and y, so an additive animation of `scale` cannot add to
      // each axis separately.
      if isAdditive, channels.count == 2, secondNumber == 0 { return nil }
      (first, second) = (
        channels.first?.rawValue ?? -1, channels.count == 2 ? channels[1].rawValue : -1
      )
      motionPath = animation.pacing?.motionPath.flatMap { $0.position(at: 0) == nil ? nil : $0 }
      keys = motionPath == nil ? Keys(animation, path.kind) : nil
      guard motionPath != nil || keys != nil || values.kind.isBasic else { return nil }
      isStraight = motionPath == nil && keys == nil && !adds
      // A missing end value is the layer's own value if no earlier animation changes the property.
      let isOwn = layer.animations.prefix { $0 !== animation }.allSatisfy { $0.isApart(from: path) }
      var own = isOwn ? path.value(in: layer.values, layer.kind.properties) : nil
      if isAdditive { own = path.value(in: layer.values, layer.kind.properties).neutral }
      if motionPath == nil, keys == nil {
        guard let ends = values.ends(over: own), let from = ends.0.fourNumbers(as: path.kind),
          let to = ends.1.fourNumbers(as: path.kind)
        else { return nil }
        (self.from, self.to) = (from, to)
      } else {
        (from, to) = (.zero, .zero)
      }
      iterationEnd =
        isCumulative
        ? Track.iterationEnd(values, keys, motionPath, values.timing.autoreverses ? from : to)
        : .zero
      let made = Clock(
        values.timing, values.timingFunction, values.kind == .spring ? values.spring : nil,
        isRemoved: values.isRemovedOnCompletion)
      clock = clocks.firstIndex { $0.isSame(as: made) } ?? clocks.count
      if clock == clocks.count { clocks.append(made) }
    }
  }

  struct Keys {
    let values: [SIMD4<Double>]
    let times: [Double]
    let mode: CalculationMode
    let curves: [TimingFunction]
    /// The timing function of all keyframe segments, if all segments have the same timing function.
    let curve: TimingFunction?
  }

  /// One animation of the layer's paint.
  ///
  /// `Paint` is a class, because each evaluation of a struct in an array would copy the struct.
  final class Paint {
    let animation: LayerAnimation
    /// The index of the animation's clock; -1 if the general evaluator applies the animation.
    let clock: Int
    /// The track that writes the numbers of the paint animation.
    private let track: Track?
    private let set: (@Sendable (inout LayerValues, SIMD4<Double>) -> Void)?

    init(_ animation: LayerAnimation, of layer: Layer, _ clocks: inout [Clock]) {
      let track = Track(animation, layer, &clocks)
      let path = track == nil ? nil : animation.path
      let set = path.flatMap { layer.kind.properties[$0.index].setNumbers }
      (self.animation, self.set) = (animation, set)
      self.track = set == nil ? nil : track
      clock = set == nil ? -1 : track?.clock ?? -1
    }

    @inline(__always)
    func write(_ values: inout LayerValues, at progress: Double) {
      guard let numbers = track?.stop(at: progress) else { return }
      set?(&values, numbers)
    }
  }
}

extension AnimationProgram.Track {
  /// The numbers of an animation at the end of an iteration.
  ///
  /// - Parameter end: The end of a basic animation.
  fileprivate static func iterationEnd(
    _ values: AnimationValues, _ keys: AnimationProgram.Keys?, _ motionPath: MotionPath?,
    _ end: SIMD4<Double>
  ) -> SIMD4<Double> {
    if let keys { return values.timing.autoreverses ? keys.values[0] : keys.last }
    guard let position = motionPath?.position(at: values.timing.autoreverses ? 0 : 1) else {
      return end
    }
    return SIMD4(position.point.x, position.point.y, 0, 0)
  }

  /// The index of the number that a channel takes from the animation; nil if the animation does not write the channel.
  func number(of channel: Channel) -> Int? {
    channel.rawValue == first ? 0 : channel.rawValue == second ? secondNumber : nil
  }

  func writes(_ channel: Channel) -> Bool { number(of: channel) != nil }

  /// Writes the animation's numbers into the lanes in which the animation is in effect.
  @inline(__always)
  func write<L: Lane>(_ now: inout InlineArray<12, L>, _ beat: Clock.Beat<L>) {
    if !isStraight { return writeStops(&now, beat) }
    now[first].replace(with: straight(0, at: beat.progress), where: beat.isOn)
    if second < 0 { return }
    now[second].replace(with: straight(secondNumber, at: beat.progress), where: beat.isOn)
  }

  /// One number of the animation, interpolated linearly between the two end values.
  @inline(__always)
  private func straight<L: Lane>(_ number: Int, at progress: L) -> L {
    let (from, to) = (from[number], to[number])
    let isEnd = progress .== L(repeating: 1)
    return (L(repeating: from) + progress * (to - from))
      .replacing(L(repeating: to), where: isEnd)
  }

  /// The numbers of the animation's two channels, computed from end values, keyframes or a path.
  @inline(__always)
  private func stops<L: Lane>(at progress: L) -> (L, L) {
    if let keys { return keys.numbers(0, secondNumber, at: progress) }
    if motionPath == nil {
      return (straight(0, at: progress), straight(secondNumber, at: progress))
    }
    var (x, y) = (progress, progress)
    for lane in 0..<L.laneCount {
      let stop = stop(at: progress[lane])
      (x[lane], y[lane]) = (stop.x, stop[secondNumber])
    }
    return (x, y)
  }

  @inline(never)
  private func writeStops<L: Lane>(_ now: inout InlineArray<12, L>, _ beat: Clock.Beat<L>) {
    var (x, y) = stops(at: beat.progress)
    if isCumulative {
      let isLater = beat.iteration .>= L(repeating: 1)
      x.replace(with: x + beat.iteration * iterationEnd.x, where: isLater)
      y.replace(with: y + beat.iteration * iterationEnd[secondNumber], where: isLater)
    }
    if isAdditive { x = x + now[first] }
    now[first].replace(with: x, where: beat.isOn)
    if second < 0 { return }
    if isAdditive { y = y + now[second] }
    now[second].replace(with: y, where: beat.isOn)
  }

  /// All four numbers of the animation at the given progress.
  @inline(__always)
  func stop(at progress: Double) -> SIMD4<Double> {
    if keys != nil || motionPath != nil { return keyStop(at: progress) }
    return progress == 1 ? to : from + (to - from) * progress
  }

  /// The numbers of the animation at a progress, computed from keyframes or a path.
  @inline(never)
  private func keyStop(at progress: Double) -> SIMD4<Double> {
    if let keys { return keys.value(at: progress) }
    guard let position = motionPath?.position(at: progress) else { return .zero }
    return SIMD4(position.point.x, position.point.y, 0, 0)
  }
}

extension AnimationProgram.Keys {
  /// Creates the keyframes of an animation; nil if the animation has no keyframes of the given kind, or has a path.
  init?(_ animation: LayerAnimation, _ kind: ValueKind) {
    let values = animation.values
    let numbers = values.keyValues.compactMap { $0.fourNumbers(as: kind) }
    guard values.kind == .keyframe, animation.pacing?.motionPath == nil, !numbers.isEmpty,
      numbers.count == values.keyValues.count,
      [.linear, .discrete, .paced].contains(values.calculationMode)
    else { return nil }
    (self.values, times) = (numbers, animation.pacing?.keyTimes ?? [])
    mode = values.calculationMode == .discrete ? .discrete : .linear
    let curves = values.calculationMode.isPaced ? [] : values.timingFunctions
    let segments = fittingValues(of: numbers.count, times) - 1
    let isOne =
      mode == .linear && !curves.isEmpty && curves.count >= segments
      && curves.allSatisfy { $0 == curves[0] }
    (self.curves, curve) = (curves, isOne ? curves[0] : nil)
  }

  /// Two numbers of the keyframes at a progress, bit by bit equal to `value(at:)`. Each SIMD lane finds its keyframes, and then
  /// all lanes are interpolated at once.
  @inline(__always)
  func numbers<L: Lane>(_ first: Int, _ second: Int, at progress: L) -> (L, L) {
    var (fraction, outside) = (progress, progress)
    var (from, to) = ((progress, progress), (progress, progress))
    // If all keyframe segments have the same timing function, the timing function is evaluated for all lanes at once.
    let own = curve == nil ? curves : []
    for lane in 0..<L.laneCount {
      let position = keyframe(
        at: progress[lane], count: values.count, fittingTimes: times, mode: mode,
        timingFunctions: own)
      let (a, b) = (values[position.index], values[position.next])
      (from.0[lane], from.1[lane]) = (a[first], a[second])
      (to.0[lane], to.1[lane]) = (b[first], b[second])
      let isInside = position.next > position.index && (0...1).contains(position.fraction)
      outside[lane] = isInside ? 0 : 1
      fraction[lane] = position.next > position.index ? position.fraction : 1
    }
    if let curve {
      fraction.replace(with: curve.values(at: fraction), where: outside .== L(repeating: 0))
    }
    let isEnd = fraction .== L(repeating: 1)
    return (
      (from.0 + (to.0 - from.0) * fraction).replacing(to.0, where: isEnd),
      (from.1 + (to.1 - from.1) * fraction).replacing(to.1, where: isEnd)
    )
  }

  func value(at progress: Double) -> SIMD4<Double> {
    let position = keyframe(
      at: progress, count: values.count, fittingTimes: times, mode: mode, timingFunctions: curves)
    let from = values[position.index]
    if position.index == position.next { return from }
    let to = values[position.next]
    return position.fraction == 1 ? to : from + (to - from) * position.fraction
  }
}

extension AnimationProgram.Keys {
  /// The last keyframe value that has a key time.
  var last: SIMD4<Double> { values[fittingValues(of: values.count, times) - 1] }
}

extension PropertyPath {
  /// True if the property changes only the layer's paint, and is set by its numbers.
  fileprivate func isWholePaint(of kind: LayerKind) -> Bool {
    cell == nil && sublayer == nil && component == nil && axis == nil && affectedAspects == .content
      && kind.properties[index].setNumbers != nil
  }
}

extension LayerKind {
  /// True if a layer of this kind uses its bounds only for its own paint, and not for its sublayers.
  fileprivate var keepsSizeFromContent: Bool { self == .plain || self == .gradient }
}
