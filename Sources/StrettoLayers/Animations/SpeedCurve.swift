import StrettoTiming

extension AnimationValues {
  /// Progress when a share of a play, 0...1, has passed, which is so many seconds: by the timing function, or by a spring's
  /// own law.
  public func progress(at share: Double, seconds: Double) -> Double {
    if kind == .spring { return spring.value(at: seconds) }
    return timingFunction?.value(at: share) ?? share
  }

  /// The value of a keyframe animation, which has values, at a progress.
  ///
  /// - Parameter keyTimes: those of its `Pacing`.
  public func keyframeValue(at progress: Double, _ keyTimes: [Double]) -> Value {
    let place = keyframe(
      at: progress, count: keyValues.count, fittingTimes: keyTimes,
      mode: calculationMode == .discrete ? .discrete : .linear,
      timingFunctions: calculationMode.isPaced ? [] : timingFunctions)
    if place.index == place.next { return keyValues[place.index] }
    if calculationMode == .cubic || calculationMode == .cubicPaced,
      let smooth = cubicValue(from: place.index, place.fraction, keyTimes: keyTimes)
    {
      return smooth
    }
    return keyValues[place.index].interpolated(to: keyValues[place.next], place.fraction)
  }
}

extension LayerAnimation {
  /// The integral of an animation of a layer's speed between two shares of a play, 0...1, in order: of the speed itself
  /// where it has keyframes, otherwise of the progress from one speed to the other. Its unit is that times a play.
  public func speedIntegral(from a: Double, to b: Double) -> Double {
    guard let speedSums else { return 0 }
    let keyTimes = pacing?.keyTimes ?? []
    return speedSums.integral(from: a, to: b) { values.speedCurve(at: $0, keyTimes) }
  }
}

extension AnimationValues {
  /// Integral of an animation of a layer's speed.
  func speedSums(_ keyTimes: [Double]) -> CurveIntegral {
    CurveIntegral(cuts: corners(keyTimes), isStraight: isStraight) { speedCurve(at: $0, keyTimes) }
  }

  fileprivate func speedCurve(at share: Double, _ keyTimes: [Double]) -> Double {
    let progress = progress(at: share, seconds: share * timing.duration)
    if kind != .keyframe { return progress }
    guard !keyValues.isEmpty, case .number(let speed) = keyframeValue(at: progress, keyTimes) else {
      return 0
    }
    return speed.isFinite ? speed : 0
  }

  /// True if it goes at an even pace from each corner to the next.
  fileprivate var isStraight: Bool {
    if kind == .spring || timingFunction != nil { return false }
    switch calculationMode {
    case _ where kind != .keyframe: return true
    case .discrete, .paced: return true
    case .linear: return timingFunctions.isEmpty
    case .cubic, .cubicPaced: return false
    }
  }

  /// Places in a play, 0...1, where the curve of its value may have a corner.
  fileprivate func corners(_ keyTimes: [Double]) -> [Double] {
    var corners: [Double] = []
    if kind == .keyframe {
      let steps = calculationMode == .discrete ? keyValues.count : keyValues.count - 1
      corners = keyTimes.isEmpty ? (1..<max(2, steps)).map { Double($0) / Double(steps) } : keyTimes
    }
    if isStraight { return corners }
    // Closer at the ends, where a timing function may be as steep as a root.
    let near: [Double] = [0x1p-12, 0x1p-8, 0x1p-5, 0x1p-3, 0x1p-2, 0.375, 0.5]
    corners += near
    corners += near.map { 1 - $0 }
    if timing.autoreverses { corners += corners.map { 1 - $0 } }
    return corners
  }
}
