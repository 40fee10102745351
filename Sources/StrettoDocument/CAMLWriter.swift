import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// Layers into CAML. The same tree gives the same bytes, wherever and whenever.
///
/// A scene is written so that Core Animation shows it upright: a root whose y grows upwards, as documents have it,
/// a layer that turns it round, and in that the engine's own root. A tree that is y-up by itself, as one that was
/// opened is, needs neither.
final class CAMLWriter {
  private var out = XMLText()
  let names = ImageNames()
  private var ids: [ObjectIdentifier: String] = [:]
  private var outside: [Layer] = []
  private var indent = 0

  private enum Step {
    case layer(Layer)
    case node(Node)
    case begin(Node)
    case end(String)
  }

  /// Steps still to be taken, the next one last.
  private var steps: [Step] = []

  var bytes: [UInt8] { out.bytes }

  // MARK: Documents

  func write(_ scene: Scene, embedding: Bool) throws(DocumentError) {
    let targets = scene.states.targets
    number([scene.root], targets)
    beginDocument(scene.kept)
    let isUpright = scene.root.isRootOfDocument(scene.size)
    var head = isUpright ? try layerNode(scene.root) : rootNode(scene)
    if scene.background != .clear {
      let c = scene.background
      head.set(Vocabulary.own + "background", Numbers.text([c.red, c.green, c.blue, c.alpha]))
    }
    let size = Numbers.text([scene.size.width, scene.size.height])
    head.set(Vocabulary.own + "size", size)
    open(head)
    if isUpright {
      try takeParts(of: scene.root)
    } else {
      try take(wrapped(scene))
    }
    writeStates(scene.states)
    if isUpright { writeAnimations(of: scene.root) }
    try endDocument(head.name, embedding: embedding)
  }

  /// A layer alone, with what is below it.
  func write(_ layer: Layer, embedding: Bool) throws(DocumentError) {
    number([layer], [])
    beginDocument(nil)
    var head = try layerNode(layer)
    head.set(Vocabulary.own + "tree", "layer")
    open(head)
    try takeParts(of: layer)
    writeAnimations(of: layer)
    try endDocument(head.name, embedding: embedding)
  }

  private func beginDocument(_ kept: KeptMarkup?) {
    out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    var caml = Node(
      "caml", [("xmlns", Vocabulary.namespace), ("xmlns:stretto", Vocabulary.ownNamespace)])
    caml.add(kept)
    open(caml)
  }

  private func endDocument(_ root: String, embedding: Bool) throws(DocumentError) {
    if !outside.isEmpty {
      let list = Node(Vocabulary.own + "outside")
      try take([.begin(list)] + outside.map { .layer($0) } + [.end(list.name)])
    }
    if embedding, !names.assets.isEmpty { try writeAssets() }
    close(root)
    close("caml")
    out.lineBreak(0)
  }

  private func rootNode(_ scene: Scene) -> Node {
    let (w, h) = (scene.size.width, scene.size.height)
    var node = Node("CALayer")
    node.set("bounds", Numbers.text([0, 0, w, h]))
    node.set("position", Numbers.text([w / 2, h / 2]))
    node.set(Vocabulary.own + "tree", "scene")
    if scene.background.alpha > 0 {
      let color = names.colorNode("backgroundColor", scene.background)
      if scene.background.alpha == 1 {
        node.set(
          "backgroundColor",
          Numbers.text([scene.background.red, scene.background.green, scene.background.blue]))
      } else {
        node.children.append(color)
      }
    }
    return node
  }

  private func wrapped(_ scene: Scene) -> [Step] {
    let (w, h) = (scene.size.width, scene.size.height)
    var node = Node("CALayer")
    node.set("name", "y down")
    node.set("bounds", Numbers.text([0, 0, w, h]))
    node.set("position", Numbers.text([w / 2, h / 2]))
    node.set("geometryFlipped", "1")
    let list = Node("sublayers")
    return [
      .begin(list), .begin(node), .begin(list), .layer(scene.root), .end(list.name),
      .end(node.name), .end(list.name),
    ]
  }

  private func writeAssets() throws(DocumentError) {
    var list = Node(Vocabulary.own + "assets")
    for (name, image) in names.assets {
      do {
        let data = Base64.text(try image.pixels.encodedPNG())
        list.children.append(Node(Vocabulary.own + "image", [("data", data), ("src", name)]))
      } catch {
        throw DocumentError("an image cannot be written: \(error)")
      }
    }
    write(list)
  }

  // MARK: Layers

  private func take(_ new: [Step]) throws(DocumentError) {
    let bottom = steps.count
    steps += new.reversed()
    while steps.count > bottom, let step = steps.popLast() {
      switch step {
      case .begin(let node): open(node)
      case .end(let name): close(name)
      case .node(let node): write(node)
      case .layer(let layer):
        let node = try layerNode(layer)
        let inside = try parts(of: layer) + animations(of: layer)
        if inside.isEmpty {
          write(node)
        } else {
          open(node)
          steps += (inside + [.end(node.name)]).reversed()
        }
      }
    }
  }

  private func takeParts(of layer: Layer) throws(DocumentError) { try take(parts(of: layer)) }

  private func writeAnimations(of layer: Layer) {
    for case .node(let node) in animations(of: layer) { write(node) }
  }

  /// A layer's element with its properties and what was kept of it.
  private func layerNode(_ layer: Layer) throws(DocumentError) -> Node {
    let element = Vocabulary.element(of: layer.kind)
    var node = Node(layer.kept?.className ?? element.name)
    if let own = element.own { node.set(Vocabulary.own + "class", own) }
    if let id = ids[ObjectIdentifier(layer)] ?? layer.kept?.id { node.set("id", id) }
    node.addProperties(
      layer.kind.properties, of: layer.values, initial: Initial.layers[Int(layer.kind.rawValue)],
      names)
    let light = layer.values.light
    for (name, filters) in [
      ("filters", light.filters), ("backgroundFilters", light.backgroundFilters),
    ] where !filters.isEmpty {
      node.children.append(Node(name, [], filters.map { filterNode($0) }))
    }
    node.add(layer.kept)
    return node
  }

  private func filterNode(_ filter: FilterValues) -> Node {
    var node = Node("CAFilter", [("filter", filter.type.name)])
    let initial = FilterProperties.table.map { $0.get(FilterValues(filter.type)) }
    node.addProperties(FilterProperties.table, of: filter, initial: initial, names)
    node.set("name", text: filter.name)
    return node
  }

  /// What is inside a layer, but for its animations.
  private func parts(of layer: Layer) throws(DocumentError) -> [Step] {
    var steps: [Step] = []
    func add(_ name: String, _ inside: [Step]) {
      if !inside.isEmpty { steps += [.begin(Node(name))] + inside + [.end(name)] }
    }
    if !layer.values.emitter.cells.isEmpty {
      var known: [ObjectIdentifier: Double] = [:]
      let count = layer.values.emitter.cells.reduce(0) { $0 + $1.writtenCount(&known) }
      guard count <= 65_536 else {
        throw DocumentError("an emitter's cells, each written wherever it is, are more than 65536")
      }
      steps.append(.node(Node("emitterCells", [], layer.values.emitter.cells.map { cellNode($0) })))
    }
    add("mask", layer.mask.map { [.layer($0)] } ?? [])
    if let source = layer.source {
      if layer.kind == .portal {
        let id = ids[ObjectIdentifier(source)] ?? ""
        steps.append(.node(Node("sourceLayer", [("object", id)])))
      } else {
        add("sourceLayer", [.layer(source)])
      }
    }
    add(
      Vocabulary.own + "instanceMasks",
      layer.instanceMasks.map { $0.map { .layer($0) } ?? .node(Node("null")) })
    let prefix = layer.kind == .viewReplicator ? Vocabulary.own : ""
    add(prefix + "sublayers", layer.sublayers.map { .layer($0) })
    let values = layer.valuesOfCopies
    if !values.isEmpty {
      let nodes = values.map { copyNode($0, layer.kind) }
      steps.append(.node(Node(Vocabulary.own + "values", [], nodes)))
    }
    return steps
  }

  private func cellNode(_ cell: EmitterCell) -> Node {
    var node = Node("CAEmitterCell")
    node.addProperties(CellProperties.table, of: cell.values, initial: Initial.cells, names)
    let inner = cell.values.cells
    if !inner.isEmpty { node.children.append(Node("emitterCells", [], inner.map { cellNode($0) })) }
    node.add(cell.kept)
    return node
  }

  private func copyNode(_ value: CopyValue, _ kind: LayerKind) -> Node {
    var node = Node(Vocabulary.own + "value")
    node.set(Vocabulary.own + "copies", value.copies.text)
    node.set("keyPath", text: value.path.words(for: kind))
    node.children.append(names.node("value", value.value))
    return node
  }

  // MARK: Animations

  private func animations(of layer: Layer) -> [Step] {
    var common = Node("animations")
    var own = Node(Vocabulary.own + "animations")
    for (order, animation) in layer.animations.enumerated() {
      var node = animationNode(animation.definition, name: "p", isAtRealZero: true)
      node.set("key", text: animation.key)
      if let copies = animation.copies {
        node.set(Vocabulary.own + "copies", copies.text)
        node.set(Vocabulary.own + "order", String(order))
        own.children.append(node)
      } else {
        common.children.append(node)
      }
    }
    // The reader looks for the list of our own when it meets the other one.
    if !own.children.isEmpty { return [.node(common), .node(own)] }
    return common.children.isEmpty ? [] : [.node(common)]
  }

  /// - Parameter isAtRealZero: whether a begin of 0 has to be told from Core Animation's "now".
  private func animationNode(_ values: AnimationValues, name: String, isAtRealZero: Bool) -> Node {
    let className = values.kind.className
    var node = Node(name)
    if name != className { node.set("type", className) }
    if values.kind != .group { node.set("keyPath", text: values.keyPath) }
    node.addProperties(
      values.kind.properties, of: values, initial: Initial.animations[Int(values.kind.rawValue)],
      names)
    if values.timing.duration <= instant { node.set("duration", "0") }
    if isAtRealZero, values.timing.beginTime == 0 {
      node.set("beginTime", Numbers.text(documentZero))
    }
    if !values.keyValues.isEmpty {
      node.children.append(Node("values", [], values.keyValues.map { itemNode($0) }))
    }
    if !values.animations.isEmpty {
      let members = values.animations.map {
        animationNode($0, name: $0.kind.className, isAtRealZero: false)
      }
      node.children.append(Node("animations", [], members))
    }
    node.add(values.kept)
    return node
  }

  /// A value in a list: an element named by its class.
  private func itemNode(_ value: Value) -> Node {
    var node = names.node("", value)
    node.name = node.attributes.first { $0.name == "type" }?.value ?? "null"
    node.attributes.removeAll { $0.name == "type" }
    return node
  }

  // MARK: States

  private func writeStates(_ states: SceneStates) {
    if !states.states.isEmpty {
      write(Node("states", [], states.states.map { stateNode($0) }))
    }
    if !states.transitions.isEmpty {
      write(Node("stateTransitions", [], states.transitions.map { transitionNode($0) }))
    }
    if !states.changes.isEmpty {
      let changes = states.changes.map { change -> Node in
        var node = Node(Vocabulary.own + "change", [("time", Numbers.text(change.time))])
        node.set("state", text: change.state)
        return node
      }
      write(Node(Vocabulary.own + "changes", [], changes))
    }
  }

  private func stateNode(_ state: SceneState) -> Node {
    var elements = Node("elements")
    for value in state.values {
      guard let id = ids[ObjectIdentifier(value.layer)] else { continue }
      var node = Node("LKStateSetValue", [("targetId", id)])
      node.set("keyPath", text: value.keyPath)
      node.children.append(names.node("value", value.value))
      elements.children.append(node)
    }
    elements.add(state.kept)
    var node = Node("LKState", [], [elements])
    node.set("name", text: state.name)
    if let base = state.basedOn { node.set("basedOn", text: base) }
    return node
  }

  private func transitionNode(_ transition: StateTransition) -> Node {
    var elements = Node("elements")
    for element in transition.elements {
      guard let id = ids[ObjectIdentifier(element.layer)] else { continue }
      let animation = animationNode(
        element.animation.definition, name: "animation", isAtRealZero: false)
      var node = Node("LKStateTransitionElement", [("targetId", id)], [animation])
      node.set("key", text: element.key)
      elements.children.append(node)
    }
    elements.add(transition.kept)
    var node = Node("LKStateTransition", [], [elements])
    node.set("fromState", text: transition.from)
    node.set("toState", text: transition.to)
    return node
  }

  // MARK: Ids

  /// Gives an id to every layer that something refers to, and finds the trees outside that portals look into.
  private func number(_ tops: [Layer], _ targets: [Layer]) {
    var wanted = Set(targets.map { ObjectIdentifier($0) })
    var order: [Layer] = []
    var seen: Set<ObjectIdentifier> = []
    var taken: Set<String> = []
    var open = Array(tops.reversed())
    var sources: [Layer] = []
    while true {
      while let layer = open.popLast() {
        guard seen.insert(ObjectIdentifier(layer)).inserted else { continue }
        order.append(layer)
        if let id = layer.kept?.id { taken.insert(id) }
        if layer.kind == .portal, let source = layer.source {
          wanted.insert(ObjectIdentifier(source))
          sources.append(source)
        }
        open += layer.parts.reversed()
      }
      guard let source = sources.popLast() else { break }
      if seen.contains(ObjectIdentifier(source)) { continue }
      let top = source.top
      outside.append(top)
      open.append(top)
    }
    var next = 1
    for layer in order where wanted.contains(ObjectIdentifier(layer)) {
      if let id = layer.kept?.id {
        ids[ObjectIdentifier(layer)] = id
        continue
      }
      while taken.contains("#" + String(next)) { next += 1 }
      ids[ObjectIdentifier(layer)] = "#" + String(next)
      next += 1
    }
  }

  // MARK: Text

  private func open(_ node: Node) {
    line(node, isEmpty: false)
    indent += 1
    for child in node.children { write(child) }
    writeKept(node)
  }

  private func close(_ name: String) {
    indent -= 1
    out.lineBreak(indent)
    out.end(name)
  }

  private func write(_ node: Node) {
    let isEmpty = node.children.isEmpty && node.kept.isEmpty
    if isEmpty { return line(node, isEmpty: true) }
    open(node)
    close(node.name)
  }

  private func writeKept(_ node: Node) {
    for element in node.kept {
      out.lineBreak(indent)
      out.raw(element)
    }
  }

  private func line(_ node: Node, isEmpty: Bool) {
    out.lineBreak(indent)
    let sorted = node.attributes.sorted {
      ($0.name != "id" ? 1 : 0, $0.name) < ($1.name != "id" ? 1 : 0, $1.name)
    }
    out.begin(node.name, sorted, isEmpty: isEmpty)
  }
}

/// What the properties of each table are at first.
private enum Initial {
  static let layers: [[Value]] = LayerKind.allCases.map { kind in
    let values = kind.initialValues
    return kind.properties.map { $0.get(values) }
  }
  static let cells: [Value] = CellProperties.table.map { $0.get(CellValues()) }
  static let animations: [[Value]] = AnimationKind.allCases.map { kind in
    var values = AnimationValues(kind)
    // A document says every duration.
    values.timing.duration = .nan
    return kind.properties.map { $0.get(values) }
  }
}

extension CopyPattern {
  /// Indices with blanks between them; a star is every copy.
  var text: String { indices.map { $0.map { String($0) } ?? "*" }.joined(separator: " ") }
}

extension SceneStates {
  /// The layers that states and transitions speak of.
  var targets: [Layer] {
    states.flatMap { $0.values.map { $0.layer } }
      + transitions.flatMap { $0.elements.map { $0.layer } }
  }
}

extension Layer {
  /// The top of the tree that it is in.
  var top: Layer {
    var top = self
    while let above = top.superlayer { top = above }
    return top
  }

  /// Whether a document's reader makes just this root of it: y-up, and exactly where the frame is.
  func isRootOfDocument(_ size: Size) -> Bool {
    let v = values
    return v.isGeometryFlipped && v.transform == .identity && v.zPosition == 0
      && v.position == values.centre(in: size)
  }
}

extension LayerValues {
  /// The position at which the bounds' middle is the middle of a frame.
  func centre(in size: Size) -> Point {
    Point(
      size.width / 2 + (anchorPoint.x - 0.5) * bounds.width,
      size.height / 2 + (anchorPoint.y - 0.5) * bounds.height)
  }
}

extension EmitterCell {
  /// How many elements this cell takes with those inside it: one that is shared is written wherever it is.
  fileprivate func writtenCount(_ known: inout [ObjectIdentifier: Double]) -> Double {
    if let count = known[ObjectIdentifier(self)] { return count }
    let count = values.cells.reduce(1) { $0 + $1.writtenCount(&known) }
    known[ObjectIdentifier(self)] = count
    return count
  }
}
