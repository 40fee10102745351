import StrettoLayers
import StrettoText

extension Layer {
  func setLayer(_ keyPath: CString, _ layer: Handle) throws {
    if kind == .text, try text(keyPath, "key_path") == "glyph" {
      throw ABIError.keyPath(
        "the glyph layer of a text is its own: change that, or make another text")
    }
    let name = try layerProperty(keyPath)
    let layer = try optionalObject(layer, Layer.self)
    if name == "mask" { try setMask(layer) } else { try setSource(layer) }
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
        "\(keyPath) takes no layer; of a \(className), \(allowed.joined(separator: " and ")) do"))
    return keyPath
  }

  func setMasks(_ masks: [Handle]) throws {
    _ = try self.masks()
    let masks = try masks.map { try optionalObject($0, Layer.self) }
    let given = masks.compactMap { $0.map { ObjectIdentifier($0) } }
    try require(
      Set(given).count == given.count, .invalid("a layer can be the mask of one copy only"))
    try setInstanceMasks(masks)
  }

  /// Masks of copies. Throws for layers that can have none.
  func masks() throws -> [Layer?] {
    try require(
      kind == .replicator || kind == .text,
      .keyPath("\(className) has no instanceMasks; CAReplicatorLayer has them"))
    return instanceMasks
  }

  func setCells(_ cells: [Handle]) throws {
    _ = try self.cells()
    values.emitter.cells = try cells.map { try object($0) }
  }

  /// Cells of an emitter. Throws for other layers.
  func cells() throws -> [EmitterCell] {
    try require(
      kind == .emitter, .keyPath("\(className) has no emitterCells; CAEmitterLayer has them"))
    return values.emitter.cells
  }

  func add(_ animation: Animation, key: String?) throws { try add(animation, key, copies: nil) }

  func add(_ animation: Animation, _ key: String?, copies: CopyPattern?) throws {
    let values = try checked(animation)
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

  /// Values of an animation. Throws if it cannot be shown, or if the layer's font lacks its axes.
  func checked(_ animation: Animation) throws -> AnimationValues {
    let values = readingParts { animation.values }
    try values.check()
    if kind == .text || kind == .glyph { try checkAxes(of: values) }
    return values
  }

  /// Throws if an animation, or one inside it, is of an axis that the font lacks.
  private func checkAxes(of values: AnimationValues) throws {
    for child in values.animations { try checkAxes(of: child) }
    guard let path = try? PropertyPath(values.keyPath, kind: kind), let axis = path.axis else {
      return
    }
    try checkAxis(axis, values.keyPath)
  }

  /// Writes `count` samples, one after the other, if there is room for them. Gives the count of numbers of each.
  func writeSamples(
    _ keyPath: CString, _ range: (Double, Double), _ count: UInt32, _ copy: [Int],
    _ end: CallEnd, to out: Out<Double>, _ capacity: UInt32
  ) throws -> UInt32 {
    let target = try keyPath.map { try resolve(text($0, "key_path")) }
    let width = try target.map { try presentationNumbers($0, range.0, copy).count } ?? 1
    guard count > 0, width > 0, Double(count) * Double(width) <= Double(capacity) else {
      return UInt32(width)
    }
    let out = try pointer(out, "out_values")
    try sample(
      target?.path, from: range.0, to: range.1, count: Int(count), copy: copy,
      cancellation: end.cancellation
    ) { index, value in
      let place = out + index * width
      if case .number(let number) = value {
        place.pointee = number
      } else {
        // Lists may change their length while they are animated: the first sample's counts.
        let numbers = value.components ?? []
        for k in 0..<width { place[k] = k < numbers.count ? numbers[k] : .nan }
      }
    }
    return UInt32(width)
  }

  /// Numbers of a value at a time. Throws for a value that is not made of numbers.
  func presentationNumbers(_ target: Target, _ time: Double, _ copy: [Int]) throws -> [Double] {
    let value = try presentationValue(at: target.path, time: time, copy: copy)
    guard let numbers = value.components else { throw target.wrongKind("numbers") }
    return numbers
  }

  func presentationString(_ keyPath: CString, _ time: Double, _ copy: [Int]) throws -> String {
    let target = try resolve(text(keyPath, "key_path"))
    if kind == .text, target.keyPath == "string", let number = try shownNumber(time, copy) {
      return number
    }
    return try target.string(of: presentationValue(at: target.path, time: time, copy: copy))
  }

  /// Number that a text shows in place of its string at a time; nil for a text without a format of numbers.
  private func shownNumber(_ time: Double, _ copy: [Int]) throws -> String? {
    func value(_ keyPath: String) throws -> Value {
      try presentationValue(at: resolve(keyPath).path, time: time, copy: copy)
    }
    guard case .string(let text) = try value("numberFormat"), let format = NumberFormat(text),
      case .number(let number) = try value("value")
    else { return nil }
    return format.text(for: number)
  }
}

extension AnimationValues {
  /// First key path, of this animation or of those in a group, that `isMeant` accepts; else the animation's own.
  fileprivate func keyPath(where isMeant: (String) -> Bool) -> String {
    for child in animations {
      let found = child.keyPath(where: isMeant)
      if isMeant(found) { return found }
    }
    return keyPath
  }
}
