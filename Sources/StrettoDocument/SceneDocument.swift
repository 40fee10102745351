import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

/// Reads and writes scenes as documents in Core Animation's format CAML.
public enum SceneDocument {
  /// Size of the largest file that can be read, in bytes.
  public static let largestFile: Int = DocumentLimits.bytes

  /// Writes a scene as a single document with embedded images and fonts. Fonts that are built into the library are not embedded.
  @export(interface)
  public static func write(_ scene: Scene, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> [UInt8]
  {
    try CAMLWriter(writing: scene, as: .whole, allowance).text.bytes
  }

  /// Writes a scene as a document with an index, images and fonts as separate files.
  public static func bundle(_ scene: Scene, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> SceneFiles
  {
    let writer = try CAMLWriter(writing: scene, as: .bundle, allowance)
    return SceneFiles(
      document: writer.text.bytes, index: index(of: scene), assets: writer.names.assets)
  }

  private static func index(of scene: Scene) -> [UInt8] {
    Array(BundleIndex(entries: scene.indexEntries).text.utf8)
  }

  /// Writes a layer and the layers below it as a single document with embedded images and fonts.
  public static func write(_ layer: Layer, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> [UInt8]
  {
    try CAMLWriter(writing: layer, as: .whole, allowance).text.bytes
  }

  /// Copies a scene by writing and reading its document. The copy shares images and fonts with the original.
  public static func copy(_ scene: Scene, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> Scene
  {
    let writer = try CAMLWriter(writing: scene, as: .copy, allowance)
    return try copied(writer, allowance) { bytes, source throws(DocumentError) in
      try self.scene(bytes, source) { _ in true }
    }
  }

  /// Copies a layer and the layers below it. The copy is in no tree.
  public static func copy(_ layer: Layer, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> Layer
  {
    let writer = try CAMLWriter(writing: layer, as: .copy, allowance)
    return try copied(writer, allowance, self.layer)
  }

  /// Copies a layer without its sublayers, and without animations of the layer and of its glyph that show nothing from a local
  /// time on.
  public static func copyAlone(
    _ layer: Layer, from time: Double, _ allowance: DocumentAllowance = DocumentAllowance()
  ) throws(DocumentError) -> Layer {
    let writer = try CAMLWriter(writing: layer, as: .copy, allowance, aloneFrom: time)
    return try copied(writer, allowance, self.layer)
  }

  /// Creates a plain layer that looks like a view replicator, by means of its construction: a copy of the source in two nested
  /// replicators. The new layer is in no tree, and is empty if the view replicator shows nothing.
  public static func construction(
    of viewReplicator: Layer, _ allowance: DocumentAllowance = DocumentAllowance()
  ) throws(DocumentError) -> Layer {
    let writer = try CAMLWriter(
      writing: viewReplicator, as: .copy, allowance, constructing: viewReplicator)
    return try copied(writer, allowance, self.layer)
  }

  /// Reads a document that was written for a copy, with its images and fonts.
  private static func copied<T>(
    _ writer: CAMLWriter, _ allowance: DocumentAllowance,
    _ read: (UnsafeRawBufferPointer, DocumentSource) throws(DocumentError) -> T
  ) throws(DocumentError) -> T {
    var source = DocumentSource(sharing: writer.names)
    source.allowance = allowance
    let result = writer.text.bytes.withUnsafeBytes { [source] bytes in
      Result { () throws(DocumentError) in try read(bytes, source) }
    }
    return try result.get()
  }

  /// SHA-256 of a scene's document as 64 hexadecimal digits. The digest of a scene includes the content of images and fonts. The
  /// machine's emoji font is included if a text may contain an emoji and the scene has no emoji font of its own.
  public static func digest(_ scene: Scene, _ allowance: DocumentAllowance = DocumentAllowance())
    throws(DocumentError) -> String
  {
    let writer = try CAMLWriter(writing: scene, as: .bundle, allowance)
    var bytes = writer.text.bytes
    if !scene.indexEntries.isEmpty { bytes += index(of: scene) }
    if writer.names.holdsEmoji, scene.root.sceneEmojiFont == nil, let font = Font.emoji {
      bytes += Array(font.digest.utf8)
    }
    return bytes.withUnsafeBytes { SHA256.text($0) }
  }

  /// Reads a scene.
  ///
  /// - Parameter isAllowed: check of the scene's size, which is called before the scene is created.
  @export(interface)
  public static func scene(
    _ bytes: UnsafeRawBufferPointer, _ source: DocumentSource, isAllowed: (Size) -> Bool
  ) throws(DocumentError) -> Scene {
    let (reader, root) = try begin(bytes, source)
    let size = try self.size(of: root)
    guard isAllowed(size) else {
      throw DocumentError(
        "a scene of \(Numbers.text([size.width, size.height])) points cannot be drawn",
        line: root.line)
    }
    // In a document that Stretto wrote for a scene, the scene's root is the only layer inside the document's root.
    let wrapped = root[own: "tree"] == "scene" ? root.child("sublayers")?.children.first : nil
    let inner = wrapped?.child("sublayers")?.children.first
    let scene = Scene(size: size, rootKind: reader.rootKind(inner ?? root).kind)
    reader.scene = scene
    if inner != nil {
      // If the root layer of a document lacks a value, the value has the default of any layer, and not the default of a new
      // scene's root.
      let initial = scene.root.kind.initialValues
      (scene.root.values.bounds, scene.root.values.position) = (initial.bounds, initial.position)
    }
    try reader.fill(scene.root, inner ?? root, in: root, of: scene)
    scene.background = background(of: root)
    if inner == nil { scene.root.fit(in: size, from: size, source) }
    return scene
  }

  /// Adds the layer tree of a document above a scene's other layers, centred and scaled to fit. States with the same name are
  /// merged.
  public static func addPlane(
    _ bytes: UnsafeRawBufferPointer, _ source: DocumentSource, to scene: Scene
  ) throws(DocumentError) {
    let (reader, root) = try begin(bytes, source)
    let size = try size(of: root)
    let plane = Layer(reader.rootKind(root).kind)
    try reader.tree(root.line) { () throws(TreeError) in try scene.root.addSublayer(plane) }
    let states = scene.states
    reader.scene = scene
    do {
      try reader.fill(plane, root, in: root, of: scene)
    } catch {
      plane.removeFromSuperlayer()
      scene.states = states
      scene.makeStateTracks()
      throw error
    }
    plane.fit(in: scene.size, from: size, source)
  }

  /// Reads a layer that `write` has written, or the root layer of a scene's document.
  public static func layer(_ bytes: UnsafeRawBufferPointer, _ source: DocumentSource)
    throws(DocumentError) -> Layer
  {
    let (reader, root) = try begin(bytes, source)
    let layer = reader.layer(for: root)
    // The scene must stay alive until the layer has received the sources of its portals.
    let temporaryScene = Scene(size: Size(1, 1))
    try reader.fill(layer, root, in: root, of: temporaryScene)
    return layer
  }

  private static func begin(_ bytes: UnsafeRawBufferPointer, _ source: DocumentSource)
    throws(DocumentError) -> (CAMLReader, Element)
  {
    let caml = try XMLParser.parse(bytes, source.allowance)
    guard caml.name == "caml" else {
      throw DocumentError("this is not CAML: the root element is \(caml.name)", line: caml.line)
    }
    let reader = CAMLReader(source)
    switch caml["xmlns"] {
    case nil: reader.warn("caml names no namespace", line: caml.line)
    case Vocabulary.namespace: break
    case .some(let other):
      throw DocumentError("the namespace \(other.prefix(100)) is not CAML's", line: caml.line)
    }
    if let own = caml["xmlns:stretto"], own != Vocabulary.ownNamespace {
      throw DocumentError("the namespace \(own.prefix(100)) is not known", line: caml.line)
    }
    guard caml.children.count == 1, let root = caml.children.first else {
      throw DocumentError(
        "caml holds \(caml.children.count) elements; it has one, the root layer", line: caml.line)
    }
    reader.noteObjects(root)
    reader.documentAttributes = caml.attributes.filter {
      $0.name != "xmlns" && $0.name != "xmlns:stretto"
    }
    return (reader, root)
  }

  /// Size of the frame: the size in an attribute of Stretto's namespace, or else the size of the root's bounds.
  private static func size(of root: Element) throws(DocumentError) -> Size {
    let own = Numbers.list(root[own: "size"], count: 2)
    let bounds = Numbers.list(root[PropertyName.bounds], count: 4)
    guard let sides = own ?? bounds?[2...].map({ $0.magnitude }) else {
      throw DocumentError("the root layer has no bounds", line: root.line)
    }
    guard sides.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw DocumentError("the root layer has no size", line: root.line)
    }
    return Size(sides[0], sides[1])
  }

  private static func background(of root: Element) -> Color {
    guard let n = Numbers.list(root[own: "background"], count: 4) else { return .clear }
    return Color(n[0], n[1], n[2], n[3]).clamped
  }
}

extension SceneDocument {
  /// Reads the value of an attribute, such as a colour or a path; nil if the value is invalid.
  @export(interface)
  public static func value(_ text: String, _ rule: ValueRule) -> Value? {
    do throws(ValueProblem) {
      return try CAMLReader(DocumentSource()).value(text: text, rule)
    } catch {
      return nil
    }
  }

  /// Reads all numbers of a list in an attribute; nil if an item is not a number.
  @export(interface)
  public static func numbers(_ text: String) -> [Double]? { Numbers.list(text) }

  /// Text of a path for an attribute.
  @export(interface)
  public static func text(of path: Path) -> String { PathText.text(path) }
}

extension CAMLReader {
  /// Fills a layer from its element, and a scene from the lists in the document's root element. If the function throws, the
  /// scene's warnings and the trees outside the scene are unchanged.
  func fill(_ layer: Layer, _ element: Element, in root: Element, of scene: Scene)
    throws(DocumentError)
  {
    if element === root { top = layer }
    var isFilled = false
    // A portal inside its own source would keep the layers of a failed document alive.
    defer {
      if !isFilled { for portal in Layer.portals(in: [layer] + outside) { portal.cutSource() } }
    }
    for item in root.child(own: "assets")?.children ?? [] {
      if let name = item["src"], let data = item["data"] { embedded[name] = data }
    }
    if !(layer.superlayer == nil && !layer.isSceneRoot) { pendingLayers.append((element, layer)) }
    for other in root.child(own: "outside")?.children ?? [] {
      try allowance.check()
      outside.append(self.layer(for: other))
    }
    for list in root.children { readStates(list, of: nil, into: scene) }
    try fillAll()
    preserveIDs()
    // If a scene is read from several documents, the first document that sets the emoji font or an index entry takes precedence.
    var emojiFont = scene.root.sceneEmojiFont
    if emojiFont == nil, let element = root.child(own: "emojiFont"),
      case .font(let found) = attempt(
        "emojiFont", element.line, { () throws(ValueProblem) in .font(try font(element)) })
    {
      emojiFont = found
    }
    readChanges(root, scene)
    scene.makeStateTracks { allowance.shouldContinueNow() }
    try allowance.check()
    scene.root.sceneEmojiFont = emojiFont
    var index = source.index
    index.read(root.child(own: "index")?.children ?? [])
    for (key, xml) in index.entries where scene.indexEntries[key] == nil {
      scene.indexEntries[key] = xml
    }
    scene.outside += outside
    scene.warnings += warningTexts
    if !documentAttributes.isEmpty {
      scene.unknownMarkup = UnknownMarkup(
        attributes: documentAttributes.sorted { $0.name < $1.name })
    }
    scene.documentMemory += allowance.taken
    isFilled = true
  }

  private func readChanges(_ root: Element, _ scene: Scene) {
    for change in root.child(own: "changes")?.children ?? [] {
      guard let state = change.text("state"),
        let time = change["time"].flatMap({ Numbers.parse($0) }), time.isFinite
      else {
        warn("a change of state cannot be read", line: change.line)
        continue
      }
      do throws(StateError) {
        let layer = change[own: "layer"].flatMap { layers[$0] }
        try scene.addStateChange(state, at: time, of: layer)
      } catch {
        warn("there is no state \(state)", line: change.line)
      }
    }
  }
}

extension Layer {
  /// Positions the root of a document in a frame, centred and scaled to fit. The position of the root layer is ignored. A
  /// document is y-up unless exactly one of the index and the root sets `geometryFlipped`.
  fileprivate func fit(in frame: Size, from size: Size, _ source: DocumentSource) {
    values.isGeometryFlipped = source.index.isGeometryFlipped == values.isGeometryFlipped
    let scale = min(frame.width / size.width, frame.height / size.height)
    values.transform = scale == 1 ? .identity : LayerTransform(.scale(scale, scale, 1))
    values.zPosition = 0
    values.position = values.centre(in: frame, scale: scale)
  }
}
