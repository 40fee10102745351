import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

/// Reads CAML into layers. Unknown parts of a document are preserved, with a warning. Reading a document throws an error only if
/// the document has no layer tree.
final class CAMLReader {
  let source: DocumentSource
  /// Line and name of the value that is being read, for warnings from nested calls.
  private(set) var location = (line: 0, subject: "")
  private var warnings: [(line: Int, sentence: String, count: Int)] = []
  private var warningIndices: [String: Int] = [:]
  var images: [String: Result<Image, ValueProblem>] = [:]
  /// Files that are embedded in the document as Base64, by name.
  var embedded: [String: String] = [:]
  /// Fonts by reference, so that layers share fonts.
  var fonts: [FontReference: Result<Font, ValueProblem>] = [:]
  var fontFiles: [String: FontData] = [:]
  /// Layers whose elements are not read yet. The reader uses a list instead of recursion, because a document may be deeply
  /// nested.
  var pendingLayers: [(Element, Layer)] = []
  var layers: [String: Layer] = [:]
  /// Emitter cells that occur in several places, by number.
  var cells: [String: EmitterCell] = [:]
  /// Emitter behaviors that occur in several places, by number.
  var behaviors: [String: EmitterBehavior] = [:]
  /// Elements by id, and the objects that were read from referenced elements.
  var objects: [String: Element] = [:]
  let namedCells = NamedObjects<EmitterCell>()
  let namedAnimations = NamedObjects<AnimationValues>()
  let namedValues = NamedObjects<Result<Value, ValueProblem>>()
  let namedStateValues = NamedObjects<StateValue>()
  let namedStateAnimations = NamedObjects<StateAnimation>()
  private var idOwners: [(id: String, layer: Layer)] = []
  private var referenced: Set<String> = []
  /// References to layers, which are resolved after all layers have been created.
  var references: [(id: String, line: Int, found: (CAMLReader, Layer) -> Void)] = []
  var outside: [Layer] = []
  /// Layer of the document's root element, which contains the states and other lists of the document.
  var top: Layer?
  /// Scene that receives the states of the document; nil if a single layer is read.
  var scene: Scene?
  /// Attributes of the `caml` element, whose namespaces preserved elements may need.
  var documentAttributes: [(name: String, value: String)] = []

  init(_ source: DocumentSource) { self.source = source }

  var allowance: DocumentAllowance { source.allowance }

  // MARK: Warnings

  /// Adds a warning, or increases the count of an equal warning.
  func warn(_ sentence: String, line: Int) {
    if let index = warningIndices[sentence] {
      warnings[index].count += 1
    } else if warnings.count < DocumentLimits.warnings {
      warningIndices[sentence] = warnings.count
      warnings.append((line, sentence, 1))
    }
  }

  /// Adds a warning about the value that is being read.
  func note(_ sentence: String) { warn(location.subject + ": " + sentence, line: location.line) }

  var warningTexts: [String] {
    warnings.map { line, sentence, count in
      "\(source.name):\(line): \(sentence)".printable + (count > 1 ? " (\(count) times)" : "")
    }
  }

  /// Reads the value of an element, or of the element that it references. Returns nil, with a warning, if the value is invalid.
  func read(_ subject: String, _ element: Element, _ rule: ValueRule, line: Int? = nil) -> Value? {
    attempt(subject, line ?? element.line) { () throws(ValueProblem) in try value(element, rule) }
  }

  /// Reads the value of an attribute. Returns nil, with a warning, if the value is invalid.
  func read(_ name: String, text: String, _ rule: ValueRule, line: Int) -> Value? {
    attempt(name, line) { () throws(ValueProblem) in try value(text: text, rule) }
  }

  /// Runs a body that uses a key path. Returns nil, with a warning, if the layer lacks the property.
  @discardableResult
  func property<T>(
    _ keyPath: String, of layer: Layer, _ line: Int, _ body: () throws(KeyPathError) -> T?
  ) -> T? {
    do {
      return try body()
    } catch {
      warn("\(keyPath) is not a property of a \(layer.kind.className)", line: line)
      return nil
    }
  }

  /// Runs a body that reads a value. Returns nil, with a warning, if the body throws.
  func attempt(_ subject: String, _ line: Int, _ body: () throws(ValueProblem) -> Value) -> Value? {
    location = (line, subject)
    do {
      return try body()
    } catch {
      warn(subject + " " + error.sentence, line: line)
      return nil
    }
  }
}

// MARK: Layers

extension CAMLReader {
  /// Creates a layer for an element. The method `fillAll` reads the properties of the layer later.
  func layer(for element: Element) -> Layer {
    allowance.take(CAMLReader.layerSize, for: "layers", line: element.line)
    let layer = Layer(kind(of: element).kind)
    pendingLayers.append((element, layer))
    return layer
  }

  /// Approximate memory in bytes of a layer, of its data in a frame, and of its written form.
  private static let layerSize = MemoryLayout<LayerValues>.stride + 3072

  func fillAll() throws(DocumentError) {
    // Layers are filled in the order of the document, so that warnings have that order.
    var walk = TreeWalk(pendingLayers)
    pendingLayers = []
    while let (element, layer) = walk.next() {
      try fill(layer, element)
      try allowance.check()
      walk.push(pendingLayers)
      pendingLayers = []
    }
    resolve()
    try allowance.check()
  }

  /// Class name of an object, from the name of its element or from the attribute `type`.
  static func className(of element: Element) -> String {
    let isProperty = element.name.utf8.first.map { (0x61...0x7A).contains($0) } ?? true
    return isProperty ? element["type"] ?? element.name : element.name
  }

  private func kind(of element: Element) -> (kind: LayerKind, unknown: String?) {
    if let own = element[own: "class"], let kind = Vocabulary.layerKinds[own], kind != .glyph {
      return (kind, nil)
    }
    let name = CAMLReader.className(of: element)
    if let kind = Vocabulary.layerKinds[name], kind != .glyph { return (kind, nil) }
    return (.plain, name)
  }

  private func fill(_ layer: Layer, _ element: Element) throws(DocumentError) {
    let unknown = layer.isSceneRoot ? rootKind(element).unknown : kind(of: element).unknown
    if let unknown { warn("\(unknown) is read as a CALayer", line: element.line) }
    var unknownMarkup = readProperties(
      element, layer.kind.properties, PropertyIndex.layers[Int(layer.kind.rawValue)], &layer.values)
    readCorners(element, layer, &unknownMarkup)
    var filters: [(list: String, index: Int, markup: String)] = []
    var elements: [String] = []
    for child in element.children where !unknownMarkup.properties.contains(child.name) {
      if let others = readFilters(child, &layer.values) {
        filters += others
      } else if try !readPart(child, of: layer, element) {
        elements += preserve(child, unknownMarkup)
      }
    }
    if let id = element["id"] {
      if layers.updateValue(layer, forKey: id) != nil {
        warn("the id \(id) appears twice; the last one counts", line: element.line)
      }
      idOwners.append((id, layer))
    }
    layer.unknownMarkup = UnknownMarkup(
      className: unknown, attributes: unknownMarkup.attributes, elements: elements, filters: filters
    )
  }

  /// Reads an older name of `cornerCurve`, which is used if the element has no `cornerCurve`.
  private func readCorners(_ element: Element, _ layer: Layer, _ unread: inout RemainingParts) {
    let word = Vocabulary.continuousCorners
    guard let text = element[word], element["cornerCurve"] == nil,
      case .boolean(let isContinuous) = read(
        word, text: text, ValueRule(.boolean), line: element.line)
    else { return }
    layer.values.effectValues.cornerCurve = isContinuous ? .continuous : .circular
    unread.attributes.removeAll { $0.name == word }
  }

  /// Kind of a scene's root. The root of a document is a plain layer or a transform layer, even if the document names another
  /// kind of layer.
  func rootKind(_ element: Element) -> (kind: LayerKind, unknown: String?) {
    let (kind, unknown) = kind(of: element)
    if kind == .plain || kind == .transform { return (kind, unknown) }
    return (.plain, CAMLReader.className(of: element))
  }

  /// Reads a child element of a layer that is not a property. Returns false if the element is unknown.
  private func readPart(_ child: Element, of layer: Layer, _ element: Element)
    throws(DocumentError) -> Bool
  {
    switch child.name {
    case "sublayers":
      if layer.kind != .viewReplicator {
        try readSublayers(child, layer)
      } else if element.child("sourceLayer") == nil, let source = child.sourceOfConstruction {
        try put(source) { source throws(TreeError) in try layer.setSource(source) }
      }
    case Vocabulary.strettoPrefix + "sublayers" where layer.kind == .viewReplicator:
      try readSublayers(child, layer)
    case "mask":
      try put(child.children.first ?? child) { mask throws(TreeError) in try layer.setMask(mask) }
    case "sourceLayer" where layer.kind == .portal || layer.kind == .viewReplicator:
      try readSource(child, layer)
    case Vocabulary.strettoPrefix + "glyph" where layer.kind == .text:
      if let inner = child.children.first, let glyph = layer.glyph {
        pendingLayers.append((inner, glyph))
      }
    case Vocabulary.strettoPrefix + "styles" where layer.kind == .text: readStyles(child, layer)
    case Vocabulary.strettoPrefix + "instanceMasks"
    where layer.kind == .replicator || layer.kind == .text:
      var masks: [Layer?] = []
      for inner in child.children {
        try allowance.check()
        masks.append(inner.name == "null" ? nil : self.layer(for: inner))
      }
      try tree(child.line) { () throws(TreeError) in try layer.setInstanceMasks(masks) }
    case "emitterCells" where layer.kind == .emitter:
      layer.values.emitter.cells = child.children.compactMap { cell(at: $0) }
    case "emitterBehaviors" where layer.kind == .emitter:
      layer.values.emitter.behaviors = child.children.compactMap { behavior(at: $0) }
    case "animations": readAnimations(child, layer, own: element)
    case Vocabulary.strettoPrefix + "animations": break
    case Vocabulary.strettoPrefix + "values": readCopyValues(child, layer)
    case Vocabulary.strettoPrefix + "assets", Vocabulary.strettoPrefix + "outside",
      Vocabulary.strettoPrefix + "changes",
      Vocabulary.strettoPrefix + "index", Vocabulary.strettoPrefix + "emojiFont":
      return layer === top
    case "states", "stateTransitions":
      if layer === top { return true }
      guard let scene else { return false }
      readStates(child, of: layer, into: scene)
    default: return false
    }
    return true
  }

  private func readStyles(_ list: Element, _ layer: Layer) {
    var ranges = layer.values.text.ranges
    defer { layer.values.text.ranges = ranges }
    for element in list.children where allowance.take(256, for: "styles of characters") {
      guard let ends = Numbers.list(element[own: "characters"], count: 2),
        let start = Int(exactly: ends[0]), let end = Int(exactly: ends[1]), 0 <= start, start < end,
        ranges.count < TextValues.mostRanges
      else {
        warn("a style applies to no characters", line: element.line)
        continue
      }
      var range = StyledRange(start..<end)
      let style = element.without([Vocabulary.strettoPrefix + "characters"])
      _ = readProperties(style, StyledRangeProperties.table, .styles, &range)
      ranges.append(range)
    }
  }

  private func readSublayers(_ list: Element, _ layer: Layer) throws(DocumentError) {
    for element in list.children {
      try allowance.check()
      try put(element) { sublayer throws(TreeError) in try layer.addSublayer(sublayer) }
    }
  }

  private func readSource(_ element: Element, _ layer: Layer) throws(DocumentError) {
    if let id = element["object"] ?? element.children.first?["object"] {
      refer(to: id, line: element.line) { reader, source in
        do throws(TreeError) {
          try layer.setSource(source)
        } catch {
          reader.warn("\(id) cannot be shown by this layer", line: element.line)
        }
      }
    } else if let inner = element.children.first {
      try put(inner) { source throws(TreeError) in try layer.setSource(source) }
    }
  }

  /// Creates a layer for an element and inserts the layer into the tree.
  private func put(_ element: Element, _ body: (Layer) throws(TreeError) -> Void)
    throws(DocumentError)
  {
    let made = layer(for: element)
    try tree(element.line) { () throws(TreeError) in try body(made) }
  }

  func tree(_ line: Int, _ body: () throws(TreeError) -> Void) throws(DocumentError) {
    do {
      try body()
    } catch {
      throw DocumentError("layers are nested more than \(Layer.depthLimit) deep", line: line)
    }
  }
}

extension CAMLReader {
  /// XML of an unknown element. The reader adds a warning unless the element never has an effect or already has a warning. The
  /// result is empty if the element must not be preserved.
  func preserve(_ element: Element, _ unread: RemainingParts = RemainingParts()) -> [String] {
    if !Vocabulary.ignoredElements.contains(element.name), !unread.unreadable.contains(element.name)
    {
      warn("the element \(element.name) is not known", line: element.line)
    }
    // The element names a missing asset by the digest of its content. When the document is written again, an unrelated asset
    // could get the name of the missing asset.
    if element.namesAsset { return [] }
    let markup = element.xml
    allowance.take(2 * markup.utf8.count, for: "elements that are kept", line: element.line)
    return [markup]
  }

  // MARK: References

  func refer(to id: String, line: Int, _ found: @escaping (CAMLReader, Layer) -> Void) {
    referenced.insert(id)
    references.append((id, line, found))
  }

  func resolve() {
    for (id, line, found) in references where allowance.take() {
      if let layer = layers[id] {
        found(self, layer)
      } else {
        warn("there is no object \(id)", line: line)
      }
    }
    references = []
  }

  /// Preserves ids without references, because users of the document may know objects by their ids.
  func preserveIDs() {
    for (id, layer) in idOwners where !referenced.contains(id) && layers[id] === layer {
      layer.unknownMarkup = UnknownMarkup(
        className: layer.unknownMarkup?.className, id: id,
        attributes: layer.unknownMarkup?.attributes ?? [],
        elements: layer.unknownMarkup?.elements ?? [], filters: layer.unknownMarkup?.filters ?? [])
    }
    idOwners = []
  }
}

extension CAMLReader {
  /// Sets the properties of a table that an element has as attributes or children.
  func readProperties<Owner>(
    _ element: Element, _ table: [Property<Owner>], _ index: PropertyIndex, _ owner: inout Owner
  ) -> RemainingParts {
    var unread = RemainingParts()
    for (name, text) in element.attributesOwnLast where allowance.take(work: 64) {
      if structural.contains(name) { continue }
      let isOwn = name.hasPrefix(Vocabulary.strettoPrefix)
      let word = name.withoutOwnPrefix
      let entry = index[word]
      if let entry, table[entry].kind == .any {
        // The kind of the value depends on the key path, which is not known yet.
        unread.attributes.append((name, text))
        continue
      }
      if let entry, name != "type" {
        let rule = ValueRule(table[entry])
        let isText = isOwn && [.string, .name, .names, .filters].contains(rule.kind)
        let given = isText ? EscapedText.unescape(text) : text
        if var value = read(name, text: given, rule, line: element.line) {
          // An attribute in Stretto's namespace stores the components that a transform was set by.
          if case .transform = value, let text = element[own: word + ".components"],
            let transform = LayerTransform(components: text)
          {
            value = .transform(transform)
          }
          table[entry].set(&owner, value)
          continue
        }
      } else if isComponent(name, element, table, text, &owner) {
        continue
      } else if !Vocabulary.isSilent(attribute: name, text), !isComponents(word, isOwn) {
        warn("the attribute \(name) is not known", line: element.line)
      }
      if !isComponents(word, isOwn) { unread.attributes.append((name, text)) }
    }
    for child in element.children {
      guard let entry = index[child.name.withoutOwnPrefix] else { continue }
      let property = table[entry]
      if [.any, .layer, .filters].contains(property.kind) { continue }
      if let value = read(child.name, child, ValueRule(property)) {
        property.set(&owner, value)
        unread.properties.insert(child.name)
      } else if property.kind == .font, !child.fontName.isEmpty {
        // The font's name is preserved until the property is set again.
        unread.attributes.append((child.name, child.fontName))
        unread.properties.insert(child.name)
      } else {
        unread.unreadable.insert(child.name)
      }
    }
    if allowance.take(work: 16 * unread.attributes.count) {
      unread.attributes.sort { $0.name < $1.name }
    }
    return unread
  }

  /// Sets a component such as "transform.rotation.z", unless the element also has the whole value. Returns false if the name is
  /// not the name of a component.
  private func isComponent<Owner>(
    _ name: String, _ element: Element, _ table: [Property<Owner>], _ text: String,
    _ owner: inout Owner
  ) -> Bool {
    guard let dot = name.firstIndex(of: "."), let number = Numbers.parse(text.trimmed),
      number.isFinite
    else { return false }
    do throws(KeyPathError) {
      let path = try PropertyPath(name, in: table)
      guard path.kind == .number else { return false }
      if path.axis != nil, case .variations(let known) = table[path.index].get(owner),
        known.axisValues.count >= FontVariations.mostAxes
      {
        return false
      }
      if element[String(name[..<dot])] == nil { path.set(.number(number), in: &owner, table) }
      return true
    } catch {
      return false
    }
  }

  private func isComponents(_ word: String, _ isOwn: Bool) -> Bool {
    isOwn && word.hasSuffix(".components")
  }
}

extension Element {
  /// Attributes of an element. The attributes in Stretto's namespace come last, so that they override Core Animation's
  /// attributes.
  fileprivate var attributesOwnLast: [(name: String, value: String)] {
    guard attributes.contains(where: { $0.name.hasPrefix(Vocabulary.strettoPrefix) }) else {
      return attributes
    }
    return attributes.filter { !$0.name.hasPrefix(Vocabulary.strettoPrefix) }
      + attributes.filter { $0.name.hasPrefix(Vocabulary.strettoPrefix) }
  }

  /// Source of a view replicator inside the construction that the document contains for Core Animation.
  fileprivate var sourceOfConstruction: Element? {
    let outer = children.first { CAMLReader.className(of: $0) == "CAReplicatorLayer" }
    let inner = outer?.child("sublayers")?.children.first
    return inner?.child("sublayers")?.children.first
  }
}

extension String {
  var withoutOwnPrefix: String {
    hasPrefix(Vocabulary.strettoPrefix)
      ? String(dropFirst(Vocabulary.strettoPrefix.utf8.count)) : self
  }
}

/// Attributes that describe the element and are not properties.
private let structural: Set<String> = [
  "id", "type", "key", "object", Vocabulary.strettoPrefix + "class",
  Vocabulary.strettoPrefix + "size",
  Vocabulary.strettoPrefix + "background", Vocabulary.strettoPrefix + "tree",
  Vocabulary.strettoPrefix + "order",
  Vocabulary.strettoPrefix + "cell", Vocabulary.strettoPrefix + "copies",
  Vocabulary.strettoPrefix + "key",
  Vocabulary.strettoPrefix + "keyPath", "keyPath",
]
