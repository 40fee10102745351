// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

@c @implementation public func stretto_bytes_release(_ self: Out<stretto_bytes>) {
  guard let bytes = self else { return }
  free(bytes.pointee.data)
  bytes.pointee = stretto_bytes()
}

extension stretto_bytes {
  /// Copies bytes into new memory and appends a NUL.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    guard let memory = malloc(bytes.count + 1) else {
      throw ABIError.limit("there is no memory for \(bytes.count) bytes")
    }
    if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
    memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    self.init(data: memory.assumingMemoryBound(to: CChar.self), size: bytes.count)
  }

  /// Copies a text as UTF-8 into new memory.
  init(_ text: String) throws {
    var text = text
    self = try text.withUTF8 { try stretto_bytes(UnsafeRawBufferPointer($0)) }
  }
}
