// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto

@c @implementation public func stretto_property_count(
  _ noun: stretto_noun, _ kind: Int32, _ outCount: Out<UInt32>
) -> Status {
  attempt { try put(count: properties(noun, kind).count, outCount) }
}

@c @implementation public func stretto_property_get(
  _ noun: stretto_noun, _ kind: Int32, _ index: UInt32, _ outProperty: Out<stretto_property>
) -> Status {
  attempt {
    var property = try item(index, properties(noun, kind), "properties")
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
