/// Resolved key path: a property, or a component of a property, of a layer or of its emitter cells, behaviors, filters or
/// sublayers.
///
/// If the key path leads into a sublayer, the resolved path contains only the rest of the key path and the kind of value, because
/// each kind of layer has its own property table.
public struct PropertyPath: Hashable, Sendable {
  /// Lists of a layer whose members have properties of their own. Key paths reach a filter, behavior or cell in a list by its
  /// name.
  public enum List: String, Sendable {
    case emitterCells, emitterBehaviors, filters, backgroundFilters

    public static let ofFilters: [List] = [.filters, .backgroundFilters]
  }

  /// Name of the sublayer and key path inside the sublayer; nil for a property of the layer itself.
  public private(set) var sublayer: (name: String, keyPath: String)?
  /// Name of the emitter cell, behavior or filter. A cell inside another cell has the name "OUTER.emitterCells.INNER". For a
  /// property of the layer itself, `cell` is nil.
  public var cell: String?
  /// Names of the nested emitter cells, outermost first; empty if the key path does not lead into an emitter cell.
  public private(set) var cellNames: [String] = []
  /// List that contains the emitter cell, behavior or filter.
  public var list: List = .emitterCells
  /// Index of the property in the table of its owner: a kind of layer, cells, behaviors or filters.
  public var index: Int
  public var component: Component?
  /// Tag of the axis of a variable font; nil if the key path does not lead to a font axis.
  public var axis: UInt32?
  /// Kind of the value at the key path.
  public var kind: ValueKind
  public var isAnimatable: Bool
  /// Required number of elements if the value is a list; nil allows any number of elements.
  public var count: Int?
  /// Aspects of the picture that a change of the value at the key path may affect.
  public var affectedAspects: AffectedAspects
  /// Traits of the layer's property; empty if the key path leads into a cell, a filter or a sublayer.
  public private(set) var traits: PropertyTraits

  /// Resolves a key path such as "position.x" or "emitterCells.red.birthRate" for a kind of layer.
  @export(interface)
  public init(_ keyPath: String, kind: LayerKind) throws(KeyPathError) {
    if let known = PropertyPath.known[Int(kind.rawValue)][keyPath] {
      self = known
      return
    }
    let words = keyPath.splitOnce
    if let inner = PropertyPath.sublayer(in: keyPath) {
      // Key paths lead into sublayers only one level deep, so that resolving takes bounded time.
      if PropertyPath.sublayer(in: inner.keyPath) != nil { throw .unknownProperty("sublayers") }
      self = try PropertyPath.inAnyKind(inner.keyPath)
      (sublayer, affectedAspects, index, component) = (inner, .sublayers, 0, nil)
      (cell, cellNames, list, traits) = (nil, [], .emitterCells, [])
    } else if words.first == "emitterCells", kind == .emitter {
      var names: [String] = []
      var (inner, rest) = (words, words)
      repeat {
        inner = rest.rest.splitOnce
        names.append(inner.first)
        rest = inner.rest.splitOnce
      } while rest.first == "emitterCells" && rest.hasRest && names.count < EmitterCell.depthLimit
      self = try PropertyPath(inner.rest, in: CellProperties.table)
      cell = names.dropFirst().reduce(names[0]) { $0 + ".emitterCells." + $1 }
      (cellNames, traits) = (names, [])
    } else if let list = List(rawValue: words.first), words.hasRest,
      kind == .emitter || List.ofFilters.contains(list)
    {
      let rest = words.rest.splitOnce
      self =
        list == .emitterBehaviors
        ? try PropertyPath(rest.rest, in: BehaviorProperties.table)
        : try PropertyPath(rest.rest, in: FilterProperties.table)
      (cell, self.list, traits) = (rest.first, list, [])
    } else {
      self = try PropertyPath(keyPath, in: kind.properties)
    }
  }

  /// Class of the emitter cell, behavior or filter into which a key path leads, with the names of the properties of this class;
  /// nil for any other key path.
  static func member(_ keyPath: String) -> (className: String, names: [String])? {
    let words = keyPath.splitOnce
    guard words.hasRest, let list = List(rawValue: words.first) else { return nil }
    return switch list {
    case .emitterCells: ("CAEmitterCell", CellProperties.table.map { $0.name })
    case .emitterBehaviors: ("CAEmitterBehavior", BehaviorProperties.table.map { $0.name })
    case .filters, .backgroundFilters: ("CAFilter", FilterProperties.table.map { $0.name })
    }
  }

  /// Name and inner key path of "sublayers.NAME.KEYPATH"; nil for a key path of another form.
  static func sublayer(in keyPath: String) -> (name: String, keyPath: String)? {
    let words = keyPath.splitOnce
    guard words.first == "sublayers", words.hasRest else { return nil }
    let rest = words.rest.splitOnce
    return (rest.first, rest.rest)
  }

  public static func == (a: PropertyPath, b: PropertyPath) -> Bool {
    a.sublayer?.name == b.sublayer?.name && a.sublayer?.keyPath == b.sublayer?.keyPath
      && a.cell == b.cell && a.list == b.list && a.index == b.index && a.component == b.component
      && a.axis == b.axis && a.kind == b.kind
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(sublayer?.name)
    hasher.combine(sublayer?.keyPath)
    hasher.combine(cell)
    hasher.combine(index)
    hasher.combine(component)
    hasher.combine(axis)
  }

  /// All key paths into the properties of each kind of layer, indexed by the raw value of the kind. With the dictionary `known`,
  /// a setter finds the property of a key path without comparing names.
  private static let known: [[String: PropertyPath]] = LayerKind.allCases.map { kind in
    var paths: [String: PropertyPath] = [:]
    for property in kind.properties {
      let parts = Component.all(of: property.kind).map { property.name + "." + $0.name }
      for keyPath in [property.name] + parts {
        paths[keyPath] = try? PropertyPath(keyPath, in: kind.properties)
      }
    }
    return paths
  }

  public init<Owner>(_ keyPath: String, in table: [Property<Owner>]) throws(KeyPathError) {
    let words = keyPath.splitOnce
    guard let index = table.firstIndex(where: { $0.name == words.first }) else {
      throw .unknownProperty(words.first)
    }
    let property = table[index]
    self.index = index
    isAnimatable = property.isAnimatable
    (affectedAspects, traits) = (property.affectedAspects, property.traits)
    (kind, count) = (property.kind, property.count)
    if kind == .transform { affectedAspects.formUnion(.depth) }
    guard !words.rest.isEmpty || words.hasRest else { return }
    count = nil
    if property.kind == .variations, let axis = FontVariations.tag(words.rest) {
      (self.axis, kind, isAnimatable) = (axis, .number, true)
      return
    }
    guard let part = Component.all(of: property.kind).first(where: { $0.name == words.rest }) else {
      throw .unknownComponent(property: property.name, kind: property.kind)
    }
    (component, kind) = (part, part.kind)
    if part.staysInPlane { affectedAspects = property.affectedAspects }
  }

  static func inAnyKind(_ keyPath: String) throws(KeyPathError) -> PropertyPath {
    var firstError: KeyPathError?
    for kind in LayerKind.allCases.reversed() {
      do {
        return try PropertyPath(keyPath, kind: kind)
      } catch {
        // An error about a later part of the key path is more helpful than the error that a kind of layer lacks the first
        // property.
        if case .unknownProperty(let name) = error, firstError != nil,
          keyPath.splitOnce.first == name
        {
          continue
        }
        firstError = error
      }
    }
    throw firstError ?? .unknownProperty(keyPath)
  }

  public func words(for kind: LayerKind) -> String {
    var words = ""
    if let sublayer { return "sublayers." + sublayer.name + "." + sublayer.keyPath }
    if let cell {
      words = list.rawValue + "." + cell + "."
      switch list {
      case .emitterCells: words += CellProperties.table[index].name
      case .emitterBehaviors: words += BehaviorProperties.table[index].name
      case .filters, .backgroundFilters: words += FilterProperties.table[index].name
      }
    } else {
      words = kind.properties[index].name
    }
    if let axis { return words + "." + FontVariations.name(axis) }
    return component.map { words + "." + $0.name } ?? words
  }

  public func value<Owner>(in owner: Owner, _ table: [Property<Owner>]) -> Value {
    if sublayer != nil { return .none }
    let whole = table[index].get(owner)
    if let axis {
      if case .variations(let known) = whole, let number = known[axis] { return .number(number) }
      return .number(FontVariations.usual(axis))
    }
    guard let component else { return whole }
    return whole[component] ?? .none
  }

  public func set<Owner>(_ value: Value, in owner: inout Owner, _ table: [Property<Owner>]) {
    if sublayer != nil { return }
    let row = table[index]
    if let axis {
      guard case .number(let number) = value else { return }
      var all = FontVariations()
      if case .variations(let known) = row.get(owner) { all = known }
      all[axis] = number
      row.set(&owner, .variations(all))
    } else if let component {
      row.set(&owner, row.get(owner).replacing(component, with: value))
    } else {
      row.set(&owner, value)
    }
  }
}

extension String {
  /// The part of a key path before its first dot, and the part after its first dot.
  fileprivate var splitOnce: (first: String, rest: String, hasRest: Bool) {
    let bytes = utf8
    guard let dot = bytes.firstIndex(of: 0x2E) else { return (self, "", false) }
    let rest = bytes[bytes.index(after: dot)...]
    return (
      String(decoding: bytes[..<dot], as: UTF8.self), String(decoding: rest, as: UTF8.self), true
    )
  }
}
