import CStretto

// MARK: Reading

/// Reads a text argument. Throws unless the text argument is UTF-8.
func text(_ pointer: CString, _ name: String) throws -> String {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; a text is needed") }
  guard let text = String(validatingCString: pointer) else {
    throw ABIError.invalid("\(name) is not valid UTF-8")
  }
  return text
}

/// Reads `count` text arguments.
func texts(_ pointer: In<CString>, _ count: UInt32, _ name: String) throws -> [String] {
  try array(pointer, count, name).map { try text($0, name) }
}

/// Reads an array argument of `count` values. The pointer may be NULL if `count` is 0.
func array<T>(_ pointer: In<T>, _ count: UInt32, _ name: String) throws -> [T] {
  if count == 0 { return [] }
  guard let pointer else { throw ABIError.invalid("\(name) is NULL, but its count is \(count)") }
  return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
}

/// Reads an argument of `size` bytes.
func memory(_ bytes: In<UInt8>, _ size: Int) throws -> UnsafeRawBufferPointer {
  guard size > 0 else { throw ABIError.invalid("size: \(size) was given; at least 1 is allowed") }
  return UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
}

/// Reads a struct whose first field is its size. Fields of the struct that the caller's header lacks get their values from
/// `defaults`. Fields of the struct that only a newer header has are ignored.
///
/// - Parameters:
///   - least: size of the struct in the first version of the header, in bytes.
///   - setUp: advice in error messages on how to set the size.
func sized<T>(
  _ pointer: UnsafePointer<T>, _ defaults: T, _ name: String, least: Int = 4, _ setUp: String
) throws -> T {
  // Only the first field of the struct is sure to exist.
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

/// Item of a list argument. The argument `itemName` is the plural name of the items in error messages.
func item<T: RandomAccessCollection>(_ index: UInt32, _ all: T, _ itemName: String) throws
  -> T.Element
where T.Index == Int {
  try require(
    index < all.count, .invalid("there are \(all.count) \(itemName); \(index) was asked for"))
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

/// Writes a value through an `out_` pointer. The value is not computed if the pointer is NULL.
func put<T>(_ value: @autoclosure () throws -> T, _ out: Out<T>, _ name: String) throws {
  let out = try pointer(out, name)
  out.pointee = try value()
}

func put(count: Int, _ out: Out<UInt32>) throws {
  try put(UInt32(clamping: count), out, "out_count")
}

/// Writes the width and the height of a size, or nothing if one pointer is NULL.
func put<T>(_ width: T, _ height: T, _ outWidth: Out<T>, _ outHeight: Out<T>) throws {
  let outHeight = try pointer(outHeight, "out_height")
  try put(width, outWidth, "out_width")
  outHeight.pointee = height
}

/// Writes as many values as the caller's array holds, and the count of all values. Values that do not fit into the array are not
/// converted.
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

/// Writes as many values as the caller's array holds, and the count of all values.
func write<T>(_ values: [T], to out: Out<T>, _ capacity: UInt32, _ outCount: Out<UInt32>) throws {
  try write(values, to: out, capacity, outCount) { $0 }
}

/// C struct whose first field is its size, so that later versions of the library can append fields.
protocol GrowingStruct {
  init()
  var struct_size: UInt32 { get set }
}

/// Writes as many structs as the caller's array holds, and the count of all structs. The size field of the first struct in the
/// array is the stride of the array in bytes.
func write<T, Value: GrowingStruct>(
  _ values: [T], to out: Out<Value>, _ capacity: UInt32, _ outCount: Out<UInt32>,
  _ convert: (T) throws -> Value
) throws {
  let outCount = try pointer(outCount, "out_count")
  let written = values.prefix(Int(capacity))
  if !written.isEmpty {
    let memory = UnsafeMutableRawPointer(try pointer(out, "the memory for the values"))
    let distance = try structSize(of: memory, Value.self)
    for (index, value) in written.enumerated() {
      try put(convert(value), size: distance, at: memory + index * distance)
    }
  }
  outCount.pointee = UInt32(values.count)
}

/// Writes a struct whose size field the caller has set.
func put<Value: GrowingStruct>(
  _ value: @autoclosure () throws -> Value, _ out: Out<Value>, _ name: String
) throws {
  let memory = UnsafeMutableRawPointer(try pointer(out, name))
  let size = try structSize(of: memory, Value.self)
  put(try value(), size: size, at: memory)
}

/// Size that the caller has set in a struct. Throws if the size of the struct has no room for the library's fields.
private func structSize<Value: GrowingStruct>(of memory: UnsafeMutableRawPointer, _: Value.Type)
  throws -> Int
{
  let size = Int(memory.loadUnaligned(as: UInt32.self))
  try require(
    size >= MemoryLayout<Value>.size,
    .invalid("struct_size is \(size); it must be set to sizeof(\(Value.self))"))
  return size
}

private func put<Value: GrowingStruct>(
  _ value: Value, size: Int, at memory: UnsafeMutableRawPointer
) {
  var value = value
  value.struct_size = UInt32(size)
  withUnsafeBytes(of: &value) {
    UnsafeMutableRawBufferPointer(start: memory, count: $0.count).copyMemory(from: $0)
  }
}

/// Writes a text into new memory that the caller releases.
func write(_ text: String, to out: Out<stretto_bytes>) throws {
  try pointer(out, "out_text").pointee = try stretto_bytes(text)
}

/// Writes bytes into new memory that the caller releases.
func write(bytes: [UInt8], to out: Out<stretto_bytes>) throws {
  try bytes.withUnsafeBytes { try write(bytes: $0, to: out) }
}

func write(bytes: UnsafeRawBufferPointer, to out: Out<stretto_bytes>) throws {
  try pointer(out, "out_bytes").pointee = try stretto_bytes(bytes)
}
