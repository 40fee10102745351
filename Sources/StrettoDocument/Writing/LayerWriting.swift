import StrettoLayers
import StrettoText

extension CAMLWriter {
  /// Element of a layer, with its properties and its preserved XML.
  func layerNode(_ layer: Layer) -> Node {
    // A view replicator that is replaced by its construction becomes a plain layer around the construction.
    let kind = layer === constructed ? .plain : layer.kind
    let element = Vocabulary.element(of: kind)
    var node = Node(layer.unknownMarkup?.className ?? element.name)
    if let own = element.own { node.set(own: "class", own) }
    if let id = references.id(of: layer), !constructions.isInCopy { node.set("id", id) }
    let values = isInConstruction(layer) ? IgnoredSourceValues.neutral(layer.values) : layer.values
    let initial = Initial.layers[Int(kind.rawValue)]
    node.addProperties(kind.properties, of: values, initial: initial, names)
    if isInConstruction(layer), !isForGood(layer) {
      for property in layer.kind.properties where property.traits.contains(.modelTreeOnly) {
        let own = property.get(layer.values)
        if own != property.get(values) { node.add(property, own, names, asOwn: true) }
      }
    }
    for list in PropertyPath.List.ofFilters {
      let unknownMarkup = layer.unknownMarkup?.filters.filter { $0.list == list.rawValue } ?? []
      let nodes = filterNodes(layer.values[list], unknownMarkup)
      if !nodes.isEmpty { node.children.append(Node(list.rawValue, [], nodes)) }
    }
    node.add(layer.unknownMarkup)
    return node
  }

  /// Elements of a list of filters, with preserved filters at their original indices.
  private func filterNodes(
    _ filters: [FilterValues], _ unknownMarkup: [(list: String, index: Int, markup: String)]
  ) -> [Node] {
    var nodes: [Node] = []
    var known = filters[...]
    for (_, index, markup) in unknownMarkup {
      while nodes.count < index, let next = known.popFirst() { nodes.append(filterNode(next)) }
      nodes.append(Node(markup: markup))
    }
    return nodes + known.map { filterNode($0) }
  }

  private func filterNode(_ filter: FilterValues) -> Node {
    var node = Node("CAFilter", [("filter", filter.type.name)])
    let initial = FilterProperties.table.map { $0.get(FilterValues(filter.type)) }
    node.addProperties(FilterProperties.table, of: filter, initial: initial, names)
    node.set("name", text: filter.name)
    node.add(filter.unknownMarkup)
    return node
  }

  /// Steps that write everything inside a layer except its animations.
  func parts(of layer: Layer) throws(DocumentError) -> [WriterTask] {
    var tasks: [WriterTask] = []
    func add(_ name: String, _ inside: [WriterTask]) {
      if !inside.isEmpty { tasks += [.begin(Node(name))] + inside + [.end(name)] }
    }
    if !layer.values.emitter.cells.isEmpty { tasks.append(.node(try cellsNode(layer))) }
    let behaviors = layer.values.emitter.behaviors
    add("emitterBehaviors", behaviors.map { .node(behaviorNode($0)) })
    add("mask", maskTasks(layer))
    if let source = layer.source {
      if layer.kind == .text {
        if source.hasWords || references.id(of: source) != nil {
          add(Vocabulary.strettoPrefix + "glyph", [.layer(source)])
        }
      } else if layer.kind == .portal {
        let id = references.id(of: source) ?? ""
        tasks.append(.node(Node("sourceLayer", [("object", id)])))
      } else if let construction = constructionTasks(layer) {
        tasks += construction
      } else if layer !== constructed {
        add("sourceLayer", [.layer(source)])
      }
    }
    add(
      Vocabulary.strettoPrefix + "instanceMasks",
      layer.instanceMasks.map { $0.map { .layer($0) } ?? .node(Node("null")) })
    if layer !== constructed, layer !== alone?.layer {
      let prefix = layer.kind == .viewReplicator ? Vocabulary.strettoPrefix : ""
      add(prefix + "sublayers", layer.sublayers.map { .layer($0) })
    }
    let values = layer.valuesOfCopies
    if !values.isEmpty {
      let nodes = values.map { value in
        var node = Node(own: "value", [], [names.node("value", value.value)])
        node.set(own: "copies", value.copies.text)
        node.set("keyPath", text: value.path.words(for: layer.kind))
        return node
      }
      tasks.append(.node(Node(own: "values", [], nodes)))
    }
    if !layer.values.text.ranges.isEmpty { tasks.append(.node(stylesNode(layer))) }
    if let states = layerStates[ObjectIdentifier(layer)], !constructions.isInCopy {
      tasks += stateNodes(states).map { .node($0) }
    }
    return tasks
  }

  private func stylesNode(_ layer: Layer) -> Node {
    let table = StyledRangeProperties.table
    let styles = layer.values.text.ranges.map { range in
      var node = Node(own: "style")
      let (start, end) = (range.characters.lowerBound, range.characters.upperBound)
      node.set(own: "characters", "\(start) \(end)")
      for property in table {
        let value = property.get(range)
        if value != .none { node.add(property, value, names) }
      }
      return node
    }
    return Node(own: "styles", [], styles)
  }

  private func cellsNode(_ layer: Layer) throws(DocumentError) -> Node {
    let cells = layer.values.emitter.cells
    var known: [ObjectIdentifier: Double] = [:]
    let count = cells.reduce(0) { $0 + $1.writtenCount(&known) }
    guard count <= 65_536 else {
      throw DocumentError("an emitter's cells, each written wherever it is, are more than 65536")
    }
    return Node("emitterCells", [], cells.map { cellNode($0) })
  }

  /// Element of an emitter cell. The cell is written completely in each emitter, because Core Animation has no references to
  /// cells. A number in Stretto's namespace identifies copies of the same cell.
  private func cellNode(_ cell: EmitterCell) -> Node {
    var node = Node("CAEmitterCell")
    node.addProperties(CellProperties.table, of: cell.values, initial: Initial.cells, names)
    if let number = references.number(of: cell) {
      node.set(own: "cell", String(number))
    }
    let inner = cell.values.cells
    if !inner.isEmpty { node.children.append(Node("emitterCells", [], inner.map { cellNode($0) })) }
    node.add(cell.unknownMarkup)
    return node
  }
}

extension CAMLWriter {
  /// Element of an emitter behavior, which is written completely in each emitter like a cell.
  private func behaviorNode(_ behavior: EmitterBehavior) -> Node {
    let type = behavior.values.type
    var node = Node("CAEmitterBehavior", [("type", type.name)])
    let rows = BehaviorProperties.rows(of: type)
    let initial = rows.map { $0.get(BehaviorValues(type)) }
    node.addProperties(rows, of: behavior.values, initial: initial, names)
    if let number = references.number(of: behavior) { node.set(own: "behavior", String(number)) }
    node.add(behavior.unknownMarkup)
    return node
  }
}

extension Layer {
  /// True if a glyph layer differs from the glyph layer of a new text.
  fileprivate var hasWords: Bool {
    let initial = Initial.layers[Int(kind.rawValue)]
    return zip(kind.properties, initial).contains { $0.get(values).isOther(than: $1) }
      || !parts.isEmpty || !animations.isEmpty || !valuesOfCopies.isEmpty || unknownMarkup != nil
  }
}

/// Initial values of all properties, by property table. Each kind of layer has a table, and so have cells and the other kinds of
/// objects.
enum Initial {
  static let layers: [[Value]] = LayerKind.allCases.map { kind in
    let values = kind.initialValues
    return kind.properties.map { $0.get(values) }
  }
  static let cells: [Value] = CellProperties.table.map { $0.get(CellValues()) }
  static let animations: [[Value]] = AnimationKind.allCases.map { kind in
    var values = AnimationValues(kind)
    // NaN as the initial value makes the writer write every duration.
    values.timing.duration = .nan
    return kind.properties.map { $0.get(values) }
  }
}

extension CopyPattern {
  /// Text of a pattern of copies, with the indices separated by spaces and a star for every copy.
  var text: String { indices.map { $0.map { String($0) } ?? "*" }.joined(separator: " ") }
}

extension EmitterCell {
  /// Number of elements that a cell and the cells inside it need. A cell that several emitters share is written in each emitter.
  fileprivate func writtenCount(_ known: inout [ObjectIdentifier: Double]) -> Double {
    if let count = known[ObjectIdentifier(self)] { return count }
    let count = values.cells.reduce(1) { $0 + $1.writtenCount(&known) }
    known[ObjectIdentifier(self)] = count
    return count
  }
}
