import StrettoGeometry
import StrettoLayers

/// A spring that pulls particles towards a point, an axis or a plane, from a radius on.
struct Attractor: Equatable {
  var type: AttractorType
  /// Points per second squared for each point beyond the radius, for a mass of 1.
  var stiffness: Double
  var radius: Double
  var center: Vector
  /// Direction of the axis, or of the normal of the plane, of length 1.
  var axis: Vector
  var falloff: Double
  var falloffDistance: Double

  /// Stiffness over mass up to which steps of 1/120 s follow the spring.
  private static let stiffest: Double = 14_400

  init(_ behavior: BehaviorValues) {
    let isSimple = behavior.type == .simpleAttractor
    type = isSimple ? .radial : behavior.attractorType
    (stiffness, radius, falloff) = (behavior.stiffness, max(0, behavior.radius), behavior.falloff)
    center = Vector(behavior.position.x, behavior.position.y, isSimple ? 0 : behavior.zPosition)
    let (latitude, longitude) = (behavior.orientationLatitude, behavior.orientationLongitude)
    axis = Vector(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    let distance = isSimple ? 0 : behavior.falloffDistance
    falloffDistance = distance > 0 ? distance : radius > 0 ? radius : 1
  }

  /// Between two samples of one attractor, `share` of the way from the first.
  static func between(_ a: Attractor, _ b: Attractor, _ share: Double) -> Attractor {
    var mixed = a
    mixed.stiffness += (b.stiffness - a.stiffness) * share
    mixed.radius += (b.radius - a.radius) * share
    mixed.center += (b.center - a.center) * share
    mixed.axis += (b.axis - a.axis) * share
    mixed.falloff += (b.falloff - a.falloff) * share
    mixed.falloffDistance += (b.falloffDistance - a.falloffDistance) * share
    return mixed
  }

  /// True if a straight line between two samples passes this one, as far as anybody could see.
  func isNear(_ other: Attractor) -> Bool {
    let scale = 1e-3 * max(1, stiffness.magnitude)
    let moved = center - other.center
    let turned = axis - other.axis
    return type == other.type && (stiffness - other.stiffness).magnitude <= scale
      && (radius - other.radius).magnitude <= 0.01 && dot(moved, moved) <= 1e-4
      && dot(turned, turned) <= 1e-8 && (falloff - other.falloff).magnitude <= 0.01
      && (falloffDistance - other.falloffDistance).magnitude <= 0.01
  }

  /// Acceleration of a particle, in points per second squared.
  ///
  /// Core Animation's header does not say what the falloff is. Here a spring pulls whatever is beyond the radius, and with a
  /// falloff above 0 the pull weakens with the distance. With a falloff below 0 the spring pushes outwards what is within the
  /// radius instead, in a shell as deep as the falloff says: in the confetti of Messages the radius is 300 and the falloff
  /// -290, and pieces that are born at rest near the centre fly outwards.
  @inline(__always)
  func pull(at place: Vector, _ inverseMass: Double) -> Vector {
    var way = center - place
    switch type {
    case .radial: break
    case .axial: way -= axis * dot(axis, way)
    case .planar: way = axis * dot(axis, way)
    }
    let distance = dot(way, way).squareRoot()
    let stretch = distance - radius
    let acts = falloff < 0 ? stretch > falloff && stretch < 0 : stretch > 0
    guard distance > 0, acts else { return .zero }
    let stiffness = (stiffness * inverseMass).clamped(to: -Attractor.stiffest...Attractor.stiffest)
    var pull = stiffness * stretch
    if falloff > 0 { pull /= pow(1 + stretch / falloffDistance, falloff) }
    return way * (pull / distance)
  }
}

@inline(__always)
private func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
