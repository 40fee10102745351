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
  /// Animations that matter to the cell whose particles are emitted.
  private var animations: [LayerAnimation] = []
  /// How many more births may be looked at.
  private(set) var remaining: Double
  /// How often a particle was asked what it emits of one of its cells. Most may emit nothing, so births do not limit that.
  private var looks = 0
  private static let mostLooks = 1 << 23

  /// Every kind of particle, those that lie in others included: first the emitter's own cells.
  private(set) var recipes: [CellValues] = []
  private(set) var particles: [Particle] = []
  private var recipeIndices: [ObjectIdentifier: Int] = [:]
  /// Cells in others that were made for a moment, alive as long as their identity counts.
  private var innerCells: [EmitterCell] = []
  /// Seconds after a birth for which a particle of each recipe, or its offspring, can be seen.
  private var reaches: [Double?] = []
  private let lifetimes: LifetimeBounds
  /// What behaviors make of particles beside forces, in this frame.
  private let effects: LifeEffects?
  /// Forces on the particles of each recipe that feels any.
  private var fields: [ForceField] = []
  private var fieldIndices: [ForceTableKey: Int] = [:]
  /// Passages of a cell's own particles to this frame, as they were asked for last.
  private var arrival: Arrival?

  init(_ layer: Layer, copy: [Int], emitter: EmitterValues, now: LocalTime, limit: Double) {
    (self.layer, self.copy, self.emitter, self.now) = (layer, copy, emitter, now)
    remaining = limit
    isAnimated = layer.animatedInfluence.contains(.births)
    recipes = emitter.cellValues
    effects = emitter.behaviors.isEmpty ? nil : LifeEffects(emitter.behaviorValues)
    reaches = Array(repeating: nil, count: recipes.count)
    lifetimes = LifetimeBounds(layer, until: emitter.loop > 0 ? emitter.loop : now.time)
  }

  /// Finds the particles, cell by cell, oldest first; those that particles emit follow them.
  ///
  /// - Throws: `tooManyCopies` if there could be more than the limit, `cancelled`, `tooDeep`.
  mutating func run(
    _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    for index in emitter.cellValues.indices {
      try emit(index, &histories, &cancellation)
    }
    for field in fields { histories.forces[field.key] = field.table }
  }
}

// MARK: The emitter's own particles

extension ParticleSystem {
  private mutating func emit(
    _ index: Int, _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let cell = recipes[index]
    let time = cell.timing.localTime(atParentTime: now.time)
    let reach = try self.reach(index, depth: 1)
    guard reach > 0 else { return }
    animations =
      isAnimated ? layer.animations(ofCell: emitter.cells[index], copy: copy) : []
    guard cancellation.shouldContinue(steps: stepsOfBirth) else { throw .cancelled }
    let births =
      layer.animatedInfluence.contains(.birthRate)
      ? try animatedBirths(index, time, reach, &histories, &cancellation)
      : try evenBirths(cell, time, reach)
    let random = ParticleRandom(seed: emitter.seed)
    arrival = nil
    // The table's time is the cell's.
    let clock = EvenTime(
      rate: cell.timing.speed == 0 ? 1 : cell.timing.speed,
      start: cell.timing.parentTime(atLocalTime: 0))
    let lineage = CellLineage(outermost: emitter.cells[index])
    let field = field(of: lineage, cell, clock, histories)
    var group = Group(isStepped: isStepped(field))
    for birth in births {
      guard cancellation.shouldContinue(steps: stepsOfBirth) else { throw .cancelled }
      let (source, recipe) = values(index, at: birth.origin)
      let own = random.particle(birth.number, ofCell: index)
      let life = ParticleLife(
        flight: recipe.flight(from: source.departure(own), source, own), emitter: source,
        cell: recipe, lineage: lineage, random: own, field: field, clock: clock,
        start: birth.origin, effects: effects)
      try follow(birth, index, life, depth: 1, &group, &histories, &cancellation)
    }
    try follow(&group, index, depth: 1, &histories, &cancellation)
  }

  /// A birth in the time of a cell.
  private struct Birth {
    var number: Int
    var time: Double
    /// Time of the birth in the first loop, whose values the particle takes.
    var origin: Double
    /// Seconds since then; in a loop the very same in each.
    var age: Double
    /// Time of the frame in the first loop. Not used for particles that particles emit.
    var end: Double
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
            age: now - born, end: loop > 0 ? now - cycle * loop : now))
      }
      next += 1
    }
    return births
  }

  /// The births of an animated rate, since `reach` seconds ago.
  private mutating func animatedBirths(
    _ index: Int, _ time: Double, _ reach: Double, _ histories: inout EmitterHistories,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Birth] {
    let loop = emitter.loop * recipes[index].timing.speed.magnitude
    if time < 0, !emitter.isWarm { return [] }
    let isRemoved = removesAnimations(of: .births)
    let key = historyKey(emitter.cells[index], isRemoved: isRemoved)
    var rate =
      histories.rates[key]
      ?? BirthRate(
        layer.birthRateCycle(of: recipes[index], lead: now.base - now.time), stepsOfBirth)
    defer { histories.rates[key] = rate }
    let summed = rate.summedTime(to: loop > 0 ? loop : time)
    let start = max(emitter.isWarm ? -Presenter.emitterTimeLimit : 0, time - reach)
    // Whether births are summed up, or looked at step by step.
    let isNear =
      loop > 0
      ? loop <= Presenter.emitterTimeLimit
      : time.magnitude <= Presenter.emitterTimeEnd && time - start <= 2 * Presenter.emitterTimeLimit
    guard summed <= Presenter.emitterTimeLimit, isNear else { throw .emitterTooOld }
    // Charged once a frame, known or not: whether a frame is refused may not depend on the frames before it.
    if histories.charged.insert(key).inserted { try charge(summed / BirthRate.step) }
    guard loop > 0 else { return try births(index, from: start, to: time, &rate, &cancellation) }
    let once = try births(index, from: 0, to: loop, &rate, &cancellation)
    if once.isEmpty { return [] }
    let loops = (time / loop).rounded(.down)
    let (passed, now) = (loops * loop, time - loops * loop)
    var births: [Birth] = []
    var cycle = max(emitter.isWarm ? -.infinity : -loops, ((now - reach) / loop).rounded(.down))
    while cycle <= 0 {
      try charge(Double(once.count))
      guard cancellation.shouldContinue(steps: once.count) else { throw .cancelled }
      for birth in once {
        let moved = birth.time + cycle * loop
        if moved <= now + 1e-9, moved >= now - reach {
          let born = min(moved, now)
          births.append(
            Birth(
              number: birth.number, time: passed + born, origin: birth.time, age: now - born,
              end: now - cycle * loop))
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
      guard cancellation.shouldContinue() else { throw .cancelled }
      let from = Double(index) * BirthRate.step
      guard next.magnitude < 1e15 else { throw .tooManyCopies }
      var number = (sum + 1e-9).rounded(.down) + 1
      try charge(max(0, next - sum))
      while number <= next + 1e-9 {
        let share = next > sum ? (number - sum) / (next - sum) : 0
        let time = from + min(1, max(0, share)) * BirthRate.step
        if time > end + 1e-9 { break }
        let born = min(time, end)
        births.append(
          Birth(number: Int(number), time: born, origin: born, age: end - born, end: end))
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
    return layer.emitterValues(
      ofCell: emitter.cells[index], at: moment, copy: copy, among: animations)
  }

  private func historyKey(_ cell: EmitterCell, isRemoved: Bool) -> CellHistoryKey {
    CellHistoryKey(
      layer: ObjectIdentifier(layer), cell: ObjectIdentifier(cell),
      copy: layer.addressesCopies ? copy : [],
      delay: isRemoved ? (now.time - now.base).bitPattern : 0)
  }

  /// Whether an animation that changes these aspects ends and is removed then: copies that are behind see another history.
  private func removesAnimations(of influence: Influence) -> Bool {
    (layer.animations + layer.animationsFromSuperlayer).contains {
      !$0.influence.isDisjoint(with: influence) && $0.values.isRemovedOnCompletion
        && $0.values.timing.activeDuration < .infinity
    }
  }

  private mutating func charge(_ births: Double) throws(PresentationError) {
    remaining -= births
    guard remaining >= 0 else { throw .tooManyCopies }
  }
}

// MARK: Forces

extension ParticleSystem {
  /// Index of the forces on the particles of a cell; nil where they fly in closed form.
  private mutating func field(
    of cell: CellLineage, _ values: CellValues, _ clock: EvenTime,
    _ histories: EmitterHistories
  ) -> Int? {
    let history = historyKey(cell.outermost, isRemoved: removesAnimations(of: .forces))
    let key = ForceTableKey(history: history, indices: cell.indices, clock: clock)
    if let index = fieldIndices[key] { return index }
    let field = ForceField(
      layer, emitter, cell, values, key: key, copy: copy, now: now, known: histories.forces[key])
    guard let field else { return nil }
    fields.append(field)
    fieldIndices[key] = fields.count - 1
    return fields.count - 1
  }

  /// Makes a field know a span of its time, which counts as many copies as it has parts.
  private mutating func cover(
    _ field: Int, from start: Double, to end: Double, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    guard let parts = ForceTable.parts(from: start, to: end) else { throw .emitterTooOld }
    try charge(Double(parts.count))
    try fields[field].cover(parts, &cancellation)
  }

  /// Whether the particles that these forces act on fly in steps.
  private func isStepped(_ field: Int?) -> Bool {
    field.map { fields[$0].table.attracts || effects?.changesMass ?? false } ?? false
  }

  /// Particles of a cell, at most as many as there are lanes. They wait for each other where all fly in steps.
  private struct Group {
    let isStepped: Bool
    var members: [(birth: Birth, life: ParticleLife)] = []
  }

  /// The motions of a group in this frame; nil for those that are no longer alive.
  private mutating func motions(
    of group: Group, _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Motion?] {
    var motions = [Motion?](repeating: nil, count: group.members.count)
    let alive = group.members.indices.filter { isAlive(group.members[$0]) }
    guard let last = alive.last, let field = group.members[last].life.field else { return motions }
    var (ages, travellers) = (Doubles(repeating: group.members[last].birth.age), [Traveller]())
    for (lane, index) in alive.enumerated() {
      let (birth, life) = group.members[index]
      ages[lane] = birth.age
      travellers.append(Traveller(life))
      try cover(field, from: life.start, to: life.start + birth.age, &cancellation)
      try countSteps(SteppedFlight<Doubles>.stepCount(to: birth.age), &cancellation)
    }
    var flight = SteppedFlight<Doubles>(travellers, in: fields[field].table)
    let there = flight.motions(at: ages, in: fields[field].table)
    for (lane, index) in alive.enumerated() {
      let (birth, life) = group.members[index]
      let free = Motion(place: there.place[lane], velocity: there.velocity[lane])
      motions[index] = life.motion(free, at: birth.age)
    }
    return motions
  }

  private mutating func countSteps(
    _ steps: Double, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    try charge(steps)
    guard cancellation.shouldContinue(steps: Int(clampingUp: steps)) else { throw .cancelled }
  }

  /// The motion of a particle in this frame.
  private mutating func motion(
    of life: ParticleLife, _ birth: Birth, isOwn: Bool, _ cancellation: inout Cancellation
  ) throws(PresentationError) -> Motion {
    var course: Course?
    guard let field = life.field, isOwn else {
      return try motion(of: life, at: birth.age, &course, &cancellation)
    }
    if arrival?.end != birth.end || arrival?.start ?? .infinity > life.start {
      try cover(field, from: life.start, to: birth.end, &cancellation)
      arrival = Arrival(at: birth.end, from: life.start, in: fields[field].table)
    }
    guard let arrival, life.isLinear(in: fields[field].table) else {
      return try motion(of: life, at: birth.age, &course, &cancellation)
    }
    let free = arrival.motion(of: life.flight, from: life.start, in: fields[field].table)
    return life.motion(free, at: birth.age)
  }

  /// The motion of a particle at an age.
  ///
  /// - Parameter course: a walk along its life, which is begun where it is nil.
  private mutating func motion(
    of life: ParticleLife, at age: Double, _ course: inout Course?,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> Motion {
    guard let field = life.field else { return life.motion(life.flight.motion(at: age), at: age) }
    var walk = course ?? Course(life)
    try cover(field, from: life.start, to: life.start + age, &cancellation)
    try countSteps(walk.stepCount(to: age, in: fields[field].table), &cancellation)
    defer { course = walk }
    return life.motion(walk.motion(at: age, in: fields[field].table), at: age)
  }
}

// MARK: Particles of particles

extension ParticleSystem {
  /// A particle, if it is alive, and what it has emitted. One that flies in steps waits until its group is full.
  private mutating func follow(
    _ birth: Birth, _ index: Int, _ life: ParticleLife, depth: Int, _ group: inout Group,
    _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    guard birth.age >= 0, life.length > 0 else { return }
    if group.isStepped {
      group.members.append((birth, life))
      if group.members.count < Doubles.laneCount { return }
      return try follow(&group, index, depth: depth, &histories, &cancellation)
    }
    if isAlive((birth, life)) {
      let motion = try motion(of: life, birth, isOwn: depth == 1, &cancellation)
      particles.append(
        Particle(birth.number, recipe: index, birthTime: birth.time, age: birth.age, motion, life))
    }
    try emitInner(birth, life, depth: depth, &histories, &cancellation)
  }

  /// The particles of a group that are alive, and what all of them have emitted. Empties the group.
  private mutating func follow(
    _ group: inout Group, _ index: Int, depth: Int, _ histories: inout EmitterHistories,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let motions = try motions(of: group, &cancellation)
    for (motion, (birth, life)) in zip(motions, group.members) {
      if let motion {
        particles.append(
          Particle(
            birth.number, recipe: index, birthTime: birth.time, age: birth.age, motion, life))
      }
      try emitInner(birth, life, depth: depth, &histories, &cancellation)
    }
    group.members.removeAll(keepingCapacity: true)
  }

  /// A particle that should be over now is over, as for the ends of animations (semantics section 19.3).
  private func isAlive(_ particle: (birth: Birth, life: ParticleLife)) -> Bool {
    particle.birth.age < particle.life.length - 1e-9
  }

  /// What a particle has emitted of all its cells.
  private mutating func emitInner(
    _ birth: Birth, _ life: ParticleLife, depth: Int, _ histories: inout EmitterHistories,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    for (place, inner) in life.cell.cells.enumerated() {
      guard cancellation.shouldContinue() else { throw .cancelled }
      looks += 1
      guard looks <= ParticleSystem.mostLooks else { throw .tooManyCopies }
      try emit(inner, place, from: life, birth, depth: depth + 1, &histories, &cancellation)
    }
  }

  /// Finds all that a particle has emitted of one of its cells since its birth.
  private mutating func emit(
    _ inner: EmitterCell, _ place: Int, from parent: ParticleLife, _ parentBirth: Birth,
    depth: Int, _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let (source, age, life) = (parent.emitter, parentBirth.age, parent.length)
    let index = recipe(of: inner)
    guard recipes[index].isEnabled, recipes[index].birthRate * source.birthRate > 0 else { return }
    let timing = recipes[index].timing
    let rate = recipes[index].birthRate * source.birthRate
    let reach = try self.reach(index, depth: depth)
    let time = timing.localTime(atParentTime: age)
    // A particle emits while it lives.
    let end = min(
      time, timing.activeDuration, timing.speed > 0 ? timing.localTime(atParentTime: life) : time)
    guard reach > 0, end > 0, time - reach < end else { return }
    let cell = recipes[index]
    let last = (end * rate + 1e-9).rounded(.down)
    var number = max(1, ((time - reach) * rate).rounded(.down))
    guard last < 1e15 else { throw .tooManyCopies }
    try charge(max(0, last - number + 1))
    var course: Course?
    let clock = parent.clock(ofCell: timing)
    let lineage = parent.lineage.inner(place)
    let field = field(of: lineage, cell, clock, histories)
    var group = Group(isStepped: isStepped(field))
    while number <= last {
      guard cancellation.shouldContinue() else { throw .cancelled }
      let born = min(number / rate, time)
      let then = timing.speed == 0 ? age : timing.parentTime(atLocalTime: born)
      let own = parent.random.particle(Int(number), ofCell: place)
      let motion = try motion(of: parent, at: then, &course, &cancellation)
      let departure = Departure(
        place: Vector3(motion.place.x, motion.place.y, motion.place.z),
        longitude: motion.heading ?? Motion(parent.flight).heading ?? 0,
        latitude: source.preservesDepth
          ? motion.elevation ?? Motion(parent.flight).elevation ?? 0 : 0)
      let child = ParticleLife(
        flight: cell.flight(from: departure, source, own), emitter: source, cell: cell,
        lineage: lineage, random: own, inherited: parent.look(at: then), field: field, clock: clock,
        start: parent.clock.outerTime(parent.start + then) * clock.rate, effects: effects)
      let birth = Birth(
        number: Int(number), time: parentBirth.time + then, origin: born, age: time - born, end: 0)
      try follow(birth, index, child, depth: depth, &group, &histories, &cancellation)
      number += 1
    }
    try follow(&group, index, depth: depth, &histories, &cancellation)
  }

  private mutating func recipe(of cell: EmitterCell) -> Int {
    if let index = recipeIndices[ObjectIdentifier(cell)] { return index }
    recipes.append(cell.values)
    innerCells.append(cell)
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
    let life = max(
      0, lifetimes.life(cell) * lifetimes.multiplier(emitter, model: layer.values.emitter))
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
