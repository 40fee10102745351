// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

@c @implementation public func stretto_path_create(_ outPath: Out<Handle>) -> Status {
  create(outPath, "out_path") { PathObject() }
}

@c @implementation public func stretto_path_retain(_ self: Handle) -> Status {
  retain(self, PathObject.self)
}

@c @implementation public func stretto_path_release(_ self: Handle) -> Status {
  release(self, PathObject.self)
}

@c @implementation public func stretto_path_move_to(_ self: Handle, _ x: Double, _ y: Double)
  -> Status
{
  changing(self, PathObject.self) { object in
    try checkFinite(x, y)
    object.path.move(to: Point(x, y))
  }
}

@c @implementation public func stretto_path_line_to(_ self: Handle, _ x: Double, _ y: Double)
  -> Status
{
  changing(self, PathObject.self) { object in
    try checkFinite(x, y)
    object.path.line(to: Point(x, y))
  }
}

@c @implementation public func stretto_path_quad_to(
  _ self: Handle, _ cx: Double, _ cy: Double, _ x: Double, _ y: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(cx, cy, x, y)
    object.path.quad(to: Point(x, y), control: Point(cx, cy))
  }
}

@c @implementation public func stretto_path_curve_to(
  _ self: Handle, _ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double,
  _ y: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(c1x, c1y, c2x, c2y, x, y)
    object.path.curve(to: Point(x, y), control1: Point(c1x, c1y), control2: Point(c2x, c2y))
  }
}

@c @implementation public func stretto_path_close(_ self: Handle) -> Status {
  changing(self, PathObject.self) { $0.path.close() }
}

@c @implementation public func stretto_path_add_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height)
    object.path.append(.rect(Rect(x, y, width, height).standardized))
  }
}

@c @implementation public func stretto_path_add_ellipse(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height)
    object.path.append(.ellipse(Rect(x, y, width, height).standardized))
  }
}

@c @implementation public func stretto_path_add_rounded_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radiusX: Double,
  _ radiusY: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height, radiusX, radiusY)
    object.path.append(
      .roundedRect(
        Rect(x, y, width, height).standardized, radiusX: radiusX, radiusY: radiusY))
  }
}

@c @implementation public func stretto_path_add_svg(_ self: Handle, _ string: CString) -> Status {
  changing(self, PathObject.self) { $0.path.append(try svgPath(text(string, "text"))) }
}

@c @implementation public func stretto_path_get_elements(
  _ self: Handle, _ outLetters: Out<CChar>, _ letterCapacity: UInt32, _ outNumbers: Out<Double>,
  _ numberCapacity: UInt32, _ outLetterCount: Out<UInt32>, _ outNumberCount: Out<UInt32>
) -> Status {
  reading(self, PathObject.self) {
    let (letters, numbers) = $0.path.lettersAndNumbers
    try write(letters, to: outLetters, letterCapacity, outLetterCount)
    try write(numbers, to: outNumbers, numberCapacity, outNumberCount)
  }
}
