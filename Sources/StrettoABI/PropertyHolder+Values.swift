import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTiming

/// Setting and getting, the same for everything that has properties.
extension PropertyHolder {
  func setNumbers(_ keyPath: UnsafePointer<CChar>?, _ numbers: [Double]) throws {
    let target = try resolve(text(keyPath, "key_path"))
    try write(checkedValue(numbers, target), to: target)
  }

  func setString(_ keyPath: UnsafePointer<CChar>?, _ string: UnsafePointer<CChar>?) throws {
    let target = try resolve(text(keyPath, "key_path"))
    let string = try text(string, "value")
    switch target.kind {
    case .string: try write(.string(string), to: target)
    case .name, .names:
      try checkNames(string, target)
      try write(.string(string), to: target)
    case .curve:
      guard let curve = TimingFunction(name: string) else {
        throw unknownName(
          string, target.keyPath, ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"])
      }
      try write(.curve(curve), to: target)
    default: throw wrongKind("a text", target)
    }
  }

  func setPath(_ keyPath: UnsafePointer<CChar>?, _ path: OpaquePointer?) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .path else { throw wrongKind("a path", target) }
    let path = try optionalObject(path, PathObject.self)?.path
    try write(path.map { .path($0) } ?? .none, to: target)
  }

  func setImage(_ keyPath: UnsafePointer<CChar>?, _ image: OpaquePointer?) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .image else { throw wrongKind("an image", target) }
    let image = try optionalObject(image, Image.self)
    try write(image.map { .image($0) } ?? .none, to: target)
  }

  func setNone(_ keyPath: UnsafePointer<CChar>?) throws {
    let target = try resolve(text(keyPath, "key_path"))
    // An end of an animation may always be left out, whatever its key path takes.
    guard target.kind.allowsNone || self is Animation && target.keyPath.hasSuffix("Value") else {
      throw wrongKind("nothing", target)
    }
    try write(.none, to: target)
  }

  func number(_ keyPath: UnsafePointer<CChar>?) throws -> Double {
    let target = try resolve(text(keyPath, "key_path"))
    let components = try read(target).components ?? []
    guard components.count == 1 else { throw wrongKind("a number", target) }
    return components[0]
  }

  func numbers(_ keyPath: UnsafePointer<CChar>?) throws -> [Double] {
    let target = try resolve(text(keyPath, "key_path"))
    guard let components = try read(target).components else { throw wrongKind("numbers", target) }
    return components
  }

  func string(_ keyPath: UnsafePointer<CChar>?) throws -> String {
    let target = try resolve(text(keyPath, "key_path"))
    guard case .string(let string) = try read(target) else { throw wrongKind("a text", target) }
    return string
  }

  func path(_ keyPath: UnsafePointer<CChar>?) throws -> PathObject? {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .path else { throw wrongKind("a path", target) }
    guard case .path(let path) = try read(target) else { return nil }
    let object = PathObject()
    object.path = path
    return object
  }

  func image(_ keyPath: UnsafePointer<CChar>?) throws -> Image? {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .image else { throw wrongKind("an image", target) }
    guard case .image(let image) = try read(target) else { return nil }
    return image
  }
}

/// The value that these numbers make where the key path leads, if they are allowed there.
func checkedValue(_ numbers: [Double], _ target: Target) throws -> Value {
  for number in numbers {
    let isAllowed = target.range.map { $0.contains(number) } ?? number.isFinite
    guard isAllowed else {
      throw ABIError.invalid(
        "\(target.keyPath): \(number) was given; \(allowed(target)) is allowed")
    }
  }
  guard let value = Value(numbers, as: target.kind) else {
    throw wrongKind(numbers.count == 1 ? "a number" : "\(numbers.count) numbers", target)
  }
  if case .curves(let curves) = value { try curves.forEach { try check($0, target) } }
  if case .curve(let curve) = value { try check(curve, target) }
  return value
}

private func check(_ curve: TimingFunction, _ target: Target) throws {
  guard TimingFunction.isValid(curve.c1x, curve.c1y, curve.c2x, curve.c2y) else {
    throw ABIError.invalid(
      "\(target.keyPath): control points (\(curve.c1x), \(curve.c1y)) (\(curve.c2x), \(curve.c2y)) "
        + "were given; their x must be within 0...1")
  }
}

private func allowed(_ target: Target) -> String {
  guard let range = target.range else { return "a finite number" }
  switch (range.lowerBound, range.upperBound) {
  case (0, .infinity): return "a number of at least 0, infinity included,"
  case (0, .greatestFiniteMagnitude): return "a finite number of at least 0"
  case (let low, let high): return "a number in \(low)...\(high)"
  }
}

private func checkNames(_ string: String, _ target: Target) throws {
  let words =
    target.kind == .names
    ? string.split(separator: " ").map { String($0) } : [string]
  for word in words where !target.names.contains(word) {
    throw unknownName(word, target.keyPath, target.names)
  }
}

private func unknownName(_ word: String, _ keyPath: String, _ names: [String]) -> ABIError {
  let hint = nearest(word, in: names).map { "; the nearest is \"\($0)\"" } ?? ""
  return .invalid(
    "\(keyPath): \"\(word)\" was given\(hint); allowed: \(names.joined(separator: ", "))")
}

func wrongKind(_ given: String, _ target: Target) -> ABIError {
  .keyPath("\(target.keyPath) takes \(target.kind.wording); \(given) was given")
}

extension ValueKind {
  /// What a property of this kind takes, for messages.
  var wording: String {
    switch self {
    case .number, .integer: "a number"
    case .boolean: "a boolean (0 or 1)"
    case .point: "a point (2 numbers)"
    case .size: "a size (2 numbers)"
    case .rect: "a rectangle (4 numbers)"
    case .transform: "a transform (16 numbers)"
    case .color: "a colour (4 numbers)"
    case .numbers: "a list of numbers"
    case .colors: "a list of colours (4 numbers each)"
    case .transforms: "a list of transforms (16 numbers each)"
    case .string: "a text"
    case .name: "a name"
    case .names: "names, separated by spaces"
    case .path: "a path"
    case .image: "an image"
    case .layer: "a layer"
    case .curve: "a timing function (a name, or 4 numbers)"
    case .curves: "timing functions (4 numbers each)"
    case .any: "a value"
    }
  }
}
