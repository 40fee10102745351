import StrettoGeometry
import StrettoLayers

/// The orientation of a particle's image in space, as unit vectors along the image's x and y axes.
struct Orientation {
  var x: Vector
  var y: Vector

  var normal: Vector { Orientation.cross(x, y) }

  /// The orientation of an image that lies in the emitter's plane, rotated by an angle in radians.
  init(angle: Double) {
    x = Vector(cos(angle), sin(angle), 0)
    y = Vector(-sin(angle), cos(angle), 0)
  }

  /// The orientation of a particle of the type `plane`. The normal of the particle's plane is chosen in the cell's cone about
  /// (longitude, latitude), where latitude 0 faces the viewer. The image of the particle is rotated by `rotation` about the
  /// normal and by `spin` about the image's x axis, both in radians.
  init(_ cell: CellValues, _ random: ParticleRandom, rotation: Double, spin: Double) {
    var (latitude, longitude) = (cell.orientationLatitude, cell.orientationLongitude)
    let half = min(cell.orientationRange.magnitude / 2, Double.pi)
    if half > 0 {
      // A uniformly distributed height gives a uniform distribution over the surface of a sphere (Archimedes).
      let along = 1 - random.unit(.orientation) * (1 - cos(half))
      let aside = max(0, 1 - along * along).squareRoot()
      let around = random.unit(.aroundOrientation) * 2 * Double.pi
      let middle = Orientation.axes(longitude, latitude)
      let normal =
        middle.normal * along + (middle.x * cos(around) + middle.y * sin(around)) * aside
      latitude = atan2((normal.x * normal.x + normal.y * normal.y).squareRoot(), normal.z)
      longitude = atan2(normal.y, normal.x)
    }
    let born = Orientation.axes(longitude, latitude)
    let normal = born.normal
    x = born.x * cos(rotation) + born.y * sin(rotation)
    let upright = born.y * cos(rotation) - born.x * sin(rotation)
    y = upright * cos(spin) + normal * sin(spin)
  }

  private init(x: Vector, y: Vector) { (self.x, self.y) = (x, y) }

  /// The orientation of an image that is tilted by the latitude towards the longitude.
  private static func axes(_ longitude: Double, _ latitude: Double) -> Orientation {
    let (sinLon, cosLon) = (sin(longitude), cos(longitude))
    let (sinLat, cosLat) = (sin(latitude), cos(latitude))
    return Orientation(
      x: Vector(cosLon * cosLat, sinLon * cosLat, -sinLat), y: Vector(-sinLon, cosLon, 0))
  }

  static func cross(_ a: Vector, _ b: Vector) -> Vector {
    Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// This orientation, rotated so that the image's y axis points along a velocity, and then rotated by `turns` radians about the
  /// image's normal.
  ///
  /// - Parameter inSpace: True if the image may leave its plane, and false if the image only rotates about the z axis.
  func aligned(to velocity: Vector, turns: Double, inSpace: Bool) -> Orientation {
    let speed = (velocity * velocity).sum().squareRoot()
    guard speed > 0, speed.isFinite else { return self }
    var aligned = self
    if inSpace {
      // The shortest rotation from the y axis to the direction of the velocity.
      let direction = velocity / speed
      let (axis, cosine) = (Orientation.cross(y, direction), (y * direction).sum())
      aligned.y = direction
      if cosine > -0.999_999 {
        let once = Orientation.cross(axis, x)
        aligned.x = x + once + Orientation.cross(axis, once) / (1 + cosine)
      }
    } else {
      guard velocity.x != 0 || velocity.y != 0 else { return self }
      let angle = atan2(velocity.y, velocity.x) - atan2(y.y, y.x)
      func turned(_ v: Vector) -> Vector {
        Vector(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle), v.z)
      }
      (aligned.x, aligned.y) = (turned(x), turned(y))
    }
    if turns == 0 { return aligned }
    let (s, c) = (sin(turns * 2 * Double.pi), cos(turns * 2 * Double.pi))
    return Orientation(
      x: aligned.x * c + aligned.y * s, y: aligned.y * c - aligned.x * s)
  }
}
