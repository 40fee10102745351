import StrettoDocument
import StrettoGeometry
import StrettoImaging
import StrettoText

/// Document in the file system: a single `.caml` file, or a folder with an index, a document and its assets.
///
/// Reading never opens a file outside the document's folder, because no component of a path may be a link or "..".
struct SceneBundle {
  let name: String
  let bytes: [UInt8]
  let source: DocumentSource

  init(_ path: String) throws {
    guard let folder = Folder(path) else {
      bytes = try readFile(path, limit: SceneDocument.largestFile)
      name = path
      if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
        throw ABIError.load(
          "\(path) is a zip archive; unpack it first (Python's Scene.open reads it)")
      }
      let parent = Folder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
      source = DocumentSource(
        name: path, image: asked { try parent?.image($0) }, font: asked { try parent?.font($0) })
      return
    }
    let index = try folder.index()
    name = path + "/" + index.rootDocument
    guard AssetPath.problem(index.rootDocument) == nil,
      let bytes = try folder.read(index.rootDocument)
    else { throw ABIError.load("\(path) contains no document \(index.rootDocument)") }
    self.bytes = bytes
    source = DocumentSource(
      name: name, index: index, image: asked { try folder.image($0) },
      font: asked { try folder.font($0) })
  }

  /// Creates or replaces the document of a folder and the assets that the document names.
  static func write(_ files: SceneFiles, to path: String) throws {
    let folder = try opened(path, in: AT_FDCWD, path, flags: 0)
    defer { close(folder) }
    if !files.assets.isEmpty {
      let assets = try opened("assets", in: folder, path + "/assets", flags: O_NOFOLLOW)
      defer { close(assets) }
      for (name, asset) in files.assets {
        let bytes = try documentErrors(path + "/" + name) { try asset.file().bytes }
        try write(bytes, String(name.dropFirst("assets/".count)), in: assets, path + "/" + name)
      }
    }
    try write(files.document, "main.caml", in: folder, path + "/main.caml")
    try write(files.index, "index.xml", in: folder, path + "/index.xml")
  }

  /// Opens a folder, and creates the folder if it does not exist.
  private static func opened(_ name: String, in parent: Int32, _ path: String, flags: Int32) throws
    -> Int32
  {
    guard mkdirat(parent, name, 0o777) == 0 || errno == EEXIST else {
      throw ABIError.write("\(path) cannot be created: \(systemError)")
    }
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
    try require(folder >= 0, .write("\(path) is not a folder that can be opened: \(systemError)"))
    return folder
  }

  /// Creates or replaces a file in an open folder. The function replaces a symbolic link and never follows the link.
  private static func write(_ bytes: [UInt8], _ name: String, in folder: Int32, _ path: String)
    throws
  {
    try writeFile("/proc/self/fd/\(folder)/\(name)", bytes, named: path, isInside: true)
  }
}

/// Open folder that confines all paths: no path can lead out of the folder.
private final class Folder {
  private let descriptor: Int32
  private let path: String

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func index() throws -> BundleIndex {
    for name in ["index.xml", "Index.xml"] {
      guard let bytes = try read(name) else { continue }
      return try bytes.withUnsafeBytes { bytes in
        try documentErrors(path + "/" + name) { try BundleIndex(bytes) }
      }
    }
    return BundleIndex()
  }

  func image(_ name: String) throws -> Image? {
    guard let bytes = try read(name) else { return nil }
    try require(
      PNGHeader.size(bytes) != nil,
      .load("\(name) is not a PNG; the C library reads no other images"))
    return try bytes.withUnsafeBytes { try decodeImage($0, name) }
  }

  func font(_ name: String) throws -> FontData? {
    try read(name)?.withUnsafeBytes { FontData(copying: $0, path: path + "/" + name) }
  }

  /// Bytes of a file in the folder, or nil if the file does not exist or is a link.
  func read(_ name: String) throws -> [UInt8]? {
    var folder = dup(descriptor)
    defer { close(folder) }
    let parts = name.split(separator: "/").filter { $0 != "." }
    for (depth, part) in parts.enumerated() where part != ".." {
      let isLast = depth == parts.count - 1
      let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
      let next = openat(folder, String(part), flags)
      guard next >= 0 else { return nil }
      close(folder)
      folder = next
    }
    var status = stat()
    guard !parts.isEmpty, fstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return try readAll(folder, name, limit: SceneDocument.largestFile)
  }
}
