import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// Writes layers as CAML. Equal trees always give equal bytes.
///
/// A scene is written so that Core Animation shows the scene upright. A y-up root layer contains a layer that flips the y axis,
/// which contains the scene's own root. A scene that is already y-up, such as an opened document, needs no extra layers.
final class CAMLWriter {
  var text = NodeText()
  let names = AssetNames()
  let references: WrittenReferences
  /// Number of view replicators' constructions around the current element, and whether the element is inside a copy of a source.
  private(set) var constructions = (depth: 0, isInCopy: false)
  /// Sources of view replicators that were written inside constructions.
  var sources: Set<ObjectIdentifier> = []
  /// View replicator that is replaced by its construction; nil to write every view replicator as it is.
  private(set) var constructed: Layer?
  private(set) var layerStates: [ObjectIdentifier: StateSet] = [:]
  /// Layer that is written without its sublayers and without animations that end before a local time; nil to write all layers and
  /// animations.
  private(set) var alone: (layer: Layer, time: Double)?

  enum WriterTask {
    case layer(Layer)
    case node(Node)
    case begin(Node)
    case end(String)
    /// Sets the number of constructions around the following elements.
    case constructions(Int, isInCopy: Bool)
  }

  /// Size of the text at the last check of the limits.
  private var checkedSize = 0

  /// Location of the images and fonts.
  enum Form {
    /// Images and fonts are embedded in the document.
    case whole
    /// Images, fonts and the index are separate files.
    case bundle
    /// Images and fonts stay in memory.
    case copy
  }

  private let form: Form
  private let allowance: DocumentAllowance

  private init(_ references: WrittenReferences, _ form: Form, _ allowance: DocumentAllowance) {
    (self.references, self.form, self.allowance) = (references, form, allowance)
  }

  /// Creates a writer for a scene.
  convenience init(writing scene: Scene, as form: Form, _ allowance: DocumentAllowance)
    throws(DocumentError)
  {
    self.init(WrittenReferences([scene.root], scene.states.targets), form, allowance)
    beginDocument(scene.unknownMarkup)
    for set in scene.states.sets {
      if let owner = set.owner { layerStates[ObjectIdentifier(owner)] = set }
    }
    let (kind, v) = (scene.root.kind, scene.root.values)
    // The reader would create exactly this root: y-up, exactly covering the frame, and with explicit bounds.
    let isUpright =
      v.isGeometryFlipped && v.transform == .identity && v.zPosition == 0
      && v.bounds != kind.initialValues.bounds && v.position == v.centre(in: scene.size)
    var head = isUpright ? layerNode(scene.root) : rootNode(scene)
    // A root is y-up by default, and `geometryFlipped` would flip the document.
    if isUpright { head.attributes.removeAll { $0.name == "geometryFlipped" } }
    if scene.background != .clear {
      let c = scene.background
      head.set(own: "background", Numbers.text([c.red, c.green, c.blue, c.alpha]))
    }
    let size = Numbers.text([scene.size.width, scene.size.height])
    head.set(own: "size", size)
    text.open(head)
    if let font = scene.root.sceneEmojiFont {
      text.write(names.node(Vocabulary.strettoPrefix + "emojiFont", .font(font)))
    }
    try take(isUpright ? parts(of: scene.root) : wrapped(scene))
    writeStates(scene.states)
    if isUpright { try take(animations(of: scene.root)) }
    if form != .bundle, !scene.indexEntries.isEmpty {
      let entries = BundleIndex(entries: scene.indexEntries).markup
      text.write(Node(own: "index", [], entries.map { Node(markup: $0) }))
    }
    try endDocument(head.name)
  }

  /// Creates a writer for a layer and the layers below it.
  ///
  /// - Parameters:
  ///   - constructed: View replicator that is replaced by its construction.
  ///   - time: Local time from which on the layer is written alone; nil to write all.
  convenience init(
    writing layer: Layer, as form: Form, _ allowance: DocumentAllowance,
    constructing constructed: Layer? = nil, aloneFrom time: Double? = nil
  ) throws(DocumentError) {
    self.init(WrittenReferences([layer], []), form, allowance)
    self.constructed = constructed
    alone = time.map { (layer, $0) }
    beginDocument(nil)
    var head = layerNode(layer)
    head.set(own: "tree", "layer")
    text.open(head)
    try take(parts(of: layer) + animations(of: layer))
    try endDocument(head.name)
  }

  private func beginDocument(_ unknownMarkup: UnknownMarkup?) {
    text.begin()
    var caml = Node(
      "caml", [("xmlns", Vocabulary.namespace), ("xmlns:stretto", Vocabulary.ownNamespace)])
    caml.add(unknownMarkup)
    text.open(caml)
  }

  private func endDocument(_ root: String) throws(DocumentError) {
    if !references.outside.isEmpty {
      let list = Node(own: "outside")
      try take([.begin(list)] + references.outside.map { .layer($0) } + [.end(list.name)])
    }
    if form == .whole, !names.assets.isEmpty { try writeAssets() }
    text.close(root)
    text.close("caml")
    text.finish()
    try checkSize()
  }

  /// Element of the y-up root around a scene's own root.
  private func rootNode(_ scene: Scene) -> Node {
    var node = Node("CALayer")
    node.coverFrame(in: scene.size)
    node.set(own: "tree", "scene")
    let c = scene.background
    if c.alpha == 1 {
      node.set(PropertyName.backgroundColor, Numbers.text([c.red, c.green, c.blue]))
    } else if c.alpha > 0 {
      node.children.append(names.colorNode(PropertyName.backgroundColor, c))
    }
    return node
  }

  private func wrapped(_ scene: Scene) -> [WriterTask] {
    var node = Node("CALayer", [("name", "y down"), ("geometryFlipped", "1")])
    node.coverFrame(in: scene.size)
    let list = Node("sublayers")
    return [
      .begin(list), .begin(node), .begin(list), .layer(scene.root), .end(list.name),
      .end(node.name), .end(list.name),
    ]
  }

  private func writeAssets() throws(DocumentError) {
    text.open(Node(own: "assets"))
    for (name, asset) in names.assets {
      let (element, bytes) = try asset.file()
      let data = Base64.text(bytes)
      text.write(Node(own: element, [("data", data), ("src", name)]))
      try checkSize()
    }
    text.close(Vocabulary.strettoPrefix + "assets")
  }

  /// Throws if the document is larger than the reader allows.
  private func checkSize() throws(DocumentError) {
    // Writing costs about a nanosecond for each byte since the last check.
    allowance.take((text.size - checkedSize) / 4)
    checkedSize = text.size
    try allowance.check()
    for (count, limit, itemName) in [
      (text.count, DocumentLimits.elements, "elements"), (text.size, DocumentLimits.bytes, "bytes"),
      (names.pixelCount, DocumentLimits.pixels, "pixels of images"),
    ] where count > limit {
      throw DocumentError("the document would have more than \(limit) \(itemName)")
    }
  }

  /// Executes steps one after another.
  private func take(_ new: [WriterTask]) throws(DocumentError) {
    var walk = TreeWalk(new)
    while let task = walk.next() {
      switch task {
      case .begin(let node): text.open(node)
      case .end(let name): text.close(name)
      case .node(let node): text.write(node)
      case .constructions(let depth, let isInCopy): constructions = (depth, isInCopy)
      case .layer(let layer):
        let node = layerNode(layer)
        let inside = try parts(of: layer) + animations(of: layer)
        if inside.isEmpty {
          text.write(node)
        } else {
          text.open(node)
          walk.push(inside + [.end(node.name)])
        }
        try checkSize()
      }
    }
  }
}

extension Node {
  /// Makes a layer's element cover the frame.
  fileprivate mutating func coverFrame(in size: Size) {
    set(PropertyName.bounds, Numbers.text([0, 0, size.width, size.height]))
    set(PropertyName.position, Numbers.text([size.width / 2, size.height / 2]))
  }
}

extension LayerValues {
  /// Position that centres the scaled bounds in a frame.
  func centre(in size: Size, scale: Double = 1) -> Point {
    Point(
      size.width / 2 + (anchorPoint.x - 0.5) * bounds.width * scale,
      size.height / 2 + (anchorPoint.y - 0.5) * bounds.height * scale)
  }
}
