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

/// Makes or replaces a file, whole or not at all: it is written beside its place, and put there at the end. A link
/// stays, and its target is replaced. What is no plain file (a pipe, a terminal) is written as it is.
func writeFile(_ path: String, _ bytes: [UInt8]) throws {
  func failed() -> ABIError {
    .write("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
  let target = followed(path)
  var status = stat()
  let exists = stat(target, &status) == 0
  if exists && status.st_mode & S_IFMT != S_IFREG {
    let file = open(target, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failed() }
    defer { close(file) }
    guard writeAll(bytes, to: file) else { throw failed() }
    return
  }
  let part = partName(of: target)
  guard let file = openAlone(part) else { throw failed() }
  defer { close(file) }
  if exists { _ = fchmod(file, status.st_mode & 0o7777) }
  guard ftruncate(file, 0) == 0, writeAll(bytes, to: file), rename(part, target) == 0 else {
    let error = failed()
    unlink(part)
    throw error
  }
}

/// Where a link leads, or would lead; the path itself if it is none.
private func followed(_ path: String) -> String {
  var path = path
  // As many links as the system itself follows.
  for _ in 0..<40 {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &text, text.count - 1) > 0,
      let link = text.withUnsafeBufferPointer({
        $0.baseAddress.flatMap { String(validatingCString: $0) }
      })
    else {
      break
    }
    path = link.hasPrefix("/") ? link : folder(of: path) + link
  }
  return path
}

/// With the slash; "" for the current one.
private func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}

/// The name under which a file is written. It is always the same for a file, so that what a killed process left
/// is used and put in place by the next.
private func partName(of path: String) -> String {
  let folder = folder(of: path)
  // A name may have 255 bytes.
  let name = String(decoding: path.dropFirst(folder.count).utf8.prefix(200), as: UTF8.self)
  return folder + ".stretto-" + name + ".part"
}

/// Opens a file that nobody else writes; waits for whoever does. Nil if that cannot be, with `errno`.
private func openAlone(_ part: String) -> Int32? {
  while true {
    let file = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { return nil }
    _ = flock(file, LOCK_EX)
    var (mine, there) = (stat(), stat())
    // Whoever was waited for has put the file in its place: a new one is needed.
    if fstat(file, &mine) == 0, stat(part, &there) == 0, mine.st_ino == there.st_ino {
      return file
    }
    close(file)
  }
}

private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
