import StrettoLayers
import StrettoText

extension Layer {
  func setLayer(_ keyPath: CString, _ layer: Handle) throws {
    if kind == .text, try text(keyPath, "key_path") == "glyph" {
      throw ABIError.keyPath(
        "a text creates its own glyph layer, which cannot be replaced; change that layer instead")
    }
    let name = try layerProperty(keyPath)
    let layer = try optionalObject(layer, Layer.self)
    if name == "mask" { return try setMask(layer) }
    try setSource(layer)
    if kind == .portal { TreeLock.current?.own([self]) }
  }

  func layer(_ keyPath: CString) throws -> Layer? {
    if let glyph, try text(keyPath, "key_path") == "glyph" { return glyph }
    return try layerProperty(keyPath) == "mask" ? mask : source
  }

  private func layerProperty(_ keyPath: CString) throws -> String {
    let keyPath = try text(keyPath, "key_path")
    let allowed = kind.layerProperties.map { $0.name }
    try require(
      allowed.contains(keyPath),
      .keyPath(
        "\(keyPath) takes no layer; a \(className) has \(allowed.joined(separator: " and "))"))
    return keyPath
  }

  /// Masks of the copies. Throws unless the layer is a replicator or a text.
  func masks() throws -> [Layer?] {
    try require(
      kind == .replicator || kind == .text,
      .keyPath("\(className) has no instanceMasks; CAReplicatorLayer has them"))
    return instanceMasks
  }

  /// Cells of an emitter. Throws for other layers.
  func cells() throws -> [EmitterCell] {
    try require(
      kind == .emitter, .keyPath("\(className) has no emitterCells; CAEmitterLayer has them"))
    return values.emitter.cells
  }

  /// Behaviors of an emitter. Throws for other layers.
  func behaviors() throws -> [EmitterBehavior] {
    try require(
      kind == .emitter, .keyPath("\(className) has no emitterBehaviors; CAEmitterLayer has them"))
    return values.emitter.behaviors
  }

  func add(_ animation: Animation, key: String?) throws { try add(animation, key, copies: nil) }

  func add(_ animation: Animation, _ key: String?, copies: CopyPattern?) throws {
    var values = try checked(animation)
    if values.takesKeyAsPath { try aim(&values, at: key) }
    if copies != nil, values.namesSublayers {
      let keyPath = values.keyPath { (try? PropertyPath($0, kind: kind))?.sublayer != nil }
      throw ABIError.keyPath(
        "\"\(keyPath)\" is for all copies; animate copies of the sublayer itself")
    }
    let refused = values.keyPath { (try? PropertyPath($0, kind: kind)) == nil }
    try wording(refused, className, kind.properties.map { $0.name }) {
      try addAnimation(values, forKey: key, copies: copies)
    }
  }

  /// Gives a key path to an animation that has no key path. The key of the animation becomes its key path, and its values are
  /// converted to the kind of that property.
  private func aim(_ values: inout AnimationValues, at key: String?) throws {
    guard let key else {
      throw ABIError.keyPath("an animation without a key path needs a key that is a key path")
    }
    var target = try resolve(key)
    guard target.path.isAnimatable else {
      throw ABIError.keyPath(KeyPathError.notAnimatable.sentence(key, className, []))
    }
    values.aim(at: target.path, key)
    target.rule = values.valueRule
    try values.changeValues { value in
      switch value {
      case .none: return .none
      case .string(let text): return try target.checked { try $0.value(text) }
      case .path where target.kind == .path, .image where target.kind == .image: return value
      default:
        guard let numbers = value.components else { throw target.wrongKind("another value") }
        return try target.checked { try $0.value(numbers) }
      }
    }
    try values.check()
  }

  /// Checks an animation and returns its values. Throws if no property of the layer can show the animation, or if the layer's
  /// font lacks an animated axis.
  func checked(_ animation: Animation) throws -> AnimationValues {
    let values = readingValues { animation.values }
    try values.check()
    if kind == .text || kind == .glyph { try checkAxes(of: values) }
    return values
  }

  /// Throws if an animation, or a member of an animation group, animates an axis that the font lacks.
  private func checkAxes(of values: AnimationValues) throws {
    for child in values.animations { try checkAxes(of: child) }
    guard let path = try? PropertyPath(values.keyPath, kind: kind), let axis = path.axis else {
      return
    }
    try checkAxis(axis, values.keyPath)
  }

  /// Numbers of a presentation value at a scene time. Throws if the presentation value does not consist of numbers.
  func presentationNumbers(_ target: Target, _ time: Double, _ copy: [Int]) throws -> [Double] {
    let value = try presentationValue(at: target.path, time: time, copy: copy)
    guard let numbers = value.components else { throw target.wrongKind("numbers") }
    return numbers
  }

  func presentationString(_ keyPath: CString, _ time: Double, _ copy: [Int]) throws -> String {
    let target = try resolve(text(keyPath, "key_path"))
    func value(_ keyPath: String) throws -> Value {
      try presentationValue(at: resolve(keyPath).path, time: time, copy: copy)
    }
    // A text layer with a number format displays its number instead of its string.
    if kind == .text, target.keyPath == PropertyName.string,
      case .string(let text) = try value(PropertyName.numberFormat),
      let format = NumberFormat(text), case .number(let number) = try value(PropertyName.number)
    {
      return format.text(for: number)
    }
    return try target.string(of: presentationValue(at: target.path, time: time, copy: copy))
  }
}

extension AnimationValues {
  /// Returns the first key path that `isMeant` accepts, of the key paths of an animation and of the members of its groups. If
  /// `isMeant` accepts no key path, the result is the key path of the outermost animation.
  fileprivate func keyPath(where isMeant: (String) -> Bool) -> String {
    for child in animations {
      let found = child.keyPath(where: isMeant)
      if isMeant(found) { return found }
    }
    return keyPath
  }
}
