import StrettoDocument
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoText
import StrettoTiming

// Values of layers. Texts are passed as UTF-8, and a NUL separates several texts in one argument.

/// Kinds of values that stretto.js passes. The file stretto.js contains the same numbers for the kinds of values.
private enum GivenKind: Int32 {
  case none = 0
  case numbers
  case text
}

/// Sets a value of a layer, or of some of its copies.
///
/// - Parameters:
///   - words: three texts: the key path; the indices of the copies, separated by spaces, with "*" for all copies at a depth, or
///     "" for the layer itself; and the value in the notation of documents.
@_expose(wasm, "stretto_layer_set") @_cdecl("stretto_layer_set")
public func setValue(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ words: UnsafeRawPointer, _ size: Int32,
  _ kind: Int32
) -> Int32 {
  asking(scene, layer, words, size) { reference, words throws(WebError) in
    let copies = try copies(words[1])
    let (target, rule) = try reference.resolved(forCopies: copies != nil)
    let value = try value(words[2], GivenKind(rawValue: kind) ?? .none, rule, reference)
    try reference.describingErrors { () throws(KeyPathError) in
      if let copies {
        try reference.layer.setValue(value, at: target, copies: copies)
      } else {
        try reference.layer.setValue(value, at: target)
      }
    }
  }
}

/// Returns the value of a layer or a copy: the model value, or the presentation value at a time if the value is a number.
@_expose(wasm, "stretto_layer_get") @_cdecl("stretto_layer_get")
public func getValue(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ words: UnsafeRawPointer, _ size: Int32,
  _ time: Double
) -> Int32 {
  asking(scene, layer, words, size) { reference, words throws(WebError) in
    var json = JSON()
    if reference.layer.kind == .text, reference.keyPath == PropertyName.instanceCount {
      json.number(reference.layer.copyCount)
    } else if time.isNaN {
      json.value(try reference.value(try copies(words[1])))
    } else {
      json.value(try reference.value(at: time, instance(words[1])))
    }
    Answer.give(json.text)
  }
}

/// Runs a body with the key path of a layer and with all text arguments. The first text argument is the key path.
func asking(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ words: UnsafeRawPointer, _ size: Int32,
  _ body: (PropertyReference, [String]) throws(WebError) -> Void
) -> Int32 {
  attempt { () throws(WebError) in
    let words = split(words, size)
    try body(PropertyReference(try opened(scene).layer(layer), words[0]), words)
  }
}

/// Key path of a layer.
struct PropertyReference {
  let layer: Layer
  let keyPath: String

  init(_ layer: Layer, _ keyPath: String) { (self.layer, self.keyPath) = (layer, keyPath) }

  /// Resolved key path, with the rule for its values.
  func resolved(forCopies: Bool = false) throws(WebError) -> (path: PropertyPath, rule: ValueRule) {
    if layer.kind == .text, keyPath == PropertyName.instanceCount {
      throw WebError(
        .keyPath,
        "instanceCount of a text is read-only: its string and instanceUnit say how many there are")
    }
    if forCopies, keyPath == PropertyName.frame || keyPath.hasPrefix(PropertyName.frame + ".") {
      throw WebError(.keyPath, "a copy takes no frame; give it a position and bounds")
    }
    let path = try describingErrors { () throws(KeyPathError) in
      try PropertyPath(keyPath, kind: layer.kind)
    }
    if let inner = path.sublayer {
      let found = try describingErrors { () throws(KeyPathError) in
        try layer.sublayer(at: inner).layer
      }
      return (path, try PropertyReference(found, inner.keyPath).resolved(forCopies: forCopies).rule)
    }
    if forCopies, path.cell == nil, path.traits.contains(.clock) {
      throw WebError(.keyPath, "\(keyPath) cannot differ between copies of a layer")
    }
    return (path, ValueRule(path, of: layer.kind))
  }

  func value(_ copies: CopyPattern?) throws(WebError) -> Value {
    let (path, _) = try resolved()
    return try describingErrors { () throws(KeyPathError) in
      if let copies { return try layer.value(at: path, copies: copies) }
      return try layer.value(at: path)
    }
  }

  func value(at time: Double, _ copy: [Int]) throws(WebError) -> Value {
    let (path, _) = try resolved()
    do throws(TimeMapError) {
      return try layer.presentationValue(at: path, time: time, copy: copy)
    } catch {
      throw WebError(error)
    }
  }

  /// Runs a body and converts the error of a key path into a message.
  func describingErrors<T>(_ body: () throws(KeyPathError) -> T) throws(WebError) -> T {
    do {
      return try body()
    } catch {
      throw WebError(.keyPath, error.sentence(keyPath, layer.kind.className, names(for: error)))
    }
  }

  private func names(for error: KeyPathError) -> [String] {
    switch error {
    case .unknownCell: layer.names(in: .emitterCells)
    case .unknownBehavior: layer.names(in: .emitterBehaviors)
    default: layer.kind.properties.map { $0.name }
    }
  }
}

// MARK: Words

func split(_ words: UnsafeRawPointer, _ size: Int32) -> [String] {
  let bytes = UnsafeRawBufferPointer(start: words, count: Int(size))
  var found = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
    String(decoding: $0, as: UTF8.self)
  }
  while found.count < 3 { found.append("") }
  return found
}

/// Parses the indices of one copy.
func instance(_ text: String) throws(WebError) -> [Int] {
  var indices: [Int] = []
  for word in text.split(separator: " ") {
    guard let index = Int(word), index >= 0 else {
      throw WebError(.invalid, "instance: \"\(text)\" was given; indices of at least 0 are allowed")
    }
    indices.append(index)
  }
  return indices
}

/// Parses a pattern of copies; nil for an empty text.
private func copies(_ text: String) throws(WebError) -> CopyPattern? {
  if text.isEmpty { return nil }
  var indices: [Int?] = []
  for word in text.split(separator: " ") {
    indices.append(word == "*" ? nil : try instance(String(word)).first)
  }
  return CopyPattern(indices)
}

/// Checks the kind of a value that stretto.js passed.
private func value(
  _ text: String, _ kind: GivenKind, _ rule: ValueRule, _ reference: PropertyReference
) throws(WebError) -> Value {
  if kind == .none {
    if rule.allowsNone { return .none }
    throw WebError(.keyPath, "\(reference.keyPath) takes \(rule.kind.wording); nothing was given")
  }
  do throws(ValueError) {
    return kind == .text ? try rule.value(text) : try rule.value(SceneDocument.numbers(text) ?? [])
  } catch {
    // Colours, paths and other kinds of values have their own notation in documents.
    if error == .kind, let value = SceneDocument.value(text, rule) { return value }
    throw WebError(
      error == .kind ? .keyPath : .invalid, error.sentence(reference.keyPath, rule.kind))
  }
}

extension JSON {
  /// Writes a value: numbers, texts and lists of numbers as they are, a path as text, the size of an image, and the names of
  /// fonts.
  mutating func value(_ value: Value) {
    switch value {
    case .none: null()
    case .number(let x), .integer(let x): number(x)
    case .boolean(let x): boolean(x)
    case .string(let text): string(text)
    case .path(let path): string(SceneDocument.text(of: path))
    case .image(let image), .dissolve(_, let image, _):
      numbers([Double(image.width), Double(image.height)])
    case .font(let font): string(font.family)
    case .fonts(let fonts): array(fonts) { $0.string($1.family) }
    default: numbers(value.components ?? [])
    }
  }
}
