import StrettoGeometry
import StrettoLayers

/// A text from the other side; it must be UTF-8.
func text(_ pointer: CString, _ name: String) throws -> String {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; a text is needed") }
  guard let text = String(validatingCString: pointer) else {
    throw ABIError.invalid("\(name) is not valid UTF-8")
  }
  return text
}

/// `count` things from the other side. NULL is fine for none.
func array<T>(_ pointer: In<T>, _ count: UInt32, _ name: String) throws -> [T] {
  if count == 0 { return [] }
  guard let pointer else { throw ABIError.invalid("\(name) is NULL, but \(count) are announced") }
  return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
}

/// A struct from the other side, which may be that of an older header: what it does not have yet is as in `defaults`.
/// Of a newer one, what is not known here is not looked at.
func sized<T>(_ pointer: UnsafePointer<T>, _ defaults: T, _ name: String, _ setUp: String) throws
  -> T
{
  let raw = UnsafeRawPointer(pointer)
  let size = Int(raw.loadUnaligned(as: UInt32.self))
  guard size >= MemoryLayout<UInt32>.size else {
    throw ABIError.invalid("\(name): struct_size is \(size); \(setUp)")
  }
  var result = defaults
  withUnsafeMutableBytes(of: &result) {
    $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(size, $0.count)))
  }
  return result
}

@discardableResult
func finite(_ value: Double, _ name: String) throws -> Double {
  guard value.isFinite else {
    throw ABIError.invalid("\(name): \(value) was given; a finite number is needed")
  }
  return value
}

func pointer<T>(_ pointer: T?, _ name: String) throws -> T {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; it must point to memory") }
  return pointer
}

/// The indices that name a copy.
func instance(_ indices: In<Int32>, _ count: UInt32) throws -> [Int] {
  guard count <= 32 else {
    throw ABIError.invalid("\(count) indices were given; a copy is named by at most 32")
  }
  return try array(indices, count, "instance").map { Int($0) }
}

/// Writes as many values as fit and tells how many there are.
func write<T>(
  _ values: [T], to out: Out<T>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) throws {
  guard out != nil || capacity == 0 else {
    throw ABIError.invalid("out_values is NULL, but its capacity is \(capacity)")
  }
  for (index, value) in values.prefix(Int(capacity)).enumerated() { out?[index] = value }
  try pointer(outCount, "out_count").pointee = UInt32(values.count)
}

/// Writes a text as far as it fits, ended by NUL, and tells its length in bytes.
func write(
  _ text: String, to out: Out<CChar>, _ capacity: Int,
  _ outSize: Out<Int>
) throws {
  let bytes = Array(text.utf8)
  if let out, capacity > 0 {
    let fitting = bytes.prefix(capacity - 1)
    for (index, byte) in fitting.enumerated() { out[index] = CChar(bitPattern: byte) }
    out[fitting.count] = 0
  }
  try pointer(outSize, "out_size").pointee = bytes.count
}
