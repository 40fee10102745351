import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A spring that attracts particles beyond a radius to a point, an axis or a plane. If `L` has eight SIMD lanes, the attractor
/// has one spring for each of eight particles.
struct Attractor<L: Lane> {
  /// The acceleration in points per second squared for each point of distance beyond the radius, for a mass of 1.
  var stiffness: L
  var radius: L
  var center: Vectors<L>
  /// The unit vector along the axis of the attractor, or along the normal of its plane.
  var axis: Vectors<L>
  var falloff: L
  var falloffDistance: L
  /// The weights of the vector from the particle to the centre, and of the component of this vector along the axis. The spring of
  /// an attractor pulls along the weighted sum of the two vectors.
  var direct: L
  var along: L

  /// The greatest quotient of stiffness and mass that integration in steps of 1/120 s can follow.
  private static var stiffest: Double { 14_400 }

  /// The interpolation between two samples of one attractor, at a fraction `fraction` from the first sample.
  @inline(__always)
  static func between(_ a: Attractor, _ b: Attractor, _ fraction: L) -> Attractor {
    var mixed = a
    mixed.stiffness = a.stiffness + (b.stiffness - a.stiffness) * fraction
    mixed.radius = a.radius + (b.radius - a.radius) * fraction
    mixed.center = a.center + (b.center - a.center) * fraction
    mixed.axis = a.axis + (b.axis - a.axis) * fraction
    mixed.falloff = a.falloff + (b.falloff - a.falloff) * fraction
    mixed.falloffDistance = a.falloffDistance + (b.falloffDistance - a.falloffDistance) * fraction
    return mixed
  }

  /// The acceleration of a particle in points per second squared.
  ///
  /// Core Animation's header does not define the falloff. In Stretto, a spring attracts particles beyond the radius, and a
  /// falloff above 0 weakens the attraction with the distance. If the falloff is below 0, particles inside the radius are pushed
  /// outwards, in a shell whose depth is the falloff's magnitude. For example, the confetti of Messages has a radius of 300 and a
  /// falloff of -290, and confetti that is born at rest near the centre flies outwards.
  @inline(__always)
  func pull(at position: Vectors<L>, _ inverseMass: L) -> Vectors<L> {
    let zero = L(repeating: 0)
    var offset = center - position
    if (.!(along .== zero)).isAny {
      offset = offset * direct + axis * (Vectors.dot(axis, offset) * along)
    }
    let distance = Vectors.dot(offset, offset).squareRoot()
    let excess = distance - radius
    let (weakens, pushes) = (falloff .> zero, falloff .< zero)
    let isInShell = pushes .& (excess .> falloff) .& (excess .< zero)
    let acts = (distance .> zero) .& (isInShell .| (.!pushes .& (excess .> zero)))
    let stiffest = Attractor.stiffest
    var pull = (stiffness * inverseMass).clamped(-stiffest, stiffest) * excess
    if (weakens .& acts).isAny {
      let weakness = L.inversePower(excess / falloffDistance + 1, falloff)
      pull.replace(with: pull * weakness, where: weakens)
    }
    return offset * zero.replacing(pull / distance, where: acts)
  }
}

extension Attractor<Double>: Equatable {
  /// Creates the attractor of a behavior. If the behavior is disabled, the stiffness of the attractor is 0.
  init(_ behavior: BehaviorValues) {
    let isSimple = behavior.type == .simpleAttractor
    stiffness = behavior.isEnabled ? behavior.stiffness : 0
    (radius, falloff) = (max(0, behavior.radius), behavior.falloff)
    center = Vectors(behavior.position.x, behavior.position.y, isSimple ? 0 : behavior.zPosition)
    let (latitude, longitude) = (behavior.orientationLatitude, behavior.orientationLongitude)
    axis = Vectors(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    let distance = isSimple ? 0 : behavior.falloffDistance
    falloffDistance = distance > 0 ? distance : radius > 0 ? radius : 1
    switch isSimple ? .radial : behavior.attractorType {
    case .radial: (direct, along) = (1, 0)
    case .axial: (direct, along) = (1, -1)
    case .planar: (direct, along) = (0, 1)
    }
  }

  /// True if the interpolation between two samples approximates another sample of the attractor without a visible difference.
  func isNear(_ other: Attractor) -> Bool {
    let scale = 1e-3 * max(1, stiffness.magnitude)
    let moved = center - other.center
    let turned = axis - other.axis
    return direct == other.direct && along == other.along
      && (stiffness - other.stiffness).magnitude <= scale
      && (radius - other.radius).magnitude <= 0.01 && Vectors.dot(moved, moved) <= 1e-4
      && Vectors.dot(turned, turned) <= 1e-8 && (falloff - other.falloff).magnitude <= 0.01
      && (falloffDistance - other.falloffDistance).magnitude <= 0.01
  }
}

extension Attractor {
  /// Creates an attractor with equal values in all lanes.
  init(repeating one: Attractor<Double>) {
    (stiffness, radius) = (L(repeating: one.stiffness), L(repeating: one.radius))
    (center, axis) = (Vectors(repeating: one.center[0]), Vectors(repeating: one.axis[0]))
    (falloff, falloffDistance) = (
      L(repeating: one.falloff), L(repeating: one.falloffDistance)
    )
    (direct, along) = (L(repeating: one.direct), L(repeating: one.along))
  }

  mutating func set(_ lane: Int, to one: Attractor<Double>) {
    (stiffness[lane], radius[lane]) = (one.stiffness, one.radius)
    (center[lane], axis[lane]) = (one.center[0], one.axis[0])
    (falloff[lane], falloffDistance[lane]) = (one.falloff, one.falloffDistance)
    (direct[lane], along[lane]) = (one.direct, one.along)
  }
}
