import StrettoGeometry
import StrettoLayers

/// A text from the other side; it must be UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws -> String {
  guard let pointer else { throw ABIError.invalid("\(name) is NULL; a text is needed") }
  guard let text = String(validatingCString: pointer) else {
    throw ABIError.invalid("\(name) is not valid UTF-8")
  }
  return text
}

/// `count` things from the other side. NULL is fine for none.
func array<T>(_ pointer: UnsafePointer<T>?, _ count: UInt32, _ name: String) throws -> [T] {
  if count == 0 { return [] }
  guard let pointer else { throw ABIError.invalid("\(name) is NULL, but \(count) are announced") }
  return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
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
func instance(_ indices: UnsafePointer<Int32>?, _ count: UInt32) throws -> [Int] {
  guard count <= 32 else {
    throw ABIError.invalid("\(count) indices were given; a copy is named by at most 32")
  }
  return try array(indices, count, "instance").map { Int($0) }
}

/// Writes as many values as fit and tells how many there are.
func write<T>(
  _ values: [T], to out: UnsafeMutablePointer<T>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) throws {
  guard out != nil || capacity == 0 else {
    throw ABIError.invalid("out_values is NULL, but its capacity is \(capacity)")
  }
  for (index, value) in values.prefix(Int(capacity)).enumerated() { out?[index] = value }
  try pointer(outCount, "out_count").pointee = UInt32(values.count)
}

/// Writes a text as far as it fits, ended by NUL, and tells its length in bytes.
func write(
  _ text: String, to out: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) throws {
  let bytes = Array(text.utf8)
  if let out, capacity > 0 {
    let fitting = bytes.prefix(capacity - 1)
    for (index, byte) in fitting.enumerated() { out[index] = CChar(bitPattern: byte) }
    out[fitting.count] = 0
  }
  try pointer(outSize, "out_size").pointee = bytes.count
}

/// The one of `names` that is most like `word`; nil if none is near.
func nearest(_ word: String, in names: [String]) -> String? {
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(Array(word.utf8.prefix(64)), Array(name.utf8))
    if distance < best?.distance ?? Int.max { best = (name, distance) }
  }
  guard let best, best.distance <= max(2, best.name.utf8.count / 3) else { return nil }
  return best.name
}

/// How many letters must be put in, taken out or changed (Levenshtein).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let replaced = diagonal + (x == y ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
