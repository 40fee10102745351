import StrettoLayers

/// The start and the mass of a particle, as the integration of forces needs them.
struct ParticleStart {
  let first: Motion
  /// The birth time of the particle in seconds of the force table's time.
  let start: Double
  /// The inverse of the particle's mass at birth.
  let inverseMass: Double
  /// The mass of the particle as a function of age over lifetime; nil for a constant mass.
  let masses: (effects: LifeEffects, own: Double, length: Double)?
}

extension ParticleStart {
  init(_ life: ParticleLife) {
    let mass = life.mass
    let effects = life.effects.flatMap { $0.changesMass ? $0 : nil }
    self.init(
      first: Motion(life.flight), start: life.start, inverseMass: ForceTable.inverse(mass),
      masses: effects.map { ($0, mass, life.length) })
  }

  func inverseMass(at time: Double) -> Double {
    guard let masses else { return inverseMass }
    let part = (time - start) / masses.length
    return ForceTable.inverse(masses.effects.value(.mass, masses.own, at: part))
  }
}
