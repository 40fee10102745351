import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTiming

/// Setting and getting, the same for everything that has properties.
extension PropertyHolder {
  func setNumber(_ keyPath: CString, _ number: Double) throws {
    let target = try resolve(text(keyPath, "key_path"))
    try write(target.checked { rule throws(ValueError) in try rule.value(number) }, to: target)
  }

  func setNumbers(_ keyPath: CString, _ numbers: [Double]) throws {
    let target = try resolve(text(keyPath, "key_path"))
    try write(target.checked { rule throws(ValueError) in try rule.value(numbers) }, to: target)
  }

  func setString(_ keyPath: CString, _ string: CString) throws {
    let target = try resolve(text(keyPath, "key_path"))
    let string = try text(string, "value")
    try write(target.checked { rule throws(ValueError) in try rule.value(string) }, to: target)
  }

  func setPath(_ keyPath: CString, _ path: Handle) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .path else { throw wrongKind("a path", target) }
    let path = try optionalObject(path, PathObject.self)?.path
    try write(path.map { .path($0) } ?? .none, to: target)
  }

  func setImage(_ keyPath: CString, _ image: Handle) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .image else { throw wrongKind("an image", target) }
    let image = try optionalObject(image, Image.self)
    try write(image.map { .image($0) } ?? .none, to: target)
  }

  func setNone(_ keyPath: CString) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.rule.allowsNone else {
      throw wrongKind("nothing", target)
    }
    try write(.none, to: target)
  }

  func number(_ keyPath: CString) throws -> Double {
    let name = try text(keyPath, "key_path")
    if let number = derivedNumber(name) { return number }
    let target = try resolve(name)
    let components = try read(target).components ?? []
    guard components.count == 1 else { throw wrongKind("a number", target) }
    return components[0]
  }

  func numbers(_ keyPath: CString) throws -> [Double] {
    let name = try text(keyPath, "key_path")
    if let number = derivedNumber(name) { return [number] }
    let target = try resolve(name)
    guard let components = try read(target).components else { throw wrongKind("numbers", target) }
    return components
  }

  func string(_ keyPath: CString) throws -> String {
    let target = try resolve(text(keyPath, "key_path"))
    switch try read(target) {
    case .string(let string): return string
    // A name that may be left out reads as none.
    case .none where target.kind == .name: return ""
    default: throw wrongKind("a text", target)
    }
  }

  func path(_ keyPath: CString) throws -> PathObject? {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .path else { throw wrongKind("a path", target) }
    guard case .path(let path) = try read(target) else { return nil }
    return PathObject(path)
  }

  func image(_ keyPath: CString) throws -> Image? {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .image else { throw wrongKind("an image", target) }
    guard case .image(let image) = try read(target) else { return nil }
    return image
  }
}

extension Target {
  /// The value that a rule makes of what was given, or a sentence about it.
  func checked(_ make: (ValueRule) throws(ValueError) -> Value) throws -> Value {
    do {
      return try make(rule)
    } catch {
      let sentence = error.sentence(keyPath, kind)
      switch error {
      case .count, .kind: throw ABIError.keyPath(sentence)
      default: throw ABIError.invalid(sentence)
      }
    }
  }
}

func wrongKind(_ given: String, _ target: Target) -> ABIError {
  .keyPath("\(target.keyPath) takes \(target.kind.wording); \(given) was given")
}
