import StrettoGeometry

/// All bytes of a file.
func readFile(_ path: String, limit: Int = .max) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else {
    throw ABIError.load("\(path) cannot be opened: \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
    if bytes.count > limit { throw ABIError.limit("\(path) has more than \(limit) bytes") }
  }
  guard ferror(file) == 0 else {
    throw ABIError.load("\(path) cannot be read: \(String(cString: strerror(errno)))")
  }
  return bytes
}

/// Makes or replaces a file. What was there stays if the file cannot be opened.
func writeFile(_ path: String, _ bytes: [UInt8]) throws {
  guard let file = fopen(path, "wb") else {
    throw ABIError.write("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
  let written = fwrite(bytes, 1, bytes.count, file)
  let isClosed = fclose(file) == 0
  guard written == bytes.count, isClosed else {
    throw ABIError.write("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
