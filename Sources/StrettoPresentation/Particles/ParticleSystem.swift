import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// All particles of an emitter that are alive at a moment, those that particles emit included.
///
/// The n-th particle of a cell is born when the integral of the rate reaches n; its life is in closed form from
/// there. So nothing is stepped, and a moment costs what is alive in it (semantics sections 12.4 and 12.5).
struct ParticleSystem {
  private let layer: Layer
  /// Which copy of the layer, as the indices of the replicators around it.
  private let copy: [Int]
  private let now: LocalTime
  private let emitter: EmitterValues
  /// Whether something that a particle takes on at its birth is animated.
  private let isAnimated: Bool
  /// How many more births may be looked at.
  private(set) var remaining: Double

  /// Every kind of particle, those that lie in others included: first the emitter's own cells.
  private(set) var recipes: [CellValues] = []
  private(set) var particles: [Particle] = []
  private var recipeIndices: [ObjectIdentifier: Int] = [:]
  /// Seconds after a birth for which a particle of each recipe, or its offspring, can be seen.
  private var reaches: [Double?] = []
  private let lifetimes: LifetimeBounds

  init(_ layer: Layer, copy: [Int], emitter: EmitterValues, now: LocalTime, limit: Double) {
    (self.layer, self.copy, self.emitter, self.now) = (layer, copy, emitter, now)
    remaining = limit
    isAnimated = layer.animatedInfluence.contains(.births)
    recipes = emitter.cellValues
    reaches = Array(repeating: nil, count: recipes.count)
    lifetimes = LifetimeBounds(layer, until: emitter.loop > 0 ? emitter.loop : now.time)
  }

  /// Finds the particles, cell by cell, oldest first; those that particles emit follow them.
  ///
  /// - Throws: `tooManyCopies` if there could be more than the limit, `cancelled`, `tooDeep`.
  mutating func run(
    _ rates: inout BirthRates, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    for index in emitter.cellValues.indices {
      try emit(index, &rates, &cancellation)
    }
  }
}

// MARK: The emitter's own particles

extension ParticleSystem {
  private mutating func emit(
    _ index: Int, _ rates: inout BirthRates, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let cell = recipes[index]
    let time = cell.timing.localTime(atParentTime: now.time)
    let reach = try self.reach(index, depth: 1)
    guard reach > 0 else { return }
    guard cancellation.goesOn(steps: stepsOfBirth) else { throw .cancelled }
    let births =
      layer.animatedInfluence.contains(.birthRate)
      ? try animatedBirths(index, time, reach, &rates, &cancellation)
      : try evenBirths(cell, time, reach)
    let random = ParticleRandom(seed: emitter.seed)
    for birth in births {
      guard cancellation.goesOn(steps: stepsOfBirth) else { throw .cancelled }
      let (source, recipe) = values(index, at: birth.origin)
      let own = random.particle(birth.number, ofCell: index)
      let life = ParticleLife(
        flight: recipe.flight(from: source.departure(own), source, own), emitter: source,
        cell: recipe, random: own)
      try follow(birth, index, life, depth: 1, &cancellation)
    }
  }

  /// A birth in the time of a cell.
  private struct Birth {
    var number: Int
    var time: Double
    /// Time of the birth in the first loop, whose values the particle takes.
    var origin: Double
    /// Seconds since then; in a loop the very same in each.
    var age: Double
  }

  /// The births of a rate that does not change, since `reach` seconds ago.
  private mutating func evenBirths(_ cell: CellValues, _ time: Double, _ reach: Double)
    throws(PresentationError) -> [Birth]
  {
    let rate = cell.isEnabled ? cell.birthRate * emitter.birthRate : 0
    guard rate > 0, time >= 0 || emitter.isWarm else { return [] }
    let loop = emitter.loop * cell.timing.speed.magnitude
    // In a loop as many whole particles are born as come nearest to the rate.
    let perLoop = loop > 0 ? max(1, (rate * loop).rounded()) : 0
    let pace = loop > 0 ? perLoop / loop : rate
    let end = cell.timing.activeDuration
    try charge(pace * min(reach, max(0, time) + (emitter.isWarm ? .infinity : 0)))
    // A warm start continues the births of the loop before.
    let counted = max((time * pace).magnitude, emitter.isWarm ? perLoop : 0)
    guard counted < 1e15 else { throw .tooManyCopies }
    // Whole loops are left out of the account, so that they leave no trace of rounding.
    let loops = loop > 0 ? (time / loop).rounded(.down) : 0
    let (passed, now) = (loops * loop, time - loops * loop)
    // The tolerance makes a particle that should be born now be born now (semantics section 4.2).
    let last = ((loop > 0 ? now : min(now, end)) * pace + 1e-9).rounded(.down)
    let first = emitter.isWarm ? -.infinity : 1 - loops * perLoop
    var next = max(first, ((now - reach) * pace).rounded(.down))
    var births: [Birth] = []
    while next <= last {
      let cycle = loop > 0 ? ((next - 1) / perLoop).rounded(.down) : 0
      let number = next - cycle * perLoop
      let (origin, born) = (number / pace, min(next / pace, now))
      if origin <= end {
        births.append(
          Birth(
            number: Int(number), time: passed + born, origin: loop > 0 ? origin : born,
            age: now - born))
      }
      next += 1
    }
    return births
  }

  /// The births of an animated rate, since `reach` seconds ago.
  private mutating func animatedBirths(
    _ index: Int, _ time: Double, _ reach: Double, _ rates: inout BirthRates,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Birth] {
    let loop = emitter.loop * recipes[index].timing.speed.magnitude
    if time < 0, !emitter.isWarm { return [] }
    let isRemoved = (layer.animations + layer.lentAnimations).contains { $0.mayBeRemovedFromBirths }
    let key = BirthRateKey(
      layer: ObjectIdentifier(layer), cell: index, copy: layer.addressesCopies ? copy : [],
      delay: isRemoved ? (now.time - now.base).bitPattern : 0)
    var rate =
      rates.known[key]
      ?? BirthRate(
        layer.birthRateCycle(of: recipes[index], lead: now.base - now.time), stepsOfBirth)
    defer { rates.known[key] = rate }
    let summed = rate.summedTime(to: loop > 0 ? loop : time)
    let start = max(emitter.isWarm ? -Presenter.emitterTimeLimit : 0, time - reach)
    // Whether births are summed up, or looked at step by step.
    let isNear =
      loop > 0
      ? loop <= Presenter.emitterTimeLimit
      : time.magnitude <= Presenter.emitterTimeEnd && time - start <= 2 * Presenter.emitterTimeLimit
    guard summed <= Presenter.emitterTimeLimit, isNear else { throw .emitterTooOld }
    // Charged once a frame, known or not: whether a frame is refused may not depend on the frames before it.
    if rates.charged.insert(key).inserted { try charge(summed / BirthRate.step) }
    guard loop > 0 else { return try births(index, from: start, to: time, &rate, &cancellation) }
    let once = try births(index, from: 0, to: loop, &rate, &cancellation)
    if once.isEmpty { return [] }
    let loops = (time / loop).rounded(.down)
    let (passed, now) = (loops * loop, time - loops * loop)
    var births: [Birth] = []
    var cycle = max(emitter.isWarm ? -.infinity : -loops, ((now - reach) / loop).rounded(.down))
    while cycle <= 0 {
      try charge(Double(once.count))
      guard cancellation.goesOn(steps: once.count) else { throw .cancelled }
      for birth in once {
        let moved = birth.time + cycle * loop
        if moved <= now + 1e-9, moved >= now - reach {
          let born = min(moved, now)
          births.append(
            Birth(number: birth.number, time: passed + born, origin: birth.time, age: now - born))
        }
      }
      cycle += 1
    }
    return births
  }

  /// The births between two times of a cell, step by step of the summed rate.
  private mutating func births(
    _ cell: Int, from start: Double, to end: Double, _ rate: inout BirthRate,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Birth] {
    var births: [Birth] = []
    // After years there are more steps than `clampingDown` counts.
    guard start < end, var index = Int(exactly: (start / BirthRate.step).rounded(.down)) else {
      return births
    }
    let pace = { [self] time in self.rate(cell, at: time) }
    var sum = try rate.sum(to: index, &cancellation, pace)
    while Double(index) * BirthRate.step < end {
      let next = try rate.sum(to: index + 1, &cancellation, pace)
      guard cancellation.goesOn() else { throw .cancelled }
      let from = Double(index) * BirthRate.step
      guard next.magnitude < 1e15 else { throw .tooManyCopies }
      var number = (sum + 1e-9).rounded(.down) + 1
      try charge(max(0, next - sum))
      while number <= next + 1e-9 {
        let share = next > sum ? (number - sum) / (next - sum) : 0
        let time = from + min(1, max(0, share)) * BirthRate.step
        if time > end + 1e-9 { break }
        let born = min(time, end)
        births.append(Birth(number: Int(number), time: born, origin: born, age: end - born))
        number += 1
      }
      (sum, index) = (next, index + 1)
    }
    return births
  }

  /// Particles a second of a cell at a time of the cell; births cannot be taken back.
  private func rate(_ index: Int, at time: Double) -> Double {
    guard time <= recipes[index].timing.activeDuration else { return 0 }
    let (source, cell) = values(index, at: time)
    guard cell.isEnabled else { return 0 }
    return max(0, cell.birthRate * source.birthRate)
  }

  /// Steps that a cancellation counts for the values at a birth.
  private var stepsOfBirth: Int { isAnimated ? 1 + layer.animations.count : 1 }

  /// The emitter and a cell as they were when it was `time` in the cell.
  private func values(_ index: Int, at time: Double) -> (EmitterValues, CellValues) {
    guard isAnimated else { return (emitter, recipes[index]) }
    let then = recipes[index].timing.parentTime(atLocalTime: time)
    let moment = LocalTime(time: then, base: now.base - (now.time - then))
    return layer.emitterValues(ofCell: emitter.cells[index], at: moment, copy: copy)
  }

  private mutating func charge(_ births: Double) throws(PresentationError) {
    remaining -= births
    guard remaining >= 0 else { throw .tooManyCopies }
  }
}

// MARK: Particles of particles

extension ParticleSystem {
  /// A particle, if it is alive, and what it has emitted.
  private mutating func follow(
    _ birth: Birth, _ index: Int, _ life: ParticleLife, depth: Int,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    guard birth.age >= 0, life.length > 0 else { return }
    // A particle that should be over now is over, as for the ends of animations (semantics section 19.3).
    if birth.age < life.length - 1e-9 {
      particles.append(
        Particle(birth.number, recipe: index, birthTime: birth.time, age: birth.age, life))
    }
    for (place, inner) in life.cell.cells.enumerated() {
      try emit(inner, place, from: life, birth, depth: depth + 1, &cancellation)
    }
  }

  /// Finds all that a particle has emitted of one of its cells since its birth.
  private mutating func emit(
    _ inner: EmitterCell, _ place: Int, from parent: ParticleLife, _ parentBirth: Birth,
    depth: Int, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let (source, age, life) = (parent.emitter, parentBirth.age, parent.length)
    let index = recipe(of: inner)
    let (cell, timing) = (recipes[index], recipes[index].timing)
    let rate = cell.isEnabled ? cell.birthRate * source.birthRate : 0
    let reach = try self.reach(index, depth: depth)
    let time = timing.localTime(atParentTime: age)
    // A particle emits while it lives.
    let end = min(
      time, timing.activeDuration, timing.speed > 0 ? timing.localTime(atParentTime: life) : time)
    guard rate > 0, reach > 0, end > 0, time - reach < end else { return }
    let last = (end * rate + 1e-9).rounded(.down)
    var number = max(1, ((time - reach) * rate).rounded(.down))
    guard last < 1e15 else { throw .tooManyCopies }
    try charge(max(0, last - number + 1))
    while number <= last {
      guard cancellation.goesOn() else { throw .cancelled }
      let born = min(number / rate, time)
      let then = timing.speed == 0 ? age : timing.parentTime(atLocalTime: born)
      let own = parent.random.particle(Int(number), ofCell: place)
      let departure = Departure(
        place: parent.flight.place(at: then), longitude: parent.flight.heading(at: then),
        latitude: source.preservesDepth ? parent.flight.elevation(at: then) : 0)
      let child = ParticleLife(
        flight: cell.flight(from: departure, source, own), emitter: source, cell: cell,
        random: own, inherited: parent.look(at: then))
      let birth = Birth(
        number: Int(number), time: parentBirth.time + then, origin: born, age: time - born)
      try follow(birth, index, child, depth: depth, &cancellation)
      number += 1
    }
  }

  private mutating func recipe(of cell: EmitterCell) -> Int {
    if let index = recipeIndices[ObjectIdentifier(cell)] { return index }
    recipes.append(cell.values)
    reaches.append(nil)
    recipeIndices[ObjectIdentifier(cell)] = recipes.count - 1
    return recipes.count - 1
  }
}

// MARK: How long something is seen of a particle

extension Layer {
  /// Seconds of an emitter's time after which every particle has the same ones around it as a loop later.
  ///
  /// 0 where it is warm.
  package var particlesAreSteadyFrom: Double {
    let emitter = values.emitter
    if emitter.isWarm { return 0 }
    var system = ParticleSystem(
      self, copy: [], emitter: emitter, now: LocalTime(time: 0, base: 0), limit: 0)
    return emitter.cells.indices.reduce(0) { latest, index in
      let (timing, reach) = (
        system.recipes[index].timing, (try? system.reach(index, depth: 1)) ?? 0
      )
      if timing.speed == 0 { return latest }
      return max(latest, timing.parentTime(atLocalTime: timing.speed > 0 ? reach : -reach))
    }
  }
}

extension ParticleSystem {
  /// Seconds of its cell's time after a birth, at whatever time, for which the particle, or one that comes of it, can be seen.
  fileprivate mutating func reach(_ index: Int, depth: Int) throws(PresentationError) -> Double {
    if depth > EmitterCell.depthLimit { throw .tooDeep }
    if let known = reaches[index] { return known }
    let cell = recipes[index]
    let model = index < emitter.cells.count ? emitter.cells[index].values : nil
    let life = max(
      0,
      lifetimes.life(cell, model: model)
        * lifetimes.multiplier(emitter, model: layer.values.emitter))
    var reach = life
    for inner in cell.cells where life > 0 {
      let own = try self.reach(recipe(of: inner), depth: depth + 1)
      // A particle's own cells begin, age and end in times of their own; what is born last counts.
      let timing = inner.values.timing
      let speed = timing.speed.magnitude
      reach = max(reach, life + (speed > 0 ? own / speed : .infinity))
    }
    reaches[index] = reach
    return reach
  }
}

extension LayerAnimation {
  /// Whether the animation changes births and ends: copies that are behind see another history of it.
  fileprivate var mayBeRemovedFromBirths: Bool {
    influence.contains(.births) && values.isRemovedOnCompletion
      && values.timing.activeDuration < .infinity
  }
}
