import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// All particles of an emitter that are alive at one time, including particles that other particles emit.
///
/// Particle n of a cell is born when the integral of the birth rate reaches n, and the motion of the particle has a closed form
/// unless attractors act. Therefore the cost of a frame depends on the number of living particles, and not on the time of the
/// frame (docs/core-animation.md, sections 12.4 and 12.5).
struct ParticleSystem {
  private let layer: Layer
  /// The copy of the emitter layer, as the indices of the copy in the replicators around the emitter.
  private let copy: [Int]
  private let now: LocalTime
  private let emitter: EmitterValues
  /// True if a value that a particle takes at its birth is animated.
  private let isAnimated: Bool
  /// The animations that affect the cell whose particles are emitted.
  private var animations: [LayerAnimation] = []
  /// The number of particle births that the current frame may still evaluate.
  private(set) var remaining: Double
  /// The number of times that a particle was tested for emission from one of its cells. The limit on births does not limit the
  /// number of tests for emission, because most particles may emit nothing.
  private var looks = 0
  private static let mostLooks = 1 << 23

  /// The values of every cell of the emitter. In `recipes`, the emitter's own cells come before the cells that are inside other
  /// cells.
  private(set) var recipes: [CellValues] = []
  private(set) var particles: [Particle] = []
  private var recipeIndices: [ObjectIdentifier: Int] = [:]
  /// The inner cells that were created for this frame. A particle system retains the inner cells, because cells are identified by
  /// their addresses.
  private var innerCells: [EmitterCell] = []
  /// For each cell, the number of seconds after a birth during which the born particle, or a particle that the born particle
  /// emits, can be visible; nil until computed.
  private var reaches: [Double?] = []
  private let lifetimes: LifetimeBounds
  /// The effects of behaviors on particles in this frame, except forces.
  private let effects: LifeEffects?
  /// The forces on the particles of each cell that has forces.
  private var fields: [ForceField] = []
  private var fieldIndices: [ForceTableKey: Int] = [:]
  /// The precomputed maps of the motion that the last particle of an emitter's own cell used.
  private var arrival: Arrival?

  init(_ layer: Layer, copy: [Int], emitter: EmitterValues, now: LocalTime, limit: Double) {
    (self.layer, self.copy, self.emitter, self.now) = (layer, copy, emitter, now)
    remaining = limit
    isAnimated = layer.animatedAspects.contains(.births)
    recipes = emitter.cellValues
    effects = emitter.behaviors.isEmpty ? nil : LifeEffects(emitter.behaviorValues)
    reaches = Array(repeating: nil, count: recipes.count)
    lifetimes = LifetimeBounds(layer, until: emitter.loop > 0 ? emitter.loop : now.time)
  }

  /// Finds the living particles of the emitter, cell by cell and oldest first. In the list of living particles, the particles
  /// that a particle emits follow the emitting particle.
  ///
  /// - Throws: `tooManyCopies` if the number of particles could exceed the limit, `cancelled`, or `tooDeep` for cells that are
  ///   nested too deeply.
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
    guard cancellation.shouldContinue(work: workOfBirth) else { throw .cancelled }
    let births =
      layer.animatedAspects.contains(.birthRate)
      ? try animatedBirths(index, time, reach, &histories, &cancellation)
      : try evenBirths(cell, time, reach)
    let random = ParticleRandom(seed: emitter.seed)
    arrival = nil
    // The force table of an emitter's own cell uses the cell's time.
    let clock = LinearTime(
      rate: cell.timing.speed == 0 ? 1 : cell.timing.speed,
      start: cell.timing.parentTime(atLocalTime: 0))
    let lineage = CellLineage(outermost: emitter.cells[index])
    let field = field(of: lineage, cell, clock, histories)
    var group = Group(isStepped: isStepped(field))
    for birth in births {
      guard cancellation.shouldContinue(work: workOfBirth) else { throw .cancelled }
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

  /// The birth of a particle, in the cell's time.
  private struct Birth {
    var number: Int
    var time: Double
    /// The particle's birth time in the emitter's first loop, from which the particle takes its values.
    var origin: Double
    /// The seconds since the birth of the particle. In a looping emitter, the age of a particle at a time of the loop is exactly
    /// equal in each loop.
    var age: Double
    /// The time of the frame, counted in the emitter's first loop. The time `end` is not used for particles that other particles
    /// emit.
    var end: Double
  }

  /// The births in the last `reach` seconds, if the birth rate is constant.
  private mutating func evenBirths(_ cell: CellValues, _ time: Double, _ reach: Double)
    throws(PresentationError) -> [Birth]
  {
    let rate = cell.isEnabled ? cell.birthRate * emitter.birthRate : 0
    guard rate > 0, time >= 0 || emitter.isWarm else { return [] }
    let loop = emitter.loop * cell.timing.speed.magnitude
    // The number of births per loop is the birth rate times the loop duration, rounded to a whole number.
    let perLoop = loop > 0 ? max(1, (rate * loop).rounded()) : 0
    let pace = loop > 0 ? perLoop / loop : rate
    let end = cell.timing.activeDuration
    try charge(pace * min(reach, max(0, time) + (emitter.isWarm ? .infinity : 0)))
    // A warm emitter continues with the births of the previous loop.
    let counted = max((time * pace).magnitude, emitter.isWarm ? perLoop : 0)
    guard counted < 1e15 else { throw .tooManyCopies }
    // Whole loops of the emitter are subtracted first, so that rounding errors are equal in each loop.
    let loops = loop > 0 ? (time / loop).rounded(.down) : 0
    let (passed, now) = (loops * loop, time - loops * loop)
    // The tolerance of 1e-9 includes a particle that is born exactly now (docs/core-animation.md, section 4.2).
    let last = ((loop > 0 ? now : min(now, end)) * pace + 1e-9).rounded(.down)
    let first = emitter.isWarm ? -.infinity : 1 - loops * perLoop
    var next = max(first, ((now - reach) * pace).rounded(.down))
    var births: [Birth] = []
    while next <= last {
      let iteration = loop > 0 ? ((next - 1) / perLoop).rounded(.down) : 0
      let number = next - iteration * perLoop
      let (origin, born) = (number / pace, min(next / pace, now))
      if origin <= end {
        births.append(
          Birth(
            number: Int(number), time: passed + born, origin: loop > 0 ? origin : born,
            age: now - born, end: loop > 0 ? now - iteration * loop : now))
      }
      next += 1
    }
    return births
  }

  /// The births in the last `reach` seconds, if the birth rate is animated.
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
        layer.birthRatePeriod(of: recipes[index], lead: now.undelayed - now.time), workOfBirth)
    defer { histories.rates[key] = rate }
    let summed = rate.summedTime(to: loop > 0 ? loop : time)
    let start = max(emitter.isWarm ? -Presenter.emitterTimeLimit : 0, time - reach)
    // True if the cell's time is near enough to the emitter's start for summing births in intervals of 1/60 s.
    let isNear =
      loop > 0
      ? loop <= Presenter.emitterTimeLimit
      : time.magnitude <= Presenter.emitterTimeEnd && time - start <= 2 * Presenter.emitterTimeLimit
    guard summed <= Presenter.emitterTimeLimit, isNear else { throw .emitterTooOld }
    // The cost of summing births is counted once in each frame, even if the sum is cached, so that whether a frame exceeds a
    // limit never depends on earlier frames.
    if histories.charged.insert(key).inserted { try charge(summed / BirthRate.step) }
    guard loop > 0 else { return try births(index, from: start, to: time, &rate, &cancellation) }
    let once = try births(index, from: 0, to: loop, &rate, &cancellation)
    if once.isEmpty { return [] }
    let loops = (time / loop).rounded(.down)
    let (passed, now) = (loops * loop, time - loops * loop)
    var births: [Birth] = []
    var iteration = max(emitter.isWarm ? -.infinity : -loops, ((now - reach) / loop).rounded(.down))
    while iteration <= 0 {
      try charge(Double(once.count))
      guard cancellation.shouldContinue(work: once.count) else { throw .cancelled }
      for birth in once {
        let moved = birth.time + iteration * loop
        if moved <= now + 1e-9, moved >= now - reach {
          let born = min(moved, now)
          births.append(
            Birth(
              number: birth.number, time: passed + born, origin: birth.time, age: now - born,
              end: now - iteration * loop))
        }
      }
      iteration += 1
    }
    return births
  }

  /// The births between two times of a cell, which are found in the 1/60 s intervals of the summed birth rate.
  private mutating func births(
    _ cell: Int, from start: Double, to end: Double, _ rate: inout BirthRate,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Birth] {
    var births: [Birth] = []
    // After many years, the index of an interval exceeds the integer range of `clampingDown`.
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
        let fraction = next > sum ? (number - sum) / (next - sum) : 0
        let time = from + min(1, max(0, fraction)) * BirthRate.step
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

  /// The birth rate of a cell at a time of the cell, in particles per second. A negative birth rate counts as 0.
  private func rate(_ index: Int, at time: Double) -> Double {
    guard time <= recipes[index].timing.activeDuration else { return 0 }
    let (source, cell) = values(index, at: time)
    guard cell.isEnabled else { return 0 }
    return max(0, cell.birthRate * source.birthRate)
  }

  /// The number of cancellation steps that one birth counts.
  private var workOfBirth: Int { isAnimated ? 1 + layer.animations.count : 1 }

  /// The values of the emitter and of a cell at a time of the cell.
  private func values(_ index: Int, at time: Double) -> (EmitterValues, CellValues) {
    guard isAnimated else { return (emitter, recipes[index]) }
    let then = recipes[index].timing.parentTime(atLocalTime: time)
    let localTime = LocalTime(time: then, undelayed: now.undelayed - (now.time - then))
    return layer.emitterValues(
      ofCell: emitter.cells[index], at: localTime, copy: copy, among: animations)
  }

  private func historyKey(_ cell: EmitterCell, isRemoved: Bool) -> CellHistoryKey {
    CellHistoryKey(
      layer: ObjectIdentifier(layer), cell: ObjectIdentifier(cell),
      copy: layer.hasInstanceOverrides ? copy : [],
      delay: isRemoved ? (now.time - now.undelayed).bitPattern : 0)
  }

  /// True if a finite animation of the given aspects is removed on completion. If a finite animation is removed on completion,
  /// delayed copies have a different history than other copies.
  private func removesAnimations(of aspects: AffectedAspects) -> Bool {
    (layer.animations + layer.animationsFromSuperlayer).contains {
      !$0.affectedAspects.isDisjoint(with: aspects) && $0.values.isRemovedOnCompletion
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
  /// The index of the forces on a cell's particles; nil if the particles' motion has a closed form.
  private mutating func field(
    of cell: CellLineage, _ values: CellValues, _ clock: LinearTime,
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

  /// Extends the force table of a field to cover a time interval. Each part of 1/16 s of a force table counts as one copy towards
  /// the limit on copies.
  private mutating func cover(
    _ field: Int, from start: Double, to end: Double, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    guard let parts = ForceTable.parts(from: start, to: end) else { throw .emitterTooOld }
    try charge(Double(parts.count))
    try fields[field].cover(parts, &cancellation)
  }

  /// True if the motion of particles under the given forces is integrated numerically.
  private func isStepped(_ field: Int?) -> Bool {
    field.map { fields[$0].table.attracts || effects?.changesMass ?? false } ?? false
  }

  /// The vectors for particles whose motion is integrated together. In a web page, the motion of one particle is integrated at a
  /// time, because the code for eight particles would be a seventieth of the packed WebAssembly module.
  #if arch(wasm32)
    private typealias FlightLanes = Double
  #else
    private typealias FlightLanes = Doubles
  #endif

  /// A batch of particles of one cell, at most one per SIMD lane. If the motion of particles is integrated numerically, the
  /// particles of a batch are evaluated together.
  private struct Group {
    let isStepped: Bool
    var members: [(birth: Birth, life: ParticleLife)] = []
  }

  /// The motions of a batch of particles at the time of the frame; nil for each particle that is no longer alive.
  private mutating func motions(
    of group: Group, _ cancellation: inout Cancellation
  ) throws(PresentationError) -> [Motion?] {
    var motions = [Motion?](repeating: nil, count: group.members.count)
    let alive = group.members.indices.filter { isAlive(group.members[$0]) }
    guard let last = alive.last, let field = group.members[last].life.field else { return motions }
    var (ages, particleStarts) = (
      FlightLanes(repeating: group.members[last].birth.age), [ParticleStart]()
    )
    for (lane, index) in alive.enumerated() {
      let (birth, life) = group.members[index]
      ages[lane] = birth.age
      particleStarts.append(ParticleStart(life))
      try cover(field, from: life.start, to: life.start + birth.age, &cancellation)
      try countSteps(SteppedFlight<FlightLanes>.stepCount(to: birth.age), &cancellation)
    }
    var flight = SteppedFlight<FlightLanes>(particleStarts, in: fields[field].table)
    let there = flight.motions(at: ages, in: fields[field].table)
    for (lane, index) in alive.enumerated() {
      let (birth, life) = group.members[index]
      let free = Motion(position: there.position[lane], velocity: there.velocity[lane])
      motions[index] = life.motion(free, at: birth.age)
    }
    return motions
  }

  private mutating func countSteps(
    _ work: Double, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    try charge(work)
    guard cancellation.shouldContinue(work: Int(clampingUp: work)) else { throw .cancelled }
  }

  /// The motion of a particle at the time of the frame.
  private mutating func motion(
    of life: ParticleLife, _ birth: Birth, isOwn: Bool, _ cancellation: inout Cancellation
  ) throws(PresentationError) -> Motion {
    var evaluator: MotionEvaluator?
    guard let field = life.field, isOwn else {
      return try motion(of: life, at: birth.age, &evaluator, &cancellation)
    }
    if arrival?.end != birth.end || arrival?.start ?? .infinity > life.start {
      try cover(field, from: life.start, to: birth.end, &cancellation)
      arrival = Arrival(at: birth.end, from: life.start, in: fields[field].table)
    }
    guard let arrival, life.isLinear(in: fields[field].table) else {
      return try motion(of: life, at: birth.age, &evaluator, &cancellation)
    }
    let free = arrival.motion(of: life.flight, from: life.start, in: fields[field].table)
    return life.motion(free, at: birth.age)
  }

  /// The motion of a particle at the given age.
  ///
  /// - Parameter course: The evaluator of the particle's motion; nil to create the evaluator.
  private mutating func motion(
    of life: ParticleLife, at age: Double, _ evaluator: inout MotionEvaluator?,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) -> Motion {
    guard let field = life.field else { return life.motion(life.flight.motion(at: age), at: age) }
    var walk = evaluator ?? MotionEvaluator(life)
    try cover(field, from: life.start, to: life.start + age, &cancellation)
    try countSteps(walk.stepCount(to: age, in: fields[field].table), &cancellation)
    defer { evaluator = walk }
    return life.motion(walk.motion(at: age, in: fields[field].table), at: age)
  }
}

// MARK: Particles of particles

extension ParticleSystem {
  /// Adds a particle, if the particle is alive, and the particles that this particle has emitted. If the motion of particles is
  /// integrated numerically, a particle waits until its batch is full.
  private mutating func follow(
    _ birth: Birth, _ index: Int, _ life: ParticleLife, depth: Int, _ group: inout Group,
    _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    guard birth.age >= 0, life.length > 0 else { return }
    if group.isStepped {
      group.members.append((birth, life))
      if group.members.count < FlightLanes.laneCount { return }
      return try follow(&group, index, depth: depth, &histories, &cancellation)
    }
    if isAlive((birth, life)) {
      let motion = try motion(of: life, birth, isOwn: depth == 1, &cancellation)
      particles.append(
        Particle(birth.number, recipe: index, birthTime: birth.time, age: birth.age, motion, life))
    }
    try emitInner(birth, life, depth: depth, &histories, &cancellation)
  }

  /// Adds the living particles of a batch and the particles that these particles have emitted, and empties the batch.
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

  /// True if a particle is alive. A particle whose lifetime ends exactly now is no longer alive, like an animation
  /// (docs/core-animation.md, section 19.3).
  private func isAlive(_ particle: (birth: Birth, life: ParticleLife)) -> Bool {
    particle.birth.age < particle.life.length - 1e-9
  }

  /// Adds the particles that a particle has emitted from all of its cells.
  private mutating func emitInner(
    _ birth: Birth, _ life: ParticleLife, depth: Int, _ histories: inout EmitterHistories,
    _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    for (index, inner) in life.cell.cells.enumerated() {
      guard cancellation.shouldContinue() else { throw .cancelled }
      looks += 1
      guard looks <= ParticleSystem.mostLooks else { throw .tooManyCopies }
      try emit(inner, index, from: life, birth, depth: depth + 1, &histories, &cancellation)
    }
  }

  /// Adds the particles that a particle has emitted from one of its cells since its birth.
  private mutating func emit(
    _ inner: EmitterCell, _ cellIndex: Int, from parent: ParticleLife, _ parentBirth: Birth,
    depth: Int, _ histories: inout EmitterHistories, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    let (source, age, life) = (parent.emitter, parentBirth.age, parent.length)
    let index = recipe(of: inner)
    guard recipes[index].isEnabled, recipes[index].birthRate * source.birthRate > 0 else { return }
    let timing = recipes[index].timing
    let rate = recipes[index].birthRate * source.birthRate
    let reach = try self.reach(index, depth: depth)
    let time = timing.localTime(atParentTime: age)
    // A particle emits other particles only while it is alive.
    let end = min(
      time, timing.activeDuration, timing.speed > 0 ? timing.localTime(atParentTime: life) : time)
    guard reach > 0, end > 0, time - reach < end else { return }
    let cell = recipes[index]
    let last = (end * rate + 1e-9).rounded(.down)
    var number = max(1, ((time - reach) * rate).rounded(.down))
    guard last < 1e15 else { throw .tooManyCopies }
    try charge(max(0, last - number + 1))
    var evaluator: MotionEvaluator?
    let clock = parent.clock(ofCell: timing)
    let lineage = parent.lineage.inner(cellIndex)
    let field = field(of: lineage, cell, clock, histories)
    var group = Group(isStepped: isStepped(field))
    while number <= last {
      guard cancellation.shouldContinue() else { throw .cancelled }
      let born = min(number / rate, time)
      let then = timing.speed == 0 ? age : timing.parentTime(atLocalTime: born)
      let own = parent.random.particle(Int(number), ofCell: cellIndex)
      let motion = try motion(of: parent, at: then, &evaluator, &cancellation)
      let departure = Departure(
        position: Vector3(motion.position.x, motion.position.y, motion.position.z),
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

// MARK: Visible duration of a particle

extension Layer {
  /// The time of the emitter, in seconds, after which all particles repeat with each loop. For a warm emitter, the particles
  /// repeat from time 0 on.
  package var particlesArePeriodicFrom: Double {
    let emitter = values.emitter
    if emitter.isWarm { return 0 }
    var system = ParticleSystem(
      self, copy: [], emitter: emitter, now: LocalTime(time: 0, undelayed: 0), limit: 0)
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
  /// An upper bound of the time, in seconds of the cell's time, during which a born particle, or a particle that the born
  /// particle emits, can be visible.
  fileprivate mutating func reach(_ index: Int, depth: Int) throws(PresentationError) -> Double {
    if depth > EmitterCell.depthLimit { throw .tooDeep }
    if let known = reaches[index] { return known }
    let cell = recipes[index]
    let life = max(
      0, lifetimes.life(cell) * lifetimes.multiplier(emitter, model: layer.values.emitter))
    var reach = life
    for inner in cell.cells where life > 0 {
      let own = try self.reach(recipe(of: inner), depth: depth + 1)
      // Inner cells have their own timing, so the last particle that an inner cell emits determines the bound.
      let timing = inner.values.timing
      let speed = timing.speed.magnitude
      reach = max(reach, life + (speed > 0 ? own / speed : .infinity))
    }
    reaches[index] = reach
    return reach
  }
}
