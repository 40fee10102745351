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
  var attractors: [Attractor] = []

  /// - Parameter time: of the emitter, in seconds.
  init(_ cell: CellValues, _ behaviors: [BehaviorValues], at time: Double) {
    acceleration = Vector(cell.xAcceleration, cell.yAcceleration, cell.zAcceleration)
    for behavior in behaviors where behavior.isEnabled {
      switch behavior.type {
      case .drag: drag += max(0, behavior.drag)
      case .wave:
        let push = Vector(behavior.force.x, behavior.force.y, behavior.force.z)
        force += push * Forces.wave(behavior.frequency, at: time)
      case .attractor, .simpleAttractor: attractors.append(Attractor(behavior))
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
  let attractors: (first: [Attractor], last: [Attractor])
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
    // Where attractors come or go, the segment is as short as segments get.
    let isSame = first.attractors.count == last.attractors.count
    attractors = (first.attractors, isSame ? last.attractors : first.attractors)
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

  /// Sum of acceleration and force over mass at a time within.
  @inline(__always)
  func push(at time: Double, _ inverseMass: Double) -> Vector {
    let u = time - start
    let free: Vector = acceleration.0 + (acceleration.1 + acceleration.2 * u) * u
    let forced: Vector = force.0 + (force.1 + force.2 * u) * u
    return free + forced * inverseMass
  }

  /// Passage of a part of it, without attractors.
  func passage(from: Double, to: Double, _ inverseMass: Double) -> Passage {
    let (u, h) = (from - start, to - from)
    let c1: Vector = acceleration.1 + force.1 * inverseMass
    let c2: Vector = acceleration.2 + force.2 * inverseMass
    // The parabola from here on.
    let first = push(at: from, inverseMass)
    let (second, third): (Vector, Vector) = (c1 + c2 * (2 * u), c2)
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
