import CStretto
import StrettoGeometry
import StrettoLayers

/// A property without its owner: what can be told of it.
struct PropertyDescription {
  let name: String
  let kind: ValueKind
  var names: [String] = []
  var isAnimatable = false
  var initial = Value.none
  let section: String
  let summary: String
  var range: ClosedRange<Double>?
  var influence = Influence()

  init<Owner>(_ property: Property<Owner>, of owner: Owner) {
    (name, kind, names) = (property.name, property.kind, property.names)
    (isAnimatable, initial) = (property.isAnimatable, property.get(owner))
    (section, summary) = (property.section, property.summary)
    (range, influence) = (property.range, property.influence)
  }

  private init(_ property: LayerProperty) {
    (name, kind) = (property.name, .layer)
    (section, summary) = (property.section, property.summary)
  }

  /// The properties of a kind of layer, a kind of animation, or of cells.
  static func all(_ noun: stretto_noun, _ kind: Int32) throws -> [PropertyDescription] {
    switch Int(noun) {
    case Int(STRETTO_NOUN_LAYER):
      if let kind = LayerKind(rawValue: kind) {
        let initial = kind.initialValues
        return kind.properties.map { .init($0, of: initial) }
          + kind.layerProperties.map { .init($0) }
      }
    case Int(STRETTO_NOUN_ANIMATION):
      if let kind = AnimationKind(rawValue: kind) {
        return kind.properties.map { .init($0, of: AnimationValues(kind)) }
      }
    case Int(STRETTO_NOUN_CELL):
      if kind == 0 { return CellProperties.table.map { .init($0, of: CellValues()) } }
    default: break
    }
    throw ABIError.invalid("there is no kind \(kind) of noun \(noun)")
  }

  var cStruct: stretto_property {
    var result = stretto_property()
    result.struct_size = UInt32(MemoryLayout<stretto_property>.size)
    result.value_kind = kind.rawValue
    result.name = interned(name)
    result.names = interned(names.joined(separator: " "))
    if case .string(let text) = initial {
      result.default_string = interned(text)
    } else {
      result.default_string = interned("")
    }
    let numbers = (initial.components ?? []).prefix(16)
    result.default_count = UInt32(numbers.count)
    withUnsafeMutableBytes(of: &result.default_numbers) { bytes in
      let slots = bytes.bindMemory(to: Double.self)
      for (index, number) in numbers.enumerated() { slots[index] = number }
    }
    result.is_animatable = isAnimatable ? 1 : 0
    result.summary = interned(summary)
    result.section = interned(section)
    result.minimum = range?.lowerBound ?? -.greatestFiniteMagnitude
    result.maximum = range?.upperBound ?? .greatestFiniteMagnitude
    result.influence = influence.rawValue
    return result
  }
}

private nonisolated(unsafe) var internedTexts: [String: UnsafePointer<CChar>] = [:]
let internedLock = ReadWriteLock()

extension stretto_property {
  /// Its size before it grew: what the first programs know.
  static var leastSize: Int { MemoryLayout<stretto_property>.offset(of: \.summary) ?? 0 }
}

/// A C text that lives as long as the library. The tables name a fixed set, so this does not grow.
private func interned(_ text: String) -> CString {
  internedLock.writing {
    if let known = internedTexts[text] { return known }
    let copy = UnsafePointer<CChar>(strdup(text))
    internedTexts[text] = copy
    return copy
  }
}
