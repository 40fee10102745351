/// A time interval of a cell in which forces change little. Within a force segment, forces that do not depend on the position are
/// parabolas in time. The attractors of a force segment are interpolated linearly.
struct ForceSegment {
  let start: Double
  let end: Double
  /// The coefficients of 1, u and u^2 of the acceleration, where u is the time in seconds since the start of the force segment.
  private let acceleration: (Vector, Vector, Vector)
  private let force: (Vector, Vector, Vector)
  /// The mean drag over the force segment, as the fraction of the velocity that is lost per second.
  let drag: Double
  let attractors: (first: [Attractor<Double>], last: [Attractor<Double>])
  /// True if the attractors are constant over the whole force segment.
  let attractorsStay: Bool
  /// The map of a particle's motion from the start to the end of the force segment, for a particle whose inverse mass is
  /// `inverseMass`.
  private(set) var motionMap = MotionMap()

  /// - Parameter samples: The forces at the start, in the middle and at the end of the force segment.
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
    motionMap = motionMap(from: start, to: end, inverseMass)
  }

  /// Creates a force segment of constant forces.
  init(_ start: Double, _ end: Double, constant: Forces, _ inverseMass: Double) {
    (self.start, self.end, drag, attractorsStay) = (start, end, constant.drag, true)
    acceleration = (constant.acceleration, .zero, .zero)
    force = (constant.force, .zero, .zero)
    attractors = (constant.attractors, constant.attractors)
    motionMap = motionMap(from: start, to: end, inverseMass)
  }

  /// The coefficients of the parabola through three equidistant values, of which the first and the last are `length` seconds
  /// apart.
  private static func parabola(_ a: Vector, _ b: Vector, _ c: Vector, _ length: Double)
    -> (Vector, Vector, Vector)
  {
    let slope: Vector = b * 4 - a * 3 - c
    let bend: Vector = a * 2 - b * 4 + c * 2
    return (a, slope / length, bend / (length * length))
  }

  /// The coefficients of 1, u and u^2 of a particle's acceleration without attractors, where u is the time in seconds since the
  /// start of the segment.
  @inline(__always)
  func coefficients(_ inverseMass: Double) -> (Vector, Vector, Vector) {
    (
      acceleration.0 + force.0 * inverseMass, acceleration.1 + force.1 * inverseMass,
      acceleration.2 + force.2 * inverseMass
    )
  }

  /// The map of a particle's motion from one time of the force segment to another time, without attractors.
  func motionMap(from: Double, to: Double, _ inverseMass: Double) -> MotionMap {
    let (u, h) = (from - start, to - from)
    let (c0, c1, third) = coefficients(inverseMass)
    // The coefficients of the acceleration's parabola are shifted, so that the parabola's time starts at `from`.
    let first: Vector = c0 + (c1 + third * u) * u
    let second: Vector = c1 + third * (2 * u)
    let e = ExponentialIntegrals(-drag * inverseMass * h)
    func sum(_ a: Double, _ b: Double, _ c: Double) -> Vector {
      let ab: Vector = first * a + second * b
      return ab + third * c
    }
    let (h2, h3) = (h * h, h * h * h)
    return MotionMap(
      decay: e.phi0, reach: h * e.phi1,
      shift: sum(h2 * e.phi2, h3 * e.phi3, 2 * h2 * h2 * e.phi4),
      gain: sum(h * e.phi1, h2 * e.phi2, 2 * h3 * e.phi3))
  }
}
