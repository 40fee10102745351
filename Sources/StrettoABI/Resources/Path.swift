// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers

@c @implementation public func stretto_path_create(_ out: Out<Handle>) -> Status {
  create(out, "out_path") { PathObject() }
}

@c @implementation public func stretto_path_retain(_ self: Handle) -> Status {
  retain(self, PathObject.self)
}

@c @implementation public func stretto_path_release(_ self: Handle) -> Status {
  release(self, PathObject.self)
}

// MARK: Elements

@c @implementation public func stretto_path_move_to(_ self: Handle, _ x: Double, _ y: Double)
  -> Status
{
  drawing(self, x, y) { $0.path.move(to: Point(x, y)) }
}

@c @implementation public func stretto_path_line_to(_ self: Handle, _ x: Double, _ y: Double)
  -> Status
{
  drawing(self, x, y) { $0.path.line(to: Point(x, y)) }
}

@c @implementation public func stretto_path_quad_to(
  _ self: Handle, _ cx: Double, _ cy: Double, _ x: Double, _ y: Double
) -> Status {
  drawing(self, cx, cy, x, y) { $0.path.quad(to: Point(x, y), control: Point(cx, cy)) }
}

@c @implementation public func stretto_path_curve_to(
  _ self: Handle, _ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double, _ x: Double,
  _ y: Double
) -> Status {
  drawing(self, c1x, c1y, c2x, c2y, x, y) {
    $0.path.curve(to: Point(x, y), control1: Point(c1x, c1y), control2: Point(c2x, c2y))
  }
}

@c @implementation public func stretto_path_close(_ self: Handle) -> Status {
  changing(self, PathObject.self) { $0.path.close() }
}

@c @implementation public func stretto_path_add_arc(
  _ self: Handle, _ cx: Double, _ cy: Double, _ radius: Double, _ start: Double, _ end: Double,
  _ isClockwise: Bool
) -> Status {
  drawing(self, cx, cy, radius, start, end) {
    try require(
      (max(cx.magnitude, cy.magnitude) + 2 * radius.magnitude).isFinite,
      .invalid("the circle would leave the range of finite numbers"))
    let turn = Path.sweepAngle(from: start, to: end, isClockwise: isClockwise)
    // An arc takes one line to its start and at most twelve curves per turn.
    try $0.checkCapacity(for: 2 + 12 * max(1, (turn.magnitude / (2 * .pi)).rounded(.up)))
    $0.path.arc(
      center: Point(cx, cy), radius: radius, from: start, to: end, isClockwise: isClockwise)
  }
}

@c @implementation public func stretto_path_add_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Status {
  drawing(self, x, y, width, height) {
    $0.path.append(.rect(Rect(x, y, width, height).standardized))
  }
}

@c @implementation public func stretto_path_add_ellipse(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Status {
  drawing(self, x, y, width, height) {
    $0.path.append(.ellipse(Rect(x, y, width, height).standardized))
  }
}

@c @implementation public func stretto_path_add_rounded_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radiusX: Double,
  _ radiusY: Double
) -> Status {
  drawing(self, x, y, width, height, radiusX, radiusY) {
    let rect = Rect(x, y, width, height).standardized
    $0.path.append(.roundedRect(rect, radiusX: radiusX, radiusY: radiusY))
  }
}

@c @implementation public func stretto_path_add_continuous_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
) -> Status {
  drawing(self, x, y, width, height, radius) {
    let rect = Rect(x, y, width, height).standardized
    $0.path.append(.continuousRoundedRect(rect, radius: radius))
  }
}

@c @implementation public func stretto_path_add_svg(_ self: Handle, _ string: CString) -> Status {
  adding(to: self) {
    let text = try text(string, "text")
    return try ending { end in
      do throws(SVGPathError) {
        return try Path(svg: text, upTo: PathObject.mostElements, end.cancellation)
      } catch {
        if error.reason == .tooManyElements { throw PathObject.tooLong }
        if error.reason == .cancelled { throw ABIError.cancelled }
        throw ABIError.invalid("SVG path, byte \(error.offset): \(error.reason.wording)")
      }
    }
  }
}

@c @implementation public func stretto_path_add_path(
  _ self: Handle, _ other: Handle, _ transform: In<stretto_transform>
) -> Status {
  adding(to: self) {
    let path = try read(other, PathObject.self) { $0.path }
    guard let matrix = transform?.pointee.transform else { return path }
    let plane = PlaneTransform(flattening: matrix)
    try require(
      plane.isAffine && plane.isFinite,
      .invalid(
        "transform: a path takes finite transforms without perspective; m14 = m24 = 0, m44 = 1"))
    let moved = path.map { plane.apply($0) }
    try require(
      moved.controlBounds?.isFinite ?? true,
      .invalid("transform: the path would leave the range of finite numbers"))
    return moved
  }
}

@c @implementation public func stretto_path_add_stroke(
  _ self: Handle, _ other: Handle, _ width: Double, _ cap: CString, _ join: CString,
  _ miterLimit: Double
) -> Status {
  adding(to: self) {
    var pen = ShapeValues()
    pen.lineWidth = try atLeastZero(width, "width")
    pen.lineCap = try option(cap, "cap")
    pen.lineJoin = try option(join, "join")
    pen.miterLimit = try atLeastZero(miterLimit, "miter_limit")
    let path = try read(other, PathObject.self) { $0.path }
    guard let style = pen.strokeStyle else { return Path() }
    guard let outline = path.stroked(style) else {
      throw ABIError.limit("the outline of the line would have too many corners")
    }
    return outline
  }
}

// MARK: Questions

@c @implementation public func stretto_path_get_elements(
  _ self: Handle, _ outLetters: Out<CChar>, _ letterCapacity: UInt32, _ outNumbers: Out<Double>,
  _ numberCapacity: UInt32, _ outLetterCount: Out<UInt32>, _ outNumberCount: Out<UInt32>
) -> Status {
  reading(self, PathObject.self) {
    var letters: [CChar] = []
    var numbers: [Double] = []
    func add(_ letter: Unicode.Scalar, _ points: Point...) {
      letters.append(CChar(truncatingIfNeeded: letter.value))
      for p in points { numbers += [p.x, p.y] }
    }
    for element in $0.path.elements {
      switch element {
      case .move(let p): add("M", p)
      case .line(let p): add("L", p)
      case .quad(let c, let p): add("Q", c, p)
      case .curve(let c1, let c2, let p): add("C", c1, c2, p)
      case .close: add("Z")
      }
    }
    try write(letters, to: outLetters, letterCapacity, outLetterCount)
    try write(numbers, to: outNumbers, numberCapacity, outNumberCount)
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

@c @implementation public func stretto_path_get_length(_ self: Handle, _ out: Out<Double>) -> Status
{
  reading(self, PathObject.self) { try put(PathMeasure($0.path).length, out, "out_length") }
}

@c @implementation public func stretto_path_get_point_at(
  _ self: Handle, _ distance: Double, _ outX: Out<Double>, _ outY: Out<Double>,
  _ outAngle: Out<Double>
) -> Status {
  reading(self, PathObject.self) {
    try finite(distance, "distance")
    guard let found = PathMeasure($0.path).point(at: distance) else {
      throw ABIError.invalid("the path has no lines or curves")
    }
    let outY = try pointer(outY, "out_y")
    try put(found.point.x, outX, "out_x")
    outY.pointee = found.point.y
    outAngle?.pointee = found.angle
  }
}

/// Changes a path with arguments that must be finite numbers.
func drawing(_ path: Handle, _ numbers: Double..., body: (PathObject) throws -> Void) -> Status {
  changing(path, PathObject.self) {
    try checkFinite(numbers)
    try body($0)
  }
}

/// Appends a path to the path behind a handle. The appended path is computed without a lock.
func adding(to handle: Handle, _ make: () throws -> Path) -> Status {
  attempt {
    let added = try make()
    try change(handle, PathObject.self, joining: []) {
      try $0.checkCapacity(for: Double(added.elements.count))
      $0.path.append(added)
    }
  }
}

extension PathObject {
  /// Limit of the elements of a path that is made of other paths or of letters. Without the limit, a path that is repeatedly
  /// added to itself would fill the memory.
  static let mostElements = 1 << 22

  static var tooLong: ABIError {
    .limit("the path would have too many elements; \(mostElements) are allowed")
  }

  /// Throws if `count` further elements would exceed the limit of a path.
  func checkCapacity(for count: Double) throws {
    try require(
      Double(path.elements.count) + count <= Double(PathObject.mostElements), PathObject.tooLong)
  }
}

/// Parses an optional word argument; NULL selects the first option.
func option<Option: NamedOption>(_ word: CString, _ name: String) throws -> Option {
  let word = try word.map { try text($0, name) } ?? Option.names[0]
  guard let option = Option(name: word) else {
    throw ABIError.invalid(ValueError.name(word, allowed: Option.names).sentence(name, .name))
  }
  return option
}

extension SVGPathError.Reason {
  fileprivate var wording: String {
    switch self {
    case .expectedMove: "a path begins with M or m"
    case .expectedCommand: "a command is expected here (one of M L H V C S Q T A Z)"
    case .expectedNumber: "a number is expected here"
    case .expectedFlag: "a flag, 0 or 1, is expected here"
    case .outOfRange: "this number is too large"
    case .tooManyElements: "the path has too many elements"
    case .cancelled: "reading it was cancelled"
    }
  }
}
