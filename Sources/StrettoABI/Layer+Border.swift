import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

extension Layer {
  func sublayer(at index: UInt32) throws -> Layer {
    guard index < sublayers.count else {
      throw ABIError.invalid("there are \(sublayers.count) sublayers; \(index) was asked for")
    }
    return sublayers[Int(index)]
  }

  func setLayer(_ keyPath: UnsafePointer<CChar>?, _ layer: OpaquePointer?) throws {
    try checkIsMask(keyPath)
    try setMask(optionalObject(layer, Layer.self))
  }

  func layer(_ keyPath: UnsafePointer<CChar>?) throws -> Layer? {
    try checkIsMask(keyPath)
    return mask
  }

  /// Takes a value away, or the mask.
  func setNothing(_ keyPath: UnsafePointer<CChar>?) throws {
    if try text(keyPath, "key_path") == "mask" { return try setMask(nil) }
    try setNone(keyPath)
  }

  /// The one property that holds a layer; it is part of the tree and not of the table of values.
  private func checkIsMask(_ keyPath: UnsafePointer<CChar>?) throws {
    let keyPath = try text(keyPath, "key_path")
    guard keyPath == "mask" else {
      throw ABIError.keyPath("\(keyPath) takes no layer; \"mask\" does")
    }
  }

  func setCells(_ cells: [OpaquePointer?]) throws {
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

  func add(_ animation: Animation, key: String?) throws {
    let values = animation.values
    let names = kind.properties.map { $0.name }
    try wording(values.keyPath, className, names) { () throws(KeyPathError) in
      try addAnimation(values, forKey: key)
    }
  }

  func animationKey(at index: UInt32) throws -> String {
    guard index < animations.count else {
      throw ABIError.invalid("there are \(animations.count) animations; \(index) was asked for")
    }
    return animations[Int(index)].key
  }

  func presentationNumbers(_ keyPath: UnsafePointer<CChar>?, _ time: Double, _ copy: [Int])
    throws -> [Double]
  {
    let target = try resolve(text(keyPath, "key_path"))
    let value = try presentationValue(at: target.path, time: time, instance: copy)
    guard let numbers = value.components else { throw wrongKind("numbers", target) }
    return numbers
  }
}
