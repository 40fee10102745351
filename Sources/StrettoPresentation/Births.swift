import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// When the particles of a cell are born: the n-th when the integral of the rate reaches n.
struct Births {
  let layer: Layer
  /// Which copy of the layer, as the indices of the replicators around it.
  let copy: [Int]
  let cellIndex: Int
  let now: LocalTime
  /// The emitter at `now`.
  let emitter: EmitterValues
  /// Whether something that a particle takes on at its birth is animated.
  let isAnimated: Bool
  let rateIsAnimated: Bool

  init(_ layer: Layer, copy: [Int], cell: Int, emitter: EmitterValues, now: LocalTime) {
    (self.layer, self.copy, cellIndex) = (layer, copy, cell)
    (self.now, self.emitter) = (now, emitter)
    isAnimated = layer.animatedInfluence.contains(.births)
    rateIsAnimated = layer.animatedInfluence.contains(.birthRate)
  }

  /// Every particle of the cell that is alive now, oldest first.
  ///
  /// - Throws: `tooManyCopies` if there could be more than `limit`.
  func alive(limit: Double, _ cancellation: inout Cancellation) throws(PresentationError)
    -> [Particle]
  {
    let cell = emitter.cellValues[cellIndex]
    var particles: [Particle] = []
    var asked = cancellation.another
    func take(_ number: Int, _ birth: Double) throws(PresentationError) {
      guard asked.goesOn(after: Presenter.appearanceUnits) else { throw .cancelled }
      let (source, recipe) = values(at: birth)
      if let particle = Particle(
        number: number, cell: cellIndex, birthTime: birth, age: now.time - birth, emitter: source,
        recipe)
      {
        particles.append(particle)
      }
    }
    if rateIsAnimated {
      try birthsOfAnimatedRate(limit, &cancellation, take)
      return particles
    }
    let rate = cell.isEnabled ? cell.birthRate * emitter.birthRate : 0
    let longest = isAnimated ? longestLifeEver : longestLife(emitter, cell)
    guard rate > 0, longest > 0, now.time >= 0 || emitter.isWarm else { return [] }
    guard rate * longest <= limit, (now.time * rate).magnitude < 1e15 else { throw .tooManyCopies }
    // The tolerance makes a particle that should be born now be born now (semantics section 4.2).
    let last = (now.time * rate + 1e-9).rounded(.down)
    var number = max(
      emitter.isWarm ? -.infinity : 1, ((now.time - longest) * rate).rounded(.down))
    while number <= last {
      try take(Int(number), min(number / rate, now.time))
      number += 1
    }
    return particles
  }

  /// What looking for the births costs besides the particles that are alive, in appearances of layers: each
  /// step of an animated rate evaluates the emitter once more.
  var work: Double {
    rateIsAnimated ? now.time.clamped(to: 0...Presenter.emitterTimeLimit) * 60 : 0
  }

  /// The longest that a particle can live; with an animated lifetime one born a moment later may live longer,
  /// and twice as long is looked for.
  private func longestLife(_ emitter: EmitterValues, _ cell: CellValues) -> Double {
    (cell.lifetime + cell.lifetimeRange.magnitude / 2) * emitter.lifetime * (isAnimated ? 2 : 1)
  }

  /// The longest that a particle born at any time can live: no animation that is not cumulative makes more
  /// of a number than the sum of all numbers in it; timing functions may double it.
  private var longestLifeEver: Double {
    func most(_ number: Double, _ test: (String) -> Bool) -> Double {
      layer.animations.reduce(number.magnitude) { $0 + $1.sumOfNumbers(test) }
    }
    let (model, now) = (layer.values.emitter.cellValues[cellIndex], emitter.cellValues[cellIndex])
    let life = most(max(model.lifetime, now.lifetime)) { $0.hasSuffix(".lifetime") }
    let range = most(max(model.lifetimeRange.magnitude, now.lifetimeRange.magnitude)) {
      $0.hasSuffix(".lifetimeRange")
    }
    let factor = most(max(layer.values.emitter.lifetime, emitter.lifetime)) { $0 == "lifetime" }
    return 2 * (life + range / 2) * factor
  }

  /// The emitter and the cell as they were at a birth.
  private func values(at birth: Double) -> (EmitterValues, CellValues) {
    guard isAnimated else { return (emitter, emitter.cellValues[cellIndex]) }
    let moment = LocalTime(time: birth, base: now.base - (now.time - birth))
    let then = layer.presentationValues(at: moment, copy: copy).emitter
    return (then, then.cellValues[cellIndex])
  }

  /// Sums the rate up in steps of 1/60 s from the emitter's start, each with the rate at its middle.
  private func birthsOfAnimatedRate(
    _ limit: Double, _ cancellation: inout Cancellation,
    _ take: (Int, Double) throws(PresentationError) -> Void
  ) throws(PresentationError) {
    guard now.time <= Presenter.emitterTimeLimit else { throw .emitterTooOld }
    let step = 1.0 / 60
    var (sum, start, reached) = (0.0, 0.0, 0.0)
    var looked = 0.0
    while start < now.time {
      guard cancellation.goesOn(after: Presenter.appearanceUnits) else { throw .cancelled }
      let end = min(start + step, now.time)
      let (source, cell) = values(at: (start + end) / 2)
      // An animation may take the rate below 0; births cannot be taken back.
      let rate = cell.isEnabled ? max(0, cell.birthRate * source.birthRate) : 0
      let next = sum + rate * (end - start)
      looked += next - sum
      if end + longestLife(source, cell) < now.time {
        // All that are born here are gone: only their number counts.
        (reached, looked) = ((next + 1e-9).rounded(.down), 0)
      }
      guard looked <= limit, next < 1e15 else { throw .tooManyCopies }
      while reached + 1 <= next + 1e-9 {
        reached += 1
        try take(Int(reached), min(start + (reached - sum) / rate, now.time))
      }
      (sum, start) = (next, end)
    }
  }
}

extension LayerAnimation {
  /// The magnitudes of all numbers that this animation, or one inside it, gives to such key paths.
  fileprivate func sumOfNumbers(_ test: (String) -> Bool) -> Double {
    guard path != nil else { return children.reduce(0) { $0 + $1.sumOfNumbers(test) } }
    guard test(values.keyPath) else { return 0 }
    let given = [values.fromValue, values.toValue, values.byValue] + values.keyValues
    return given.reduce(0) {
      if case .number(let x) = $1 { $0 + x.magnitude } else { $0 }
    }
  }
}
