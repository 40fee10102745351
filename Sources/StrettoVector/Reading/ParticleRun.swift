import StrettoGeometry
import StrettoPresentation

/// A particle over an uninterrupted time in which it is visible, in seconds of the file.
final class ParticleRun {
  let recipe: Int
  private(set) var samples: [Sample] = []
  /// The time at which the particle appears, in seconds of the file. The field `end` is the time in seconds at which the particle
  /// disappears.
  private(set) var begin: Double
  private(set) var end = 0.0

  struct Sample {
    let time: Double
    let particle: Particle
  }

  private init(recipe: Int, begin: Double) { (self.recipe, self.begin) = (recipe, begin) }

  /// Values of the particle at each sample, extrapolated to the particle's begin and end.
  func values(_ pick: (Particle) -> [Double]) -> [TimedValue] {
    var values = samples.map { TimedValue(time: $0.time, value: pick($0.particle)) }
    guard let first = values.first, let last = values.last else { return [] }
    let ahead = values.count > 1 ? values[1] : first
    let behind = values.count > 1 ? values[values.count - 2] : last
    if begin < first.time { values.insert(ParticleRun.carried(ahead, first, to: begin), at: 0) }
    if end > last.time { values.append(ParticleRun.carried(behind, last, to: end)) }
    return values
  }

  /// The linear extrapolation of two timed values to a third time.
  private static func carried(_ a: TimedValue, _ b: TimedValue, to time: Double) -> TimedValue {
    let width = b.time - a.time
    guard width != 0 else { return TimedValue(time: time, value: b.value) }
    let fraction = (time - b.time) / width
    return TimedValue(time: time, value: zip(a.value, b.value).map { $1 + ($1 - $0) * fraction })
  }
}

/// All particles of an emitter in a file, in drawing order.
struct ParticleRuns {
  private(set) var runs: [ParticleRun] = []
  /// Indices into `runs`, in drawing order.
  private(set) var order: [Int] = []
  private(set) var pictures: [ParticleReader.Picture?] = []
  /// Whether the drawing order of any two particles changes.
  private(set) var changesOrder = false
  private var open: [Key: Int] = [:]
  private var last: (time: Double, local: Double)?
  private var rate: Double?

  /// Identifies a particle at all times of a file. If several particles of a cell are born at the same time, `copy` numbers the
  /// particles in list order.
  private struct Key: Hashable {
    let recipe: Int
    let number: Int
    let birth: Int64
    var copy = 0
  }

  /// Adds the particles of the emitter at one time. Successive calls of `add` must pass ascending times.
  ///
  /// - Parameters:
  ///   - time: The time in seconds of the file.
  ///   - local: The emitter's local time; nil if the emitter is not visible.
  mutating func add(
    _ particles: [Particle], _ pictures: [ParticleReader.Picture?], at time: Double, local: Double?
  ) {
    if self.pictures.count < pictures.count { self.pictures = pictures }
    guard let local else { return close(at: time, isJump: true) }
    if isJump(to: time, local) { close(at: time, isJump: true) }
    var now: [Key: Int] = [:]
    var list: [Int] = []
    for particle in particles {
      let birth = Int64(clamping: Int((particle.birthTime * 1e6).clamped(to: -1e15...1e15)))
      var key = Key(recipe: particle.recipe, number: particle.number, birth: birth)
      while now[key] != nil { key.copy += 1 }
      let index = open[key] ?? begin(particle, at: time)
      now[key] = index
      runs[index].add(particle, at: time)
      list.append(index)
    }
    for (key, index) in open where now[key] == nil {
      runs[index].close(before: time, isJump: false)
    }
    open = now
    put(list)
    last = (time, local)
  }

  /// Ends all visible particles at the end of a file.
  mutating func finish(at time: Double) {
    for index in open.values { runs[index].close(at: time) }
    open = [:]
  }

  private mutating func close(at time: Double, isJump: Bool) {
    for index in open.values { runs[index].close(before: time, isJump: isJump) }
    (open, last) = ([:], nil)
  }

  /// Whether the emitter's time jumps before the given sample. The speed of the emitter's time may change gradually without a
  /// jump.
  private mutating func isJump(to time: Double, _ local: Double) -> Bool {
    guard let last, time > last.time else { return false }
    let change = local - last.local
    let width = time - last.time
    guard let rate else {
      self.rate = change / width
      return change < 0
    }
    if (change - rate * width).magnitude > 0.5 * rate.magnitude * width + 1e-9 { return true }
    self.rate = change / width
    return false
  }

  private mutating func begin(_ particle: Particle, at time: Double) -> Int {
    let before = last?.time ?? time
    // If a particle's age is less than the interval since the previous sample, the particle was born after the previous sample.
    let pace = rate.map { $0 == 0 ? 1 : $0.magnitude } ?? 1
    let born = time - particle.age / pace
    runs.append(.init(particle, begin: max(before, min(time, born))))
    return runs.count - 1
  }

  /// Inserts new particles into the drawing order of all particles, so that the drawing order agrees with the list of visible
  /// particles.
  private mutating func put(_ list: [Int]) {
    var positions: [Int: Int] = [:]
    for (position, index) in order.enumerated() { positions[index] = position }
    // The positions of known particles in the drawing order must ascend. In the drawing order, a new particle follows the known
    // particle that precedes the new particle in the list.
    var (after, inserted): (Int, [(after: Int, run: Int)]) = (-1, [])
    for index in list {
      if let position = positions[index] {
        if position < after { changesOrder = true }
        after = max(after, position)
      } else {
        inserted.append((after, index))
      }
    }
    guard !inserted.isEmpty else { return }
    var (result, next) = ([Int](), 0)
    for position in -1..<order.count {
      if position >= 0 { result.append(order[position]) }
      while next < inserted.count, inserted[next].after == position {
        result.append(inserted[next].run)
        next += 1
      }
    }
    order = result
  }
}

extension ParticleRun {
  fileprivate convenience init(_ particle: Particle, begin: Double) {
    self.init(recipe: particle.recipe, begin: begin)
  }

  fileprivate func add(_ particle: Particle, at time: Double) {
    samples.append(Sample(time: time, particle: particle))
    end = time
  }

  /// Ends the particle before the first sample in which the particle is missing.
  ///
  /// - Parameter isJump: Whether the emitter's time jumps, so that the particle's age does not give the time of its end.
  fileprivate func close(before time: Double, isJump: Bool) {
    guard let last = samples.last else { return }
    guard !isJump else {
      end = (last.time + time) / 2
      return
    }
    var pace = 1.0
    if let first = samples.first, last.time > first.time {
      pace = (last.particle.age - first.particle.age) / (last.time - first.time)
    }
    let left = pace > 0 ? (last.particle.lifetime - last.particle.age) / pace : time - last.time
    end = min(time, last.time + max(0, left))
  }

  fileprivate func close(at time: Double) { end = time }
}
