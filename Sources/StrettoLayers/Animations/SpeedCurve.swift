import StrettoTiming

extension AnimationValues {
  /// Progress of the animation at a fraction (0...1) of an iteration, which is `seconds` after the start of the iteration. The
  /// progress of a spring follows the spring's equation of motion, and the progress of any other animation follows its timing
  /// function.
  public func progress(at part: Double, seconds: Double) -> Double {
    if kind == .spring { return spring.value(at: seconds) }
    return timingFunction?.value(at: part) ?? part
  }

  /// Value of a keyframe animation at a progress. The function requires that the keyframe animation has key values.
  ///
  /// - Parameter keyTimes: Effective key times of the animation's `Pacing`.
  public func keyframeValue(at progress: Double, _ keyTimes: [Double]) -> Value {
    let position = keyframe(
      at: progress, count: keyValues.count, fittingTimes: keyTimes,
      mode: calculationMode == .discrete ? .discrete : .linear,
      timingFunctions: calculationMode.isPaced ? [] : timingFunctions)
    if position.index == position.next { return keyValues[position.index] }
    if calculationMode == .cubic || calculationMode == .cubicPaced,
      let smooth = cubicValue(from: position.index, position.fraction, keyTimes: keyTimes)
    {
      return smooth
    }
    return keyValues[position.index].interpolated(to: keyValues[position.next], position.fraction)
  }
}

extension LayerAnimation {
  /// Integral of an animation of a layer's speed between two ascending fractions (0...1) of an iteration, in units of the
  /// iteration's duration. For a keyframe animation of the speed, the integrand is the layer's speed. For any other animation of
  /// the speed, the integrand is the progress from one speed to the other.
  public func speedIntegral(from a: Double, to b: Double) -> Double {
    guard let speedIntegral else { return 0 }
    let keyTimes = pacing?.keyTimes ?? []
    return speedIntegral.integral(from: a, to: b) { values.speedCurve(at: $0, keyTimes) }
  }
}

extension AnimationValues {
  /// Precomputed integral of an animation of a layer's speed.
  func speedIntegral(_ keyTimes: [Double]) -> CurveIntegral {
    CurveIntegral(cuts: corners(keyTimes), isStraight: isStraight) { speedCurve(at: $0, keyTimes) }
  }

  fileprivate func speedCurve(at part: Double, _ keyTimes: [Double]) -> Double {
    let progress = progress(at: part, seconds: part * timing.duration)
    if kind != .keyframe { return progress }
    guard !keyValues.isEmpty, case .number(let speed) = keyframeValue(at: progress, keyTimes) else {
      return 0
    }
    return speed.isFinite ? speed : 0
  }

  /// True if the animated speed is a linear function of time between neighbouring corners.
  fileprivate var isStraight: Bool {
    if kind == .spring || timingFunction != nil { return false }
    switch calculationMode {
    case _ where kind != .keyframe: return true
    case .discrete, .paced: return true
    case .linear: return timingFunctions.isEmpty
    case .cubic, .cubicPaced: return false
    }
  }

  /// Fractions of an iteration (0...1) at which the animated speed may have a corner.
  fileprivate func corners(_ keyTimes: [Double]) -> [Double] {
    var corners: [Double] = []
    if kind == .keyframe {
      let segments = calculationMode == .discrete ? keyValues.count : keyValues.count - 1
      corners =
        keyTimes.isEmpty ? (1..<max(2, segments)).map { Double($0) / Double(segments) } : keyTimes
    }
    if isStraight { return corners }
    // The samples of a timing function are denser at its ends, where the function may be as steep as a square root.
    let near: [Double] = [0x1p-12, 0x1p-8, 0x1p-5, 0x1p-3, 0x1p-2, 0.375, 0.5]
    corners += near
    corners += near.map { 1 - $0 }
    if timing.autoreverses { corners += corners.map { 1 - $0 } }
    return corners
  }
}
