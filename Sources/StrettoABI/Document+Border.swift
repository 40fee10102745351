import CStretto
import StrettoDocument
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

extension ABIError {
  /// What a document's reader throws, with the document's name before it.
  init(document error: DocumentError, _ name: String) {
    if error.kind == .cancelled {
      self = .cancelled
      return
    }
    let place = error.line > 0 ? "\(name):\(error.line)" : name
    self.init(
      status: Status(
        error.kind == .limit ? STRETTO_ERROR_LIMIT : STRETTO_ERROR_DOCUMENT),
      message: "\(place): \(error.message)",
      line: error.line)
  }
}

/// Runs a body, and puts the document's name before what it throws.
func documentErrors<T>(_ name: String, _ body: () throws(DocumentError) -> T) throws -> T {
  do {
    return try body()
  } catch {
    throw ABIError(document: error, name)
  }
}

func readingScene(_ handle: Handle, _ body: (Scene) throws -> Void) -> Status {
  reading(handle, Scene.self, body)
}

/// Bytes of the caller's.
func memory(_ bytes: In<UInt8>, _ size: Int) throws -> UnsafeRawBufferPointer {
  guard size > 0 else { throw ABIError.invalid("size: \(size) was given; at least 1 is allowed") }
  return UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
}

/// Writes bytes as far as they fit, and tells how many there are.
func write(
  bytes: [UInt8], to out: Out<UInt8>, _ capacity: Int,
  _ outSize: Out<Int>
) throws {
  let size = try pointer(outSize, "out_size")
  if let out, capacity >= bytes.count { out.update(from: bytes, count: bytes.count) }
  size.pointee = bytes.count
}

func item<T>(_ index: UInt32, _ all: [T], _ noun: String) throws -> T {
  guard index < all.count else {
    throw ABIError.invalid("index: \(index) was given; there are \(all.count) \(noun)")
  }
  return all[Int(index)]
}

func openScene(_ bytes: UnsafeRawBufferPointer, _ source: DocumentSource, _ name: String) throws
  -> Scene
{
  try ending { end in
    let source = source.limited(by: end, size: bytes.count)
    return lent(
      try documentErrors(name) { () throws(DocumentError) in
        try SceneDocument.scene(bytes, source) { (try? pixelSize(of: $0, 1)) != nil }
      })
  }
}

/// Memory without a limit, and the end of a call.
func allowance(_ end: CallEnd) -> DocumentAllowance { DocumentAllowance(end.cancellation) }

extension DocumentSource {
  /// This source with the limits of the calling thread, for a document of so many bytes.
  func limited(by end: CallEnd, size: Int) -> DocumentSource {
    var source = self
    source.allowance = DocumentAllowance(
      bytes: memoryLimit() ?? DocumentAllowance.usual(for: size), end.cancellation)
    return source
  }
}

/// A new scene, whose root is lent to whoever asks for it, and released with the scene.
func lent(_ scene: Scene) -> Scene {
  handles.lend(scene.root)
  return scene
}

/// A function that fetches what lies beside a document; what goes wrong becomes a warning of the document.
func asked<Item>(_ function: @escaping (String) throws -> Item?)
  -> (String) throws(ValueProblem) -> Item?
{
  { path throws(ValueProblem) in
    do { return try function(path) } catch { throw ValueProblem("\(error)") }
  }
}

extension DocumentSource {
  /// What the struct had before there was `index` in it.
  private static var smallestSize: Int {
    MemoryLayout<stretto_document_source>.offset(of: \.index) ?? 0
  }

  /// What the caller says of a document.
  init(_ source: In<stretto_document_source>) throws {
    self.init()
    guard let given = source else { return }
    // The first field is all that is sure to be there.
    let size = UnsafeRawPointer(given).load(as: UInt32.self)
    guard size >= DocumentSource.smallestSize else {
      throw ABIError.invalid(
        "source: struct_size is \(size); set it to sizeof(stretto_document_source)")
    }
    var source = stretto_document_source()
    withUnsafeMutableBytes(of: &source) { whole in
      whole.copyMemory(
        from: UnsafeRawBufferPointer(start: given, count: min(Int(size), whole.count)))
    }
    if let text = source.name { name = String(cString: text) }
    if let bytes = source.index, source.index_size > 0 {
      let list = UnsafeRawBufferPointer(start: bytes, count: source.index_size)
      index = try documentErrors(name + ": its index") { () throws(DocumentError) in
        try BundleIndex(list)
      }
    }
    if source.geometry_flipped != 0 { index.isGeometryFlipped = true }
    let context = source.context
    if let load = source.load {
      image = asked { path in
        guard let handle = waitingForOthers({ path.withCString { load(context, $0) } }) else {
          return nil
        }
        let image = try object(handle, Image.self)
        try? letGo(handle, Image.self)
        return image
      }
    }
    if let load = source.load_font {
      font = asked { path in
        guard let handle = waitingForOthers({ path.withCString { load(context, $0) } }) else {
          return nil
        }
        let font = try object(handle, Font.self)
        try? letGo(handle, Font.self)
        return font.data
      }
    }
    if source.font_folder_count > 0 {
      let folders = try fontFolders(source.font_folders, source.font_folder_count)
      fontNamed = asked { try FontFolders.find($0, weight: 400, isItalic: false, in: folders) }
    }
  }
}

extension DocumentSource {
  /// The same with all that a document needs asked for already: the caller's functions must not run while a scene is
  /// locked. They may wait for a thread that forks, and a fork waits for the scene.
  func fetched(for bytes: UnsafeRawBufferPointer) -> DocumentSource {
    let (images, fonts, named) = (Fetched(image), Fetched(font), Fetched(fontNamed))
    var asking = self
    (asking.image, asking.font, asking.fontNamed) = (images.ask, fonts.ask, named.ask)
    asking.allowance = allowance.fresh
    // What is wrong with the document is said when it is read in earnest.
    _ = try? SceneDocument.scene(bytes, asking) { _ in true }
    var result = self
    (result.image, result.font, result.fontNamed) = (images.recall, fonts.recall, named.recall)
    return result
  }
}

/// What a function of the caller's answered, by path or name.
private final class Fetched<Item> {
  private let function: (String) throws(ValueProblem) -> Item?
  private var known: [String: Result<Item?, ValueProblem>] = [:]

  init(_ function: @escaping (String) throws(ValueProblem) -> Item?) { self.function = function }

  func ask(_ path: String) throws(ValueProblem) -> Item? {
    if let answer = known[path] { return try answer.get() }
    let answer = Result { () throws(ValueProblem) in try function(path) }
    known[path] = answer
    return try answer.get()
  }

  func recall(_ path: String) throws(ValueProblem) -> Item? { try known[path]?.get() }
}
