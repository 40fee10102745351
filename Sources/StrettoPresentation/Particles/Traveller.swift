import StrettoLayers

/// A particle as forces see it: where and when it begins, and how heavy it is.
struct Traveller {
  let first: Motion
  /// Time of birth in the time of the table of forces.
  let start: Double
  /// 1 over the mass at birth.
  let inverseMass: Double
  /// Mass as a function of age over lifetime; nil where it stays.
  let masses: (effects: LifeEffects, own: Double, length: Double)?
}

extension Traveller {
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
