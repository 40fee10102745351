// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_path_create") @implementation
public func stretto_path_create(
  _ outPath: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outPath, "out_path") { PathObject() }
}

@_cdecl("stretto_path_retain") @implementation
public func stretto_path_retain(
  _ self: OpaquePointer?
) -> stretto_status {
  retain(self, PathObject.self)
}

@_cdecl("stretto_path_release") @implementation
public func stretto_path_release(
  _ self: OpaquePointer?
) -> stretto_status {
  release(self, PathObject.self)
}

@_cdecl("stretto_path_move_to") @implementation
public func stretto_path_move_to(
  _ self: OpaquePointer?, _ x: Double, _ y: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y)
    object.path.move(to: Point(x, y))
  }
}

@_cdecl("stretto_path_line_to") @implementation
public func stretto_path_line_to(
  _ self: OpaquePointer?, _ x: Double, _ y: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y)
    object.path.line(to: Point(x, y))
  }
}

@_cdecl("stretto_path_quad_to") @implementation
public func stretto_path_quad_to(
  _ self: OpaquePointer?, _ cx: Double, _ cy: Double, _ x: Double, _ y: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(cx, cy, x, y)
    object.path.quad(to: Point(x, y), control: Point(cx, cy))
  }
}

@_cdecl("stretto_path_curve_to") @implementation
public func stretto_path_curve_to(
  _ self: OpaquePointer?, _ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double,
  _ y: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(c1x, c1y, c2x, c2y, x, y)
    object.path.curve(to: Point(x, y), control1: Point(c1x, c1y), control2: Point(c2x, c2y))
  }
}

@_cdecl("stretto_path_close") @implementation
public func stretto_path_close(
  _ self: OpaquePointer?
) -> stretto_status {
  changing(self, PathObject.self) { $0.path.close() }
}

@_cdecl("stretto_path_add_rect") @implementation
public func stretto_path_add_rect(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height)
    object.path.append(.rect(Rect(x, y, width, height).standardized))
  }
}

@_cdecl("stretto_path_add_ellipse") @implementation
public func stretto_path_add_ellipse(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height)
    object.path.append(.ellipse(Rect(x, y, width, height).standardized))
  }
}

@_cdecl("stretto_path_add_rounded_rect") @implementation
public func stretto_path_add_rounded_rect(
  _ self: OpaquePointer?, _ x: Double,
  _ y: Double,
  _ width: Double, _ height: Double, _ radiusX: Double, _ radiusY: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height, radiusX, radiusY)
    object.path.append(
      .roundedRect(
        Rect(x, y, width, height).standardized, radiusX: radiusX, radiusY: radiusY))
  }
}

@_cdecl("stretto_path_add_svg") @implementation
public func stretto_path_add_svg(
  _ self: OpaquePointer?, _ string: UnsafePointer<CChar>?
) -> stretto_status {
  changing(self, PathObject.self) { $0.path.append(try svgPath(text(string, "text"))) }
}

@_cdecl("stretto_path_get_elements") @implementation
public func stretto_path_get_elements(
  _ self: OpaquePointer?, _ outLetters: UnsafeMutablePointer<CChar>?, _ letterCapacity: UInt32,
  _ outNumbers: UnsafeMutablePointer<Double>?, _ numberCapacity: UInt32,
  _ outLetterCount: UnsafeMutablePointer<UInt32>?, _ outNumberCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, PathObject.self) {
    let (letters, numbers) = $0.path.lettersAndNumbers
    try write(letters, to: outLetters, letterCapacity, outLetterCount)
    try write(numbers, to: outNumbers, numberCapacity, outNumberCount)
  }
}
