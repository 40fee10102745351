// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers

@c @implementation public func stretto_property_get_count(
  _ object: stretto_object_kind, _ kind: Int32, _ outCount: Out<UInt32>
) -> Status {
  attempt { try put(count: properties(object, kind).count, outCount) }
}

@c @implementation public func stretto_property_get(
  _ object: stretto_object_kind, _ kind: Int32, _ index: UInt32,
  _ outProperty: Out<stretto_property>
) -> Status {
  attempt {
    var property = try item(index, properties(object, kind), "properties")()
    let out = try pointer(outProperty, "out_property")
    let size = min(Int(out.pointee.struct_size), MemoryLayout<stretto_property>.size)
    guard size >= stretto_property.leastSize else {
      throw ABIError.invalid("struct_size must be set to sizeof(stretto_property)")
    }
    property.struct_size = UInt32(size)
    withUnsafeBytes(of: &property) {
      UnsafeMutableRawBufferPointer(start: out, count: size)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(size)))
    }
  }
}

/// Closures that make the C descriptions of all properties of one kind of object.
private func properties(_ object: stretto_object_kind, _ kind: Int32) throws -> [() ->
  stretto_property]
{
  switch Int(object) {
  case Int(STRETTO_OBJECT_LAYER):
    if let kind = LayerKind(rawValue: kind) {
      let initial = kind.initialValues
      return kind.properties.map { row in { .init(row, of: initial) } }
        + kind.layerProperties.map { row in { .init(row.name, .layer, row.section, row.summary) } }
    }
  case Int(STRETTO_OBJECT_ANIMATION):
    if let kind = AnimationKind(rawValue: kind) {
      return kind.properties.map { row in { .init(row, of: AnimationValues(kind)) } }
    }
  case Int(STRETTO_OBJECT_CELL):
    if kind == 0 { return CellProperties.table.map { row in { .init(row, of: CellValues()) } } }
  case Int(STRETTO_OBJECT_BEHAVIOR):
    if kind == 0 {
      return BehaviorProperties.table.map { row in { .init(row, of: BehaviorValues(.drag)) } }
    }
  default: break
  }
  throw ABIError.invalid("there is no kind \(kind) of object \(object)")
}

extension stretto_property {
  /// Size in bytes of the property struct in the first version of the header.
  static var leastSize: Int { MemoryLayout<stretto_property>.offset(of: \.summary) ?? 0 }

  /// Describes a property without a default, a range or affected aspects.
  fileprivate init(_ name: String, _ kind: ValueKind, _ section: String, _ summary: String) {
    self.init()
    struct_size = UInt32(MemoryLayout<stretto_property>.size)
    value_kind = kind.rawValue
    self.name = interned(name)
    (names, default_string) = (interned(""), interned(""))
    (self.section, self.summary) = (interned(section), interned(summary))
    (minimum, maximum) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
  }

  /// Describes a property of a table.
  ///
  /// - Parameter owner: object whose properties have their default values.
  fileprivate init<Owner>(_ property: Property<Owner>, of owner: Owner) {
    self.init(property.name, property.kind, property.section, property.summary)
    names = interned(property.names.joined(separator: " "))
    is_animatable = property.isAnimatable
    minimum = property.range?.lowerBound ?? minimum
    maximum = property.range?.upperBound ?? maximum
    influence = property.affectedAspects.rawValue
    let initial = property.get(owner)
    if case .string(let text) = initial { default_string = interned(text) }
    let numbers = (initial.components ?? []).prefix(16)
    default_count = UInt32(numbers.count)
    withUnsafeMutableBytes(of: &default_numbers) { bytes in
      let slots = bytes.bindMemory(to: Double.self)
      for (index, number) in numbers.enumerated() { slots[index] = number }
    }
  }
}

private nonisolated(unsafe) var internedTexts: [String: UnsafePointer<CChar>] = [:]
let internedLock = ReadWriteLock()

/// C string that lives as long as the library. The set of interned strings must be fixed, because interned memory is never freed.
func interned(_ text: String) -> UnsafePointer<CChar>? {
  internedLock.writing {
    if let known = internedTexts[text] { return known }
    let copy = UnsafePointer<CChar>(strdup(text))
    internedTexts[text] = copy
    return copy
  }
}
