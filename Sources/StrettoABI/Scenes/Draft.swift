import StrettoGeometry

func readFile(_ path: String, limit: Int = .max) throws -> [UInt8] {
  // Without O_NONBLOCK, opening a pipe would wait for the pipe's other end.
  let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
  let file = waitingForOthers { open(path, flags) }
  try require(file >= 0, .load("\(path) cannot be opened: \(systemError)"))
  defer { close(file) }
  var status = stat()
  let kind = fstat(file, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
  guard kind == S_IFREG || kind == S_IFDIR else {
    throw ABIError.load("\(path) is a pipe or a device, not a file; read it and pass the bytes")
  }
  return try readAll(file, path, limit: limit)
}

/// Reads all bytes of an open file. The name of the file is used in error messages.
func readAll(_ file: Int32, _ name: String, limit: Int) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = chunk.withUnsafeMutableBytes { buffer in
      waitingForOthers { read(file, buffer.baseAddress, buffer.count) }
    }
    if count < 0, errno == EINTR { continue }
    try require(count >= 0, .load("\(name) cannot be read: \(systemError)"))
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    if bytes.count > limit { throw ABIError.limit("\(name) has more than \(limit) bytes") }
  }
}

/// The operating system's description of `errno`.
var systemError: String { String(cString: strerror(errno)) }

/// Creates or replaces a file atomically. The bytes are written to a temporary file in the same folder, which is renamed at the
/// end. If the path is a symbolic link, the link's target is replaced. Pipes, terminals and devices are written to directly.
///
/// - Parameters:
///   - name: name of the file in messages.
///   - isInside: true if no link, pipe or device may lead out of the folder. If `isInside` is true, a link, pipe or device at the
///     path is replaced and not followed.
func writeFile(_ path: String, _ bytes: [UInt8], named name: String? = nil, isInside: Bool = false)
  throws
{
  func failed() -> ABIError { .write("\(name ?? path) cannot be written: \(systemError)") }
  let target = isInside ? path : followed(path)
  var status = stat()
  let exists = (isInside ? lstat(target, &status) : stat(target, &status)) == 0
  let isFile = status.st_mode & S_IFMT == S_IFREG
  if exists && !isFile && !isInside {
    let file = waitingForOthers { open(target, O_WRONLY | O_CLOEXEC) }
    guard file >= 0 else { throw failed() }
    defer { close(file) }
    guard writeAll(bytes, to: file) else { throw failed() }
    return
  }
  guard let draft = Draft(in: folder(of: target)) else { throw failed() }
  defer { draft.end() }
  if exists && isFile { _ = fchmod(draft.file, status.st_mode & 0o7777) }
  guard writeAll(bytes, to: draft.file), draft.take(theNameOf: target) else { throw failed() }
}

/// Target of a symbolic link, even if the target does not exist. A path that is not a symbolic link is returned unchanged.
private func followed(_ path: String) -> String {
  var path = path
  // Linux follows at most 40 symbolic links.
  for _ in 0..<40 {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &text, text.count - 1) > 0,
      let link = text.withUnsafeBufferPointer({
        $0.baseAddress.flatMap { String(validatingCString: $0) }
      })
    else { break }
    path = link.hasPrefix("/") ? link : folder(of: path) + link
  }
  return path
}

/// Folder of a path with a trailing slash, or "" for the current folder.
private func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}

/// Temporary file that no other user can open or block, because its name cannot be guessed. Where the file system supports
/// O_TMPFILE, the file has no name until it is complete, so that a killed process leaves no file behind. Only a process that is
/// killed between the last two steps of a replacement leaves a file.
private struct Draft {
  let file: Int32
  private let folder: String
  /// Name of the temporary file, or nil if the file has no name.
  private let name: String?

  /// Creates a temporary file in a folder.
  ///
  /// - Parameter folder: path of the folder with a trailing slash, or "" for the current folder.
  init?(in folder: String) {
    self.folder = folder
    // The flag O_TMPFILE of Linux, whose C macro Swift cannot import.
    let unnamed = O_DIRECTORY | 0o20_000_000
    var file = open(folder.isEmpty ? "." : folder, O_RDWR | O_CLOEXEC | unnamed, 0o666)
    var name: String?
    if file < 0 {
      name = Draft.freeName(in: folder) {
        file = open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        return file >= 0
      }
      if name == nil { return nil }
    }
    (self.file, self.name) = (file, name)
  }

  /// Moves the temporary file to its final name. If the operation fails, the function returns false and sets `errno`.
  func take(theNameOf target: String) -> Bool {
    if name == nil, link(as: target) { return true }
    // The system call `rename` needs a source file with a name.
    guard let name = name ?? Draft.freeName(in: folder, link) else { return false }
    if rename(name, target) == 0 { return true }
    let problem = errno
    unlink(name)
    errno = problem
    return false
  }

  /// Gives a name to a temporary file without one. If the name exists, the function returns false and sets `errno`.
  private func link(as name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, name, Int32(AT_SYMLINK_FOLLOW)) == 0
  }

  /// Closes the temporary file, and removes the file unless `take` moved it.
  func end() {
    close(file)
    // After the file has been renamed, no file has the temporary name.
    if let name { unlink(name) }
  }

  /// Calls `take` with random file names until `take` returns true, and returns the last name. If no name can be used, the
  /// function returns nil and sets `errno`.
  private static func freeName(in folder: String, _ take: (String) -> Bool) -> String? {
    for _ in 0..<100 {
      let random = String(UInt64.random(in: 0 ... .max), radix: 36)
      let name = folder + ".stretto-" + random + ".part"
      if take(name) { return name }
      if errno != EEXIST { return nil }
    }
    return nil
  }
}

private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      let count = waitingForOthers { write(file, start, rest.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
