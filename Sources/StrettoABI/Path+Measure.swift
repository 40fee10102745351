// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

@c @implementation public func stretto_path_add_arc(
  _ self: Handle, _ cx: Double, _ cy: Double, _ radius: Double, _ start: Double, _ end: Double,
  _ isClockwise: Int32
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(cx, cy, radius, start, end)
    guard (max(cx.magnitude, cy.magnitude) + 2 * radius.magnitude).isFinite else {
      throw ABIError.invalid("the circle would leave the range of finite numbers")
    }
    let turn = Path.arcTurn(from: start, to: end, isClockwise: isClockwise != 0)
    // The line to where it begins, and curves of at most 30 degrees.
    try object.checkRoom(for: 2 + (turn.magnitude / (.pi / 6)).rounded(.up))
    object.path.arc(
      center: Point(cx, cy), radius: radius, from: start, to: end, isClockwise: isClockwise != 0)
  }
}

@c @implementation public func stretto_path_add_path(
  _ self: Handle, _ other: Handle, _ transform: In<stretto_transform>
) -> Status {
  var added = Path()
  let status = reading(other, PathObject.self) {
    added = $0.path
    guard let matrix = transform?.pointee.transform else { return }
    let plane = PlaneTransform(flattening: matrix)
    guard plane.isAffine, plane.isFinite else {
      throw ABIError.invalid(
        "transform: a path takes finite transforms without perspective; m14 = m24 = 0, m44 = 1")
    }
    added = added.map { plane.apply($0) }
    guard added.controlBounds?.isFinite ?? true else {
      throw ABIError.invalid("transform: the path would leave the range of finite numbers")
    }
  }
  if status != Status(STRETTO_OK) { return status }
  return changing(self, PathObject.self) { try $0.add(added) }
}

extension PathObject {
  /// Elements of a path made of paths, or of letters: one that is added to itself again and again would fill any memory.
  static let mostElements = 1 << 22

  static var tooLong: ABIError {
    .limit("the path would have too many elements; \(mostElements) are allowed")
  }

  /// Puts a path after this one, if there is room for it.
  func add(_ added: Path) throws {
    try checkRoom(for: Double(added.elements.count))
    path.append(added)
  }

  /// Refuses so many more elements where there is no room for them.
  func checkRoom(for count: Double) throws {
    guard Double(path.elements.count) + count <= Double(PathObject.mostElements) else {
      throw PathObject.tooLong
    }
  }
}

@c @implementation public func stretto_path_get_bounds(
  _ self: Handle, _ outValues: Out<Double>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, PathObject.self) {
    let bounds = $0.path.bounds.map { [$0.x, $0.y, $0.width, $0.height] }
    try write(bounds ?? [], to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_path_get_length(_ self: Handle, _ outLength: Out<Double>)
  -> Status
{
  reading(self, PathObject.self) {
    try pointer(outLength, "out_length").pointee = PathMeasure($0.path).length
  }
}

@c @implementation public func stretto_path_point_at(
  _ self: Handle, _ distance: Double, _ outX: Out<Double>, _ outY: Out<Double>,
  _ outAngle: Out<Double>
) -> Status {
  reading(self, PathObject.self) {
    try finite(distance, "distance")
    guard let place = PathMeasure($0.path).point(at: distance) else {
      throw ABIError.invalid("the path has no lines or curves to be at a distance along")
    }
    (try pointer(outX, "out_x").pointee, try pointer(outY, "out_y").pointee) =
      (place.point.x, place.point.y)
    outAngle?.pointee = place.angle
  }
}
