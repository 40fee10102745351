extension Path {
  /// Distance from the corner of the rectangle, along the side, at which a continuous corner of radius 1 begins.
  private static let continuousReach: Double = 1.528_664_98

  /// A rectangle with continuous corners.
  ///
  /// Each continuous corner has three curves, which begin 1.528665 radii from the corner of the rectangle and meet the sides
  /// without a jump in curvature. If a side of the rectangle is too short for the curves of a continuous corner, the corner
  /// approaches a quarter circle. The points of the curves come from measurements of UIKit's continuous corners that several
  /// authors have published.
  public static func continuousRoundedRect(
    _ r: Rect, radius: Double, corners: CornerMask = .all
  ) -> Path {
    let half = max(0, min(r.width, r.height) / 2)
    let radius = radius.clamped(to: 0...half)
    // `fraction` is 1 if the whole continuous corner fits, and 0 if only a quarter circle fits.
    let fraction =
      radius > 0 ? ((half / radius - 1) / (continuousReach - 1)).clamped(to: 0...1) : 0
    let points = zip(circular, continuous).map { $0.interpolated(to: $1, fraction) * radius }
    var path = Path()
    let first = corners.contains(.minXMinY) ? points[0].x : 0
    path.move(to: Point(r.minX + first, r.minY))
    for (corner, position, along, away) in cornerPoints(of: r) {
      guard corners.contains(corner) else {
        path.line(to: position)
        continue
      }
      let curve = points.map { position - along * $0.x + away * $0.y }
      path.line(to: curve[0])
      for i in [1, 4, 7] {
        path.curve(to: curve[i + 2], control1: curve[i], control2: curve[i + 1])
      }
    }
    path.close()
    return path
  }

  /// The ten points of a continuous corner of radius 1. Each point of a continuous corner is given by a distance back along the
  /// incoming side and a distance along the outgoing side.
  private static let continuous: [Point] = [
    Point(continuousReach, 0), Point(1.088_492_96, 0), Point(0.868_406_94, 0),
    Point(0.631_493_79, 0.074_911_39), Point(0.372_823_83, 0.169_059_56),
    Point(0.169_059_56, 0.372_823_83), Point(0.074_911_39, 0.631_493_79),
    Point(0, 0.868_406_94), Point(0, 1.088_492_96), Point(0, continuousReach),
  ]

  /// The ten points of a quarter circle of radius 1, as three arcs of 22, 46 and 22 degrees.
  private static let circular: [Point] = {
    let angles = [0, 22 * Double.pi / 180, 68 * Double.pi / 180, Double.pi / 2]
    var points = [Point(1, 0)]
    for (a, b) in zip(angles, angles.dropFirst()) {
      let k = 4 / 3 * tan((b - a) / 4)
      points += [
        Point(1 - sin(a) - k * cos(a), 1 - cos(a) + k * sin(a)),
        Point(1 - sin(b) + k * cos(b), 1 - cos(b) - k * sin(b)),
        Point(1 - sin(b), 1 - cos(b)),
      ]
    }
    return points
  }()
}
