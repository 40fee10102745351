// MARK: Reading

/// Text of the caller's, which must be UTF-8.
func text(_ pointer: CString, _ name: String) throws -> String {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; a text is needed") }
  guard let text = String(validatingCString: pointer) else {
    throw ABIError.invalid("\(name) is not valid UTF-8")
  }
  return text
}

/// `count` texts of the caller's.
func texts(_ pointer: In<CString>, _ count: UInt32, _ name: String) throws -> [String] {
  try array(pointer, count, name).map { try text($0, name) }
}

/// `count` values of the caller's. NULL is fine for none.
func array<T>(_ pointer: In<T>, _ count: UInt32, _ name: String) throws -> [T] {
  if count == 0 { return [] }
  guard let pointer else { throw ABIError.invalid("\(name) is NULL, but its count is \(count)") }
  return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
}

/// Bytes of the caller's.
func memory(_ bytes: In<UInt8>, _ size: Int) throws -> UnsafeRawBufferPointer {
  guard size > 0 else { throw ABIError.invalid("size: \(size) was given; at least 1 is allowed") }
  return UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
}

/// Struct of the caller's, which begins with its size. Fields that an older header lacks are taken from `defaults`; fields that
/// only a newer header has are ignored.
///
/// - Parameters:
///   - least: size of the first version of the struct, in bytes.
///   - setUp: how to set the size, for messages.
func sized<T>(
  _ pointer: UnsafePointer<T>, _ defaults: T, _ name: String, least: Int = 4, _ setUp: String
) throws -> T {
  // The first field is all that is sure to be there.
  let raw = UnsafeRawPointer(pointer)
  let size = Int(raw.loadUnaligned(as: UInt32.self))
  try require(size >= least, .invalid("\(name): struct_size is \(size); \(setUp)"))
  var result = defaults
  withUnsafeMutableBytes(of: &result) {
    $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(size, $0.count)))
  }
  return result
}

func instance(_ indices: In<Int32>, _ count: UInt32) throws -> [Int] {
  try require(count <= 32, .invalid("\(count) indices were given; a copy is named by at most 32"))
  return try array(indices, count, "instance").map { Int($0) }
}

/// Item of a list; `noun` says in messages what the list holds.
func item<T>(_ index: UInt32, _ all: [T], _ noun: String) throws -> T {
  try require(index < all.count, .invalid("there are \(all.count) \(noun); \(index) was asked for"))
  return all[Int(index)]
}

@discardableResult
func finite(_ value: Double, _ name: String) throws -> Double {
  try require(value.isFinite, .invalid("\(name): \(value) was given; a finite number is needed"))
  return value
}

func checkFinite(_ numbers: [Double], _ name: String = "a coordinate") throws {
  for number in numbers { try finite(number, name) }
}

func atLeastZero(_ value: Double, _ name: String) throws -> Double {
  try require(
    value >= 0 && value.isFinite,
    .invalid("\(name): \(value) was given; a finite number of at least 0 is allowed"))
  return value
}

// MARK: Writing

func pointer<T>(_ pointer: T?, _ name: String) throws -> T {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; it must point to memory") }
  return pointer
}

/// Writes a value, which is not computed if there is nowhere to put it.
func put<T>(_ value: @autoclosure () throws -> T, _ out: Out<T>, _ name: String) throws {
  let out = try pointer(out, name)
  out.pointee = try value()
}

func put(count: Int, _ out: Out<UInt32>) throws {
  try put(UInt32(clamping: count), out, "out_count")
}

/// Writes both sides of a size, or neither.
func put<T>(_ width: T, _ height: T, _ outWidth: Out<T>, _ outHeight: Out<T>) throws {
  let outHeight = try pointer(outHeight, "out_height")
  try put(width, outWidth, "out_width")
  outHeight.pointee = height
}

/// Writes as many values as fit, converted, and the number of all. Only values that are written are converted.
func write<T, Value>(
  _ values: [T], to out: Out<Value>, _ capacity: UInt32, _ outCount: Out<UInt32>,
  _ convert: (T) throws -> Value
) throws {
  try require(
    out != nil || capacity == 0,
    .invalid("the memory for the values is NULL, but its capacity is \(capacity)"))
  let outCount = try pointer(outCount, "out_count")
  for (index, value) in values.prefix(Int(capacity)).enumerated() {
    out?[index] = try convert(value)
  }
  outCount.pointee = UInt32(values.count)
}

/// Writes as many values as fit, and the number of all.
func write<T>(_ values: [T], to out: Out<T>, _ capacity: UInt32, _ outCount: Out<UInt32>) throws {
  try write(values, to: out, capacity, outCount) { $0 }
}

/// Writes a text as far as it fits, ended by NUL, and its length in bytes.
func write(_ text: String, to out: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>) throws {
  let bytes = Array(text.utf8)
  if let out, capacity > 0 {
    let fitting = bytes.prefix(capacity - 1)
    for (index, byte) in fitting.enumerated() { out[index] = CChar(bitPattern: byte) }
    out[fitting.count] = 0
  }
  try put(bytes.count, outSize, "out_size")
}

/// Writes all bytes if they fit, and their number.
func write(bytes: [UInt8], to out: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>) throws {
  let size = try pointer(outSize, "out_size")
  if let out, capacity >= bytes.count { out.update(from: bytes, count: bytes.count) }
  size.pointee = bytes.count
}

/// Writes as many bytes as fit, and the number of all.
func write(
  prefix bytes: UnsafeRawBufferPointer, to out: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>
) throws {
  let copied = bytes.prefix(max(0, capacity))
  if !copied.isEmpty {
    UnsafeMutableRawBufferPointer(start: try pointer(out, "out_bytes"), count: copied.count)
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: copied))
  }
  try put(bytes.count, outSize, "out_size")
}
