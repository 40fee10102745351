import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Values at a particle's birth, which determine the particle's look and position at any age.
struct ParticleLife {
  let flight: Flight
  let emitter: EmitterValues
  let cell: CellValues
  let lineage: CellLineage
  let random: ParticleRandom
  /// The scale and colour of the parent particle when this particle was born. Apple's documentation says that "the scale and
  /// color of fireworkCell are inherited by trailCell". The velocity of the parent particle is not inherited.
  var inherited = ParticleLook()
  /// The index of the forces on the particle; nil if only the constant acceleration of `flight` acts.
  var field: Int?
  /// The conversion from the emitter's time to the force table's time.
  var clock: LinearTime
  var start: Double
  /// The effects of behaviors on the particle, except forces.
  var effects: LifeEffects?

  /// The rotation of the particle at birth, and the rotation that was added since the birth, in radians.
  func turn(at age: Double) -> (born: Double, spun: Double) {
    let born = random.spread(cell.rotation, cell.rotationRange, .rotation)
    let spun = random.spread(cell.spin, cell.spinRange, .spin) * emitter.spin * age
    guard let effects else { return (born, spun) }
    let part = age / length
    return (
      effects.value(.rotation, born, at: part),
      effects.sum(.spin, spun, at: part, length: length)
    )
  }

  /// The motion of the particle after forces and behaviors have acted on the particle.
  func motion(_ free: Motion, at age: Double) -> Motion {
    guard let effects else { return free }
    let start = Motion(flight).position
    return effects.motion(free, from: start, at: age / length, length: length)
  }

  func look(at age: Double) -> ParticleLook {
    let startScale = random.spread(cell.scale, cell.scaleRange, .scale) * emitter.scale
    let base = cell.color ?? .white
    let color = Color(
      random.spread(base.red, cell.redRange, .red) + cell.redSpeed * age,
      random.spread(base.green, cell.greenRange, .green) + cell.greenSpeed * age,
      random.spread(base.blue, cell.blueRange, .blue) + cell.blueSpeed * age,
      random.spread(base.alpha, cell.alphaRange, .alpha) + cell.alphaSpeed * age)
    guard let effects else {
      return ParticleLook(
        scale: max(0, startScale + cell.scaleSpeed * age) * inherited.scale,
        color: color.clamped.multiplied(by: inherited.color))
    }
    let part = age / length
    let grown = effects.sum(.scaleSpeed, cell.scaleSpeed * age, at: part, length: length)
    let scale = effects.value(.scale, startScale + grown, at: part)
    let shown = Color(
      effects.value(.red, color.red, at: part), effects.value(.green, color.green, at: part),
      effects.value(.blue, color.blue, at: part), effects.value(.alpha, color.alpha, at: part))
    return ParticleLook(
      scale: max(0, scale) * inherited.scale,
      color: shown.clamped.multiplied(by: inherited.color))
  }

  /// The particle's mass at its birth.
  var mass: Double { random.spread(cell.mass, cell.massRange, .mass) }

  /// The time of an inner cell, which runs at the speed at which the inner cell's particles age.
  func clock(ofCell timing: MediaTiming) -> LinearTime {
    let rate = clock.rate * timing.speed
    return LinearTime(rate: rate.isFinite && rate != 0 ? rate : clock.rate)
  }

  /// The particle's lifetime in seconds.
  var length: Double { cell.lifetime(emitter, random) }
}
