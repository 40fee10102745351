import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoText

extension Layer {
  func sublayer(at index: UInt32) throws -> Layer {
    guard index < sublayers.count else {
      throw ABIError.invalid("there are \(sublayers.count) sublayers; \(index) was asked for")
    }
    return sublayers[Int(index)]
  }

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
    guard allowed.contains(keyPath) else {
      throw ABIError.keyPath(
        "\(keyPath) takes no layer; of a \(className), \(allowed.joined(separator: " and ")) do")
    }
    return keyPath
  }

  func setMasks(_ masks: [Handle]) throws {
    guard kind == .replicator || kind == .text else { throw noMasks }
    let masks = try masks.map { try optionalObject($0, Layer.self) }
    let given = masks.compactMap { $0.map { ObjectIdentifier($0) } }
    guard Set(given).count == given.count else {
      throw ABIError.invalid("a layer can be the mask of one copy only")
    }
    try setInstanceMasks(masks)
  }

  /// The masks of copies, refused for layers that can have none.
  func masks() throws -> [Layer?] {
    guard kind == .replicator || kind == .text else { throw noMasks }
    return instanceMasks
  }

  func mask(at index: UInt32) throws -> Layer? {
    let masks = try masks()
    guard index < masks.count else {
      throw ABIError.invalid("there are \(masks.count) masks; \(index) was asked for")
    }
    return masks[Int(index)]
  }

  private var noMasks: ABIError {
    .keyPath("\(className) has no instanceMasks; CAReplicatorLayer has them")
  }

  func setCells(_ cells: [Handle]) throws {
    guard kind == .emitter else { throw noCells }
    let cells = try cells.map { try object($0, EmitterCell.self) }
    values.emitter.cells = cells
  }

  /// The cells, refused for layers that can have none.
  func cells() throws -> [EmitterCell] {
    guard kind == .emitter else { throw noCells }
    return values.emitter.cells
  }

  func cell(at index: UInt32) throws -> EmitterCell {
    let cells = try cells()
    guard index < cells.count else {
      throw ABIError.invalid("there are \(cells.count) cells; \(index) was asked for")
    }
    return cells[Int(index)]
  }

  private var noCells: ABIError {
    .keyPath("\(className) has no emitterCells; CAEmitterLayer has them")
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
      () throws(KeyPathError) in
      try addAnimation(values, forKey: key, copies: copies)
    }
  }

  /// Gives what an animation says of itself, if it can be shown and this layer's font has its axes.
  func checked(_ animation: Animation) throws -> AnimationValues {
    let values = readingParts { animation.values }
    try refusing { () throws(AnimationError) in try values.check() }
    if kind == .text || kind == .glyph { try checkAxes(of: values) }
    return values
  }

  /// Refuses axes that the font lacks, in an animation or those inside it.
  private func checkAxes(of values: AnimationValues) throws {
    for child in values.animations { try checkAxes(of: child) }
    guard let path = try? PropertyPath(values.keyPath, kind: kind), let axis = path.axis else {
      return
    }
    try checkAxis(axis, values.keyPath)
  }

  func animationKey(at index: UInt32) throws -> String {
    guard index < animations.count else {
      throw ABIError.invalid("there are \(animations.count) animations; \(index) was asked for")
    }
    return animations[Int(index)].key
  }

  /// Writes `count` samples, one after the other, if there is room for them; gives how many numbers each is.
  func writeSamples(
    _ keyPath: CString, _ range: (Double, Double), _ count: UInt32, _ copy: [Int],
    _ end: CallEnd, to out: Out<Double>, _ capacity: UInt32
  ) throws -> Int {
    let target = try keyPath.map { try resolve(text($0, "key_path")) }
    let width = try presentationWidth(target, range.0, copy)
    guard count > 0, width > 0, Double(count) * Double(width) <= Double(capacity) else {
      return width
    }
    let out = try pointer(out, "out_values")
    try sample(
      target?.path, from: range.0, to: range.1, count: Int(count), copy: copy,
      cancellation: end.cancellation
    ) {
      index, value in
      let place = out + index * width
      if case .number(let number) = value {
        place.pointee = number
      } else {
        // Lists may change their length while they are animated: the first sample's counts.
        let numbers = value.components ?? []
        for k in 0..<width { place[k] = k < numbers.count ? numbers[k] : .nan }
      }
    }
    return width
  }

  /// How many numbers the value has at a time; refuses what is not made of numbers.
  private func presentationWidth(_ target: Target?, _ time: Double, _ copy: [Int]) throws -> Int {
    guard let target else { return 1 }
    let value = try presentationValue(at: target.path, time: time, copy: copy)
    guard let numbers = value.components else { throw wrongKind("numbers", target) }
    return numbers.count
  }

  func presentationNumbers(_ keyPath: CString, _ time: Double, _ copy: [Int])
    throws -> [Double]
  {
    let target = try resolve(text(keyPath, "key_path"))
    let value = try presentationValue(at: target.path, time: time, copy: copy)
    guard let numbers = value.components else { throw wrongKind("numbers", target) }
    return numbers
  }

  func presentationString(_ keyPath: CString, _ time: Double, _ copy: [Int]) throws
    -> String
  {
    let target = try resolve(text(keyPath, "key_path"))
    if kind == .text, target.keyPath == "string", let number = try shownNumber(time, copy) {
      return number
    }
    switch try presentationValue(at: target.path, time: time, copy: copy) {
    case .string(let string): return string
    case .none where target.kind == .name: return ""
    default: throw wrongKind("a text", target)
    }
  }

  /// The number that a text shows in place of its string at a time; nil for one without a format of numbers.
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
  /// The first key path, of this animation or of those in a group, that `isMeant`; else this one's own.
  fileprivate func keyPath(where isMeant: (String) -> Bool) -> String {
    for child in animations {
      let found = child.keyPath(where: isMeant)
      if isMeant(found) { return found }
    }
    return keyPath
  }
}
