extension Path {
  /// Appends a part of an ellipse from the current point `start` to `end`, with the parameters of SVG's arc command.
  ///
  /// Four arcs of an ellipse can connect two points. `isLarge` selects an arc of more than half a turn, and `isClockwise` (as
  /// seen with y downwards; SVG's sweep flag) selects the direction of the arc. `rotation` is the angle in radians by which the
  /// ellipse is rotated. The signs of the ellipse's radii have no effect. If the radii are too small for the distance between
  /// `start` and `end`, both radii are scaled up by the same factor. If a radius is 0, the arc becomes a line to `end`. If
  /// `start` equals `end`, the arc adds nothing to the path.
  ///
  /// The arc becomes cubic curves of at most 30° each, which differ from the ellipse by at most 4e-7 of the larger radius. Source
  /// of the formulas: SVG 2, appendix B.2, in coordinates in which the ellipse is the unit circle, so that no intermediate result
  /// overflows.
  public mutating func arc(
    from start: Point, to end: Point, radiusX: Double, radiusY: Double, rotation: Double,
    isLarge: Bool, isClockwise: Bool
  ) {
    if start == end { return }
    let ellipse = Ellipse(
      center: Point(start.x / 2 + end.x / 2, start.y / 2 + end.y / 2), radiusX: radiusX.magnitude,
      radiusY: radiusY.magnitude, cosine: cos(rotation), sine: sin(rotation))
    // The vector `half` leads from the midpoint of both ends of the arc to the start of the arc. The negative of `half` leads
    // from the midpoint of both ends of the arc to the end of the arc.
    let half = ellipse.onUnitCircle(Point(start.x / 2 - end.x / 2, start.y / 2 - end.y / 2))
    let distance = half.length
    guard distance > 0, distance.isFinite else { return line(to: end) }

    let side = isLarge == isClockwise ? -1.0 : 1.0
    let reach = min(distance, 1)
    let away = side * ((1 - reach) * (1 + reach)).squareRoot()
    let center = Point(away * half.y / distance, -away * half.x / distance)
    let first = Point(half.x / distance * reach, half.y / distance * reach)
    let angle = atan2(first.y - center.y, first.x - center.x)
    let turn = isLarge ? 2 * (Double.pi - asin(reach)) : 2 * asin(reach)
    append(
      ellipse.grown(by: max(distance, 1)), around: center, from: angle,
      turning: isClockwise ? turn : -turn, in: max(1, Int(clampingUp: turn / (.pi / 6) - 1e-9)),
      to: end)
  }

  /// Appends an arc of a circle. If a subpath is open, a line from the current point to the start of the arc is appended first.
  ///
  /// The angles `start` and `end` are in radians from +x towards +y. A clockwise arc (as seen with y downwards) ends at the first
  /// `end` after `start`, and an anticlockwise arc ends at the first `end` before `start`. If `start` and `end` are exactly n
  /// turns apart, the circle is drawn n times. If `start` and `end` are more than a turn apart, the arc includes each whole turn.
  /// Every arc of up to a turn has twelve curves, so that any two such arcs can be interpolated. Source of the directions:
  /// `addArc` of UIKit and Core Graphics.
  public mutating func arc(
    center: Point, radius: Double, from start: Double, to end: Double, isClockwise: Bool
  ) {
    let turn = Path.sweepAngle(from: start, to: end, isClockwise: isClockwise)
    let circle = Ellipse(center: center, radiusX: radius, radiusY: radius, cosine: 1, sine: 0)
    let first = circle.onEllipse(Point(cos(start), sin(start)))
    if let last = elements.last, last != .close { line(to: first) } else { move(to: first) }
    if turn == 0 {
      for _ in 0..<curvesOfTurn { curve(to: first, control1: first, control2: first) }
      return
    }
    // A large angle is reduced to one turn, because the sum of a large angle and the angle of a curve would lose its fractional
    // turns to rounding.
    let angle = start.magnitude > fullTurn ? atan2(sin(start), cos(start)) : start
    let turns = turn / fullTurn
    let isWhole = (turns - turns.rounded()).magnitude < 1e-10
    append(
      circle, around: .zero, from: angle, turning: turn,
      in: curvesOfTurn * max(1, Int(clampingUp: turns.magnitude - 1e-10)),
      to: isWhole ? first : circle.onEllipse(Point(cos(angle + turn), sin(angle + turn))))
  }

  /// The angle that an arc covers, in radians, negative if the arc is anticlockwise.
  public static func sweepAngle(from start: Double, to end: Double, isClockwise: Bool) -> Double {
    let largest = Double.greatestFiniteMagnitude
    let difference = (isClockwise ? end - start : start - end).clamped(to: -largest...largest)
    let nearest = (difference.magnitude / fullTurn).rounded() * fullTurn
    let isWhole = nearest > 0 && (difference.magnitude - nearest).magnitude < 1e-9
    var turn = nearest
    if !isWhole {
      // `fmod` is exact for angles of any size.
      let rest = fmod(difference, fullTurn)
      turn =
        (difference.magnitude / fullTurn).rounded(.down) * fullTurn
        + (rest < 0 ? rest + fullTurn : rest)
    }
    return isClockwise ? turn : -turn
  }

  private mutating func append(
    _ ellipse: Ellipse, around center: Point, from angle: Double, turning turn: Double,
    in count: Int, to end: Point
  ) {
    let step = turn / Double(count)
    let control = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (a, b) = (angle + step * Double(index), angle + step * Double(index + 1))
      let c1 = Point(cos(a) - control * sin(a), sin(a) + control * cos(a))
      let c2 = Point(cos(b) + control * sin(b), sin(b) - control * cos(b))
      let isLast = index == count - 1
      curve(
        to: isLast ? end : ellipse.onEllipse(center + Point(cos(b), sin(b))),
        control1: ellipse.onEllipse(center + c1), control2: ellipse.onEllipse(center + c2))
    }
  }
}

private let fullTurn = 2 * Double.pi
/// The number of curves of an arc of up to a turn.
private let curvesOfTurn = 12

/// An ellipse with a rotation, and its maps to the unit circle and back.
private struct Ellipse {
  var center: Point
  var radiusX: Double
  var radiusY: Double
  var cosine: Double
  var sine: Double

  func grown(by factor: Double) -> Ellipse {
    var result = self
    result.radiusX *= factor
    result.radiusY *= factor
    return result
  }

  func onUnitCircle(_ v: Point) -> Point {
    Point((v.x * cosine + v.y * sine) / radiusX, (v.y * cosine - v.x * sine) / radiusY)
  }

  func onEllipse(_ p: Point) -> Point {
    let (x, y) = (p.x * radiusX, p.y * radiusY)
    return Point(center.x + (x * cosine - y * sine), center.y + (x * sine + y * cosine))
  }
}
