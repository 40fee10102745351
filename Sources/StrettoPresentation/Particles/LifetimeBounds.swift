import StrettoLayers
import StrettoTiming

extension CellValues {
  /// The greatest lifetime of this cell's particles in seconds, before the emitter's multiplier is applied.
  package var longestLife: Double { lifetime + lifetimeRange.magnitude / 2 }
}

/// Upper bounds of particles' lifetimes over all animations and states of an emitter.
struct LifetimeBounds {
  private var ofEmitter = 0.0
  /// The greatest amount that animations and states add to a cell's lifetime in seconds, by the name of the cell.
  private var ofCells: [String: Double] = [:]
  /// The greatest model lifetime of the cells with each name, in seconds.
  private var modelLives: [String: Double] = [:]

  /// - Parameter time: The time of the emitter in seconds after which no particle is born. Cumulative animations of the lifetime
  ///   are only bounded up to `time`.
  init(_ layer: Layer, until time: Double) {
    guard layer.animatedAspects.contains(.lifetime) else { return }
    for animation in layer.animations + layer.animationsFromSuperlayer {
      addNumbers(of: animation, until: time)
    }
    for playing in layer.stateTrack?.playing ?? [] {
      addNumbers(of: playing.animation, until: time)
    }
    var set = LifetimeBounds()
    for (path, value) in layer.stateTrack?.values ?? []
    where path.affectedAspects.contains(.lifetime) {
      if case .number(let x) = value {
        set.change(path.cellNames.last) { $0 = max($0, x.magnitude) }
      }
    }
    ofEmitter += set.ofEmitter
    for (cell, most) in set.ofCells { ofCells[cell, default: 0] += most }
    if !ofCells.isEmpty { noteModels(in: layer.values.emitter.cells) }
  }

  private init() {}

  private mutating func addNumbers(of animation: LayerAnimation, until time: Double) {
    let timing = animation.values.timing
    let inside = min(timing.duration, timing.localTime(atParentTime: time).magnitude)
    for child in animation.children { addNumbers(of: child, until: inside) }
    guard let path = animation.path, path.affectedAspects.contains(.lifetime) else { return }
    change(path.cellNames.last) { $0 += animation.largestMagnitude(until: time) }
  }

  private mutating func change(_ cell: String?, _ change: (inout Double) -> Void) {
    if let cell { change(&ofCells[cell, default: 0]) } else { change(&ofEmitter) }
  }

  /// An upper bound of the emitter's multiplier of lifetimes.
  func multiplier(_ values: EmitterValues, model: EmitterValues) -> Double {
    ofEmitter == 0 ? values.lifetime : max(values.lifetime, model.lifetime) + ofEmitter
  }

  /// An upper bound of the lifetimes of a cell's particles in seconds, before the emitter's multiplier is applied.
  func life(_ cell: CellValues) -> Double {
    guard let most = ofCells[cell.name] else { return cell.longestLife }
    return max(cell.longestLife, modelLives[cell.name] ?? 0) + most
  }

  private mutating func noteModels(in cells: [EmitterCell]) {
    for cell in cells.withInnerCells() {
      let values = cell.values
      modelLives[values.name] = max(modelLives[values.name] ?? 0, values.longestLife)
    }
  }
}

extension LayerAnimation {
  /// An upper bound of the magnitude of this animation's values until `time`, in seconds of the parent's time.
  fileprivate func largestMagnitude(until time: Double) -> Double {
    let timing = values.timing
    let given = [values.fromValue, values.toValue, values.byValue] + values.keyValues
    let sum = given.reduce(0) { if case .number(let x) = $1 { $0 + x.magnitude } else { $0 } }
    var cycles = 0.0
    if values.isCumulative, timing.fullIterationDuration > 0 {
      let played = max(0, time - timing.beginTime) * timing.speed.magnitude
      cycles =
        (min(timing.activeDuration, played) + timing.timeOffset.magnitude)
        / timing.fullIterationDuration
    }
    return sum * (overshoot + cycles)
  }

  /// The factor by which an animation's values can exceed the sum of the magnitudes of its keyframes.
  private var overshoot: Double {
    let outputs =
      values.kind == .spring ? values.spring.outputs : values.timingFunction?.outputs ?? 0...1
    let beyond = max(-outputs.lowerBound, outputs.upperBound - 1)
    guard values.kind == .keyframe else { return 1 + 2 * beyond }
    if values.calculationMode == .discrete { return 1 }
    let curves = values.timingFunctions.reduce(0) {
      max($0, -$1.outputs.lowerBound, $1.outputs.upperBound - 1)
    }
    // Beyond the first and the last keyframe, the first and the last segment are extrapolated at their own speeds.
    let reach = 1 + 2 * max(curves, beyond > 0 ? beyond * steepest : 0)
    guard values.calculationMode == .cubic || values.calculationMode == .cubicPaced else {
      return reach
    }
    // A Hermite cubic exceeds its end values by at most 4/27 of the slope at each end. Beyond its segment, a Hermite cubic grows
    // with the third power of the progress.
    return (reach > 1 ? 5 * reach * reach * reach : 1) * (1 + 16.0 / 27 * values.largestSlope)
  }

  /// The slope of the segment's progress over the animation's progress, in the steeper one of the first and the last keyframe
  /// segment.
  private var steepest: Double {
    let times = pacing?.keyTimes ?? []
    guard times.count > 1 else { return Double(values.keyValues.count) }
    let ends = [times[1] - times[0], times[times.count - 1] - times[times.count - 2]]
    return 1 / (ends.filter { $0 > 0 }.min() ?? 1)
  }
}

extension AnimationValues {
  /// An upper bound of the slope at a keyframe of the cubic curve, as a multiple of the differences to the neighbouring
  /// keyframes.
  fileprivate var largestSlope: Double {
    func most(_ list: [Double], _ sign: Double) -> Double {
      list.reduce(1) { max($0, (1 + sign * $1).magnitude) }
    }
    let (bend, bias) = (continuityValues, biasValues)
    return most(tensionValues, -1)
      * (most(bend, 1) * most(bias, 1) + most(bend, -1) * most(bias, -1))
  }
}
