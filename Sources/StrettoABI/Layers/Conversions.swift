// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoQuestions

@c @implementation public func stretto_layer_contains_point(
  _ self: Handle, _ x: Double, _ y: Double, _ outContains: Out<Bool>
) -> Status {
  reading(self, Layer.self) {
    let (bounds, out) = ($0.values.bounds, try pointer(outContains, "out_contains"))
    let isInside =
      try finite(x, "x") >= bounds.minX && x < bounds.maxX && finite(y, "y") >= bounds.minY
      && y < bounds.maxY
    out.pointee = isInside
  }
}

@c @implementation public func stretto_appearance_convert_points(
  _ self: In<stretto_appearance>, _ to: In<stretto_appearance>, _ time: Double,
  _ points: Out<Double>, _ count: UInt32
) -> Status {
  converting(self, to, time) { plane in
    guard count > 0 else { return }
    let points = try pointer(points, "points")
    let given = (0..<Int(count)).map { Point(points[2 * $0], points[2 * $0 + 1]) }
    for (index, point) in try converted(given, by: plane).enumerated() {
      (points[2 * index], points[2 * index + 1]) = (point.x, point.y)
    }
  }
}

@c @implementation public func stretto_appearance_convert_rect(
  _ self: In<stretto_appearance>, _ to: In<stretto_appearance>, _ time: Double, _ rect: Out<Double>
) -> Status {
  converting(self, to, time) { plane in
    let out = try pointer(rect, "rect")
    let rect = Rect(out[0], out[1], out[2], out[3]).standardized
    let corners = [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ]
    let mapped = try converted(corners, by: plane)
    let (x, y) = (mapped.map { $0.x }, mapped.map { $0.y })
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    (out[0], out[1]) = (left, top)
    (out[2], out[3]) = ((x.max() ?? 0) - left, (y.max() ?? 0) - top)
  }
}

@c @implementation public func stretto_appearance_convert_time(
  _ self: In<stretto_appearance>, _ to: In<stretto_appearance>, _ time: Double,
  _ outTime: Out<Double>
) -> Status {
  guard let first = self?.pointee.layer ?? to?.pointee.layer else {
    return attempt { try put(finite(time, "time"), outTime, "out_time") }
  }
  return reading(first, Layer.self) { _ in
    let (from, to) = try (self.map { try LayerInstance($0) }, to.map { try LayerInstance($0) })
    let result = try convertedTime(
      finite(time, "time"), from: from.map { ($0.layer, $0.copy) },
      to: to.map { ($0.layer, $0.copy) })
    try put(result, outTime, "out_time")
  }
}

/// Runs a body with the plane transform from one layer instance to another.
private func converting(
  _ from: In<stretto_appearance>, _ to: In<stretto_appearance>,
  _ time: Double, _ body: (PlaneTransform) throws -> Void
) -> Status {
  reading(from?.pointee.layer, Layer.self) { _ in
    let (from, to) = try (LayerInstance(pointer(from, "self")), to.map { try LayerInstance($0) })
    try body(conversion(from: from, to: to, at: finite(time, "time")))
  }
}

private func converted(_ points: [Point], by plane: PlaneTransform) throws -> [Point] {
  try points.map { point in
    let depth = try finite(point.x, "x") * plane.wx + finite(point.y, "y") * plane.wy + plane.ww
    let result = plane.apply(point)
    guard depth > 0, result.x.isFinite, result.y.isFinite else { throw ConversionError.flat }
    return result
  }
}

extension LayerInstance {
  /// Converts a caller's description of a layer instance. Throws unless the layers of the instance are in the locked tree.
  fileprivate init(_ pointer: UnsafePointer<stretto_appearance>) throws {
    let given = try sized(
      pointer, stretto_appearance(), "appearance", least: MemoryLayout<stretto_appearance>.size,
      "it must be sizeof(stretto_appearance)")
    self.init(
      try layerInTree(given.layer), copy: try instance(given.instance, given.instance_count),
      portal: try given.portal.map { try layerInTree($0) },
      portalCopy: try instance(given.portal_instance, given.portal_instance_count))
  }
}
