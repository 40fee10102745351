import StrettoGeometry
import StrettoLayers

/// What acts on the particles of a cell at one time.
struct Forces: Equatable {
  /// Points per second squared, whatever the mass.
  var acceleration: Vector = .zero
  /// Points per second squared for a mass of 1.
  var force: Vector = .zero
  /// Share of the velocity that is lost in a second, for a mass of 1.
  var drag: Double = 0
  var attractors: [Attractor<Double>] = []

  /// - Parameters:
  ///   - attracts: whether attractors count; those that are off are among them then, so that there are as many at any time.
  ///   - time: of the emitter, in seconds.
  init(_ cell: CellValues, _ behaviors: [BehaviorValues], attracts: Bool, at time: Double) {
    acceleration = Vector(cell.xAcceleration, cell.yAcceleration, cell.zAcceleration)
    for behavior in behaviors {
      switch behavior.type {
      case .drag: if behavior.isEnabled { drag += max(0, behavior.drag) }
      case .wave:
        guard behavior.isEnabled else { continue }
        let push = Vector(behavior.force.x, behavior.force.y, behavior.force.z)
        force += push * Forces.wave(behavior.frequency, at: time)
      case .attractor, .simpleAttractor: if attracts { attractors.append(Attractor(behavior)) }
      case .alignToMotion, .valueOverLife, .colorOverLife, .light: break
      }
    }
  }

  /// Highest frequency of a wave that is followed; what swings faster moves nothing that could be seen.
  private static let highestFrequency: Double = 120

  /// A triangle between -1 and 1 that rises from 0 at time 0, with its corners rounded by parabolas.
  static func wave(_ frequency: Double, at time: Double) -> Double {
    guard frequency > 0, frequency <= highestFrequency else { return 0 }
    let turns = time * frequency
    let phase = turns - turns.rounded(.down)
    let y = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
    return y * (2 - y.magnitude)
  }
}

/// A span of a cell's time in which forces change little: as parabolas for what does not depend on the place, and in a
/// straight line for attractors.
struct ForceSegment {
  let start: Double
  let end: Double
  /// Coefficients of 1, u and u^2, with u the seconds since the start.
  private let acceleration: (Vector, Vector, Vector)
  private let force: (Vector, Vector, Vector)
  /// Mean of the drag.
  let drag: Double
  let attractors: (first: [Attractor<Double>], last: [Attractor<Double>])
  /// True if the attractors are the same all along it.
  let attractorsStay: Bool
  /// From start to end, for a mass of 1 over `inverseMass`.
  private(set) var passage = Passage()

  /// - Parameter samples: forces at the start, in the middle and at the end.
  init(_ start: Double, _ end: Double, _ samples: (Forces, Forces, Forces), _ inverseMass: Double) {
    (self.start, self.end) = (start, end)
    let (first, middle, last) = samples
    let length = end - start
    acceleration = ForceSegment.parabola(
      first.acceleration, middle.acceleration, last.acceleration, length)
    force = ForceSegment.parabola(first.force, middle.force, last.force, length)
    drag = (first.drag + 4 * middle.drag + last.drag) / 6
    attractors = (first.attractors, last.attractors)
    attractorsStay =
      first.attractors == last.attractors && first.attractors == middle.attractors
    passage = passage(from: start, to: end, inverseMass)
  }

  /// Forces that do not change.
  init(_ start: Double, _ end: Double, constant: Forces, _ inverseMass: Double) {
    (self.start, self.end, drag, attractorsStay) = (start, end, constant.drag, true)
    acceleration = (constant.acceleration, .zero, .zero)
    force = (constant.force, .zero, .zero)
    attractors = (constant.attractors, constant.attractors)
    passage = passage(from: start, to: end, inverseMass)
  }

  /// Coefficients of the parabola through three values, `length` seconds from the first to the last.
  private static func parabola(_ a: Vector, _ b: Vector, _ c: Vector, _ length: Double)
    -> (Vector, Vector, Vector)
  {
    let slope: Vector = b * 4 - a * 3 - c
    let bend: Vector = a * 2 - b * 4 + c * 2
    return (a, slope / length, bend / (length * length))
  }

  /// Coefficients of 1, u and u^2 of the push on a particle, without attractors.
  @inline(__always)
  func coefficients(_ inverseMass: Double) -> (Vector, Vector, Vector) {
    (
      acceleration.0 + force.0 * inverseMass, acceleration.1 + force.1 * inverseMass,
      acceleration.2 + force.2 * inverseMass
    )
  }

  /// Passage of a part of it, without attractors.
  func passage(from: Double, to: Double, _ inverseMass: Double) -> Passage {
    let (u, h) = (from - start, to - from)
    let (c0, c1, third) = coefficients(inverseMass)
    // The parabola from here on.
    let first: Vector = c0 + (c1 + third * u) * u
    let second: Vector = c1 + third * (2 * u)
    let e = ExponentialIntegrals(-drag * inverseMass * h)
    func sum(_ a: Double, _ b: Double, _ c: Double) -> Vector {
      let ab: Vector = first * a + second * b
      return ab + third * c
    }
    let (h2, h3) = (h * h, h * h * h)
    return Passage(
      decay: e.phi0, reach: h * e.phi1,
      shift: sum(h2 * e.phi2, h3 * e.phi3, 2 * h2 * h2 * e.phi4),
      gain: sum(h * e.phi1, h2 * e.phi2, 2 * h3 * e.phi3))
  }
}
