// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoDocument
import StrettoExport
import StrettoImaging
import StrettoLayers
import StrettoText

@c @implementation public func stretto_scene_open(_ path: CString, _ out: Out<Handle>) -> Status {
  create(out, "out_scene") {
    let bundle = try SceneBundle(text(path, "path"))
    return try bundle.bytes.withUnsafeBytes { try openScene($0, bundle.source, bundle.name) }
  }
}

@c @implementation public func stretto_scene_save(_ self: Handle, _ path: CString) -> Status {
  attempt {
    // Writing a file takes long, so the file is written without the lock of the tree.
    let path = try text(path, "path")
    if path.hasSuffix(".caml") {
      try writeFile(
        path, documentOf(self, Scene.self, "the scene") { try SceneDocument.write($0, $1) })
    } else {
      try SceneBundle.write(
        documentOf(self, Scene.self, "the scene") { try SceneDocument.bundle($0, $1) }, to: path)
    }
  }
}

@c @implementation public func stretto_scene_decode(
  _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>, _ out: Out<Handle>
) -> Status {
  create(out, "out_scene") {
    let source = try DocumentSource(source)
    return try openScene(memory(bytes, size), source, source.name)
  }
}

@c @implementation public func stretto_scene_add_document(
  _ self: Handle, _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>
) -> Status {
  attempt {
    let bytes = try memory(bytes, size)
    try ending { end in
      let taken = try read(self, Scene.self) { $0.documentMemory }
      let source = try DocumentSource(source).limited(by: end, size: size, taken: taken)
      let fetched = try source.fetched(for: bytes)
      try change(self, Scene.self, joining: []) { scene in
        let before = (scene.root.sublayers.count, scene.outside.count)
        defer {
          let planes = scene.root.sublayers.dropFirst(before.0) + scene.outside.dropFirst(before.1)
          TreeLock.current?.own(Layer.portals(in: Array(planes)))
        }
        try documentErrors(source.name) { try SceneDocument.addPlane(bytes, fetched, to: scene) }
      }
    }
  }
}

@c @implementation public func stretto_scene_encode(
  _ self: Handle, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    let bytes = try documentOf(self, Scene.self, "the scene") { try SceneDocument.write($0, $1) }
    try write(bytes: bytes, to: outBytes)
  }
}

@c @implementation public func stretto_scene_copy(_ self: Handle, _ out: Out<Handle>) -> Status {
  create(out, "out_scene") {
    // The handle of the copy's root layer is made outside the lock, because a handle that is made inside the lock would get the
    // lock of the original tree.
    try withBorrowedRoot(
      documentOf(self, Scene.self, "the scene") { try SceneDocument.copy($0, $1) })
  }
}

@c @implementation public func stretto_layer_copy(_ self: Handle, _ out: Out<Handle>) -> Status {
  create(out, "out_layer") {
    try documentOf(self, Layer.self, "the layer") { try SceneDocument.copy($0, $1) }
  }
}

@c @implementation public func stretto_layer_copy_alone(
  _ self: Handle, _ time: Double, _ out: Out<Handle>
) -> Status {
  create(out, "out_layer") {
    try documentOf(self, Layer.self, "the layer") {
      try SceneDocument.copyAlone($0, from: finite(time, "time"), $1)
    }
  }
}

@c @implementation public func stretto_layer_get_construction(_ self: Handle, _ out: Out<Handle>)
  -> Status
{
  create(out, "out_layer") {
    try documentOf(self, Layer.self, "the construction") { layer, allowance in
      try require(
        layer.kind == .viewReplicator,
        .invalid("only a ViewReplicator has a construction; this is a \(layer.className)"))
      return try SceneDocument.construction(of: layer, allowance)
    }
  }
}

@c @implementation public func stretto_scene_get_digest(
  _ self: Handle, _ outText: Out<stretto_bytes>
) -> Status {
  attempt {
    let digest = try documentOf(self, Scene.self, "the scene") { try SceneDocument.digest($0, $1) }
    try write(digest, to: outText)
  }
}

@c @implementation public func stretto_scene_export_source(
  _ self: Handle, _ outText: Out<stretto_bytes>
) -> Status {
  querying(self, Scene.self) {
    try write(swiftSource(of: $0, $1.cancellation), to: outText)
  }
}

@c @implementation public func stretto_layer_export_source(
  _ self: Handle, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Layer.self) { try write(swiftSource(of: $0), to: outText) }
}

@c @implementation public func stretto_scene_get_warning_count(_ self: Handle, _ out: Out<UInt32>)
  -> Status
{
  reading(self, Scene.self) { try put(count: $0.warnings.count, out) }
}

@c @implementation public func stretto_scene_get_warning(
  _ self: Handle, _ index: UInt32, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Scene.self) {
    try write(item(index, $0.warnings, "warnings"), to: outText)
  }
}

@c @implementation public func stretto_layer_decode(
  _ bytes: In<UInt8>, _ size: Int, _ out: Out<Handle>
) -> Status {
  create(out, "out_layer") {
    let bytes = try memory(bytes, size)
    return try ending { end in
      let source = DocumentSource().limited(by: end, size: size)
      return try documentErrors("the document") { try SceneDocument.layer(bytes, source) }
    }
  }
}

@c @implementation public func stretto_layer_encode(
  _ self: Handle, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    let bytes = try documentOf(self, Layer.self, "the layer") { try SceneDocument.write($0, $1) }
    try write(bytes: bytes, to: outBytes)
  }
}

/// Runs a body that reads or writes a document, and prefixes an error with the document's name and line.
func documentErrors<T>(_ name: String, _ body: () throws -> T) throws -> T {
  do {
    return try body()
  } catch let error as DocumentError {
    if error.kind == .cancelled { throw ABIError.cancelled }
    let message = "\(error.line > 0 ? "\(name):\(error.line)" : name): \(error.message)"
    var problem = error.kind == .limit ? ABIError.limit(message) : .document(message)
    problem.line = error.line
    throw problem
  }
}

/// Runs a body that encodes or copies the object behind a handle, with the tree locked for reading. Encoding and copying have no
/// memory limit.
func documentOf<T, Result>(
  _ handle: Handle, _ type: T.Type, _ name: String, _ body: (T, DocumentAllowance) throws -> Result
) throws -> Result {
  try query(handle, type) { object, end in
    try documentErrors(name) { try body(object, DocumentAllowance(end.cancellation)) }
  }
}

func openScene(_ bytes: UnsafeRawBufferPointer, _ source: DocumentSource, _ name: String) throws
  -> Scene
{
  try ending { end in
    let source = source.limited(by: end, size: bytes.count)
    return withBorrowedRoot(
      try documentErrors(name) {
        try SceneDocument.scene(bytes, source) { (try? pixelSize(of: $0, 1)) != nil }
      })
  }
}

extension DocumentSource {
  /// Returns the source with the memory limit of the calling thread applied to a document of `size` bytes.
  ///
  /// - Parameter taken: bytes that earlier documents of the scene took of the thread's memory limit.
  func limited(by end: CallEnd, size: Int, taken: Int = 0) -> DocumentSource {
    var source = self
    source.allowance = DocumentAllowance(
      bytes: memoryLimit().map { max(0, $0 - taken) } ?? DocumentAllowance.usual(for: size),
      end.cancellation)
    return source
  }
}

/// Makes a borrowed handle for the root layer of a new scene. The handle of the root layer is released with the scene.
func withBorrowedRoot(_ scene: Scene) -> Scene {
  handles.addBorrowed(scene.root)
  return scene
}

/// Function that loads an image or a font next to a document.
private typealias Fetch<Item> = (String) throws(ValueProblem) -> Item?

/// Wraps a loading function, so that its errors become warnings of the document.
func asked<Item>(_ function: @escaping (String) throws -> Item?)
  -> (String) throws(ValueProblem) -> Item?
{
  { path throws(ValueProblem) in
    do { return try function(path) } catch { throw ValueProblem(ABIError(error).message) }
  }
}

extension DocumentSource {
  /// Size in bytes of the document source struct before the header added the field `index`.
  private static let least = MemoryLayout<stretto_document_source>.offset(of: \.index) ?? 0

  /// Converts the document source that a caller describes.
  init(_ given: In<stretto_document_source>) throws {
    self.init()
    guard let given else { return }
    let source = try sized(
      given, stretto_document_source(), "source", least: DocumentSource.least,
      "set it to sizeof(stretto_document_source)")
    if let text = source.name { name = String(cString: text) }
    if let bytes = source.index, source.index_size > 0 {
      let list = UnsafeRawBufferPointer(start: bytes, count: source.index_size)
      index = try documentErrors(name + ": its index") { try BundleIndex(list) }
    }
    if source.geometry_flipped { index.isGeometryFlipped = true }
    let context = source.context
    if let load = source.load {
      image = asked { path in try taken(Image.self) { path.withCString { load(context, $0) } } }
    }
    if let load = source.load_font {
      font = asked { path in try taken(Font.self) { path.withCString { load(context, $0) } }?.data }
    }
    if source.font_folder_count > 0 {
      let folders = try fontFolders(source.font_folders, source.font_folder_count)
      fontNamed = asked { try FontFolders.find($0, weight: 400, isItalic: false, in: folders) }
    }
  }
}

/// Returns the object behind the handle that a callback returned. The function releases the reference that the callback returned.
private func taken<T>(_ type: T.Type, _ load: () -> Handle) throws -> T? {
  guard let handle = waitingForOthers(load) else { return nil }
  let found = try object(handle, type)
  try? dropReference(handle, type)
  return found
}

extension DocumentSource {
  /// Loads all images and fonts that a document needs, before any scene is locked. A callback may wait for a thread that forks,
  /// and `fork` waits for calls that lock a scene.
  ///
  /// - Throws: errors of the document and errors that end the call early.
  func fetched(for bytes: UnsafeRawBufferPointer) throws -> DocumentSource {
    let (images, fonts, named) = (Fetched(image), Fetched(font), Fetched(fontNamed))
    var asking = self
    (asking.image, asking.font, asking.fontNamed) = (images.ask, fonts.ask, named.ask)
    asking.allowance = allowance.fresh
    _ = try documentErrors(name) { try SceneDocument.scene(bytes, asking) { _ in true } }
    var result = self
    (result.image, result.font, result.fontNamed) = (images.recall, fonts.recall, named.recall)
    return result
  }
}

/// Results of a loading callback, by path or name.
private final class Fetched<Item> {
  private let function: Fetch<Item>
  private var known: [String: Result<Item?, ValueProblem>] = [:]

  init(_ function: @escaping Fetch<Item>) { self.function = function }

  func ask(_ path: String) throws(ValueProblem) -> Item? {
    if let answer = known[path] { return try answer.get() }
    let answer = Result { () throws(ValueProblem) in try function(path) }
    known[path] = answer
    return try answer.get()
  }

  func recall(_ path: String) throws(ValueProblem) -> Item? { try known[path]?.get() }
}
