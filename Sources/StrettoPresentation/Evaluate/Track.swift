import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension AnimationProgram {
  /// One animation of up to four numbers (`Value.fourNumbers`).
  struct Track {
    let part: Part
    let clock: Int
    let from: SIMD4<Double>
    let to: SIMD4<Double>
    let keys: Keys?
    /// An animation of a point along a path.
    let way: LayerAnimation?
    /// Slots that it writes; -1 for none.
    private let first: Int
    private let second: Int
    /// Which of its numbers the second slot takes.
    private let secondNumber: Int
  }

  struct Keys {
    let values: [SIMD4<Double>]
    let times: [Double]
    let mode: CalculationMode
    let curves: [TimingFunction]
  }

  /// One animation that changes what the layer paints in its place.
  struct Paint {
    let animation: LayerAnimation
    /// -1 where it is evaluated by name.
    let clock: Int
    /// Numbers that it changes, and what takes them.
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
  /// Nil for an animation of other values than numbers, or one that adds to what is there.
  init?(_ animation: LayerAnimation, _ layer: Layer, _ clocks: inout [Clock]) {
    let values = animation.values
    guard !values.isAdditive, !values.isCumulative,
      values.valueFunction == nil, values.rotationMode == nil,
      let path = animation.path, let part = AnimationProgram.Part(path, layer.kind)
    else { return nil }
    let isPath = animation.pacing?.way?.place(at: 0, values) != nil
    way = isPath ? animation : nil
    keys = isPath ? nil : AnimationProgram.Keys(animation, path.kind)
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
    let slots = part.slots
    (first, second) = (slots.first.rawValue, slots.second?.rawValue ?? -1)
    secondNumber = slots.isPair ? 1 : 0
    let made = Clock(
      values.timing, values.timingFunction, values.kind == .spring ? values.spring : nil,
      isRemoved: values.isRemovedOnCompletion)
    clock = clocks.firstIndex { $0.isSame(as: made) } ?? clocks.count
    if clock == clocks.count { clocks.append(made) }
  }

  /// Which of its numbers a slot takes; nil for none.
  func number(of slot: AnimationProgram.Slot) -> Int? {
    slot.rawValue == first ? 0 : slot.rawValue == second ? secondNumber : nil
  }

  /// Writes its numbers where it has an effect.
  @inline(__always)
  func write<L: Lane>(_ now: inout InlineArray<12, L>, _ progress: L, _ isOn: L.Flags) {
    if keys != nil || way != nil { return writeStops(&now, progress, isOn) }
    let isEnd = progress .== L(repeating: 1)
    let x = L(repeating: from.x) + progress * (to.x - from.x)
    now[first].replace(with: x.replacing(L(repeating: to.x), where: isEnd), where: isOn)
    if second < 0 { return }
    let y = secondNumber == 0 ? x : L(repeating: from.y) + progress * (to.y - from.y)
    let end = L(repeating: to[secondNumber])
    now[second].replace(with: y.replacing(end, where: isEnd), where: isOn)
  }

  @inline(never)
  private func writeStops<L: Lane>(
    _ now: inout InlineArray<12, L>, _ progress: L, _ isOn: L.Flags
  ) {
    var (x, y) = (progress, progress)
    for lane in 0..<L.laneCount {
      let stop = stop(at: progress[lane])
      (x[lane], y[lane]) = (stop.x, stop[secondNumber])
    }
    now[first].replace(with: x, where: isOn)
    if second >= 0 { now[second].replace(with: y, where: isOn) }
  }

  /// All four numbers at a progress.
  @inline(__always)
  func stop(at progress: Double) -> SIMD4<Double> {
    if keys != nil || way != nil { return keyStop(at: progress) }
    return progress == 1 ? to : from + (to - from) * progress
  }

  /// Value between keyframes, or on a path.
  @inline(never)
  private func keyStop(at progress: Double) -> SIMD4<Double> {
    if let keys { return keys.value(at: progress) }
    guard let way, let place = way.pacing?.way?.place(at: progress, way.values) else {
      return .zero
    }
    return SIMD4(place.point.x, place.point.y, 0, 0)
  }
}

extension AnimationProgram.Keys {
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
