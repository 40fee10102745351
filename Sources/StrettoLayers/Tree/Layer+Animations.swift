import StrettoGeometry
import StrettoTiming

/// Animation of a layer, with the key path resolved for the kind of the layer.
public final class LayerAnimation: Sendable {
  public let key: String
  public let values: AnimationValues
  /// Resolved key path of the animated property; nil for a group.
  public let path: PropertyPath?
  /// Members of the animation group, in the order of application.
  public let children: [LayerAnimation]
  /// Copies of the layer to which the animation applies; nil for all copies.
  public let copies: CopyPattern?
  /// Effective key times and motion path of a keyframe animation.
  public let pacing: Pacing?
  /// Precomputed integral of an animation of a layer's speed. Without a precomputed integral of the speed, an animation with
  /// thousands of keyframes would need thousands of steps in each frame.
  let speedIntegral: CurveIntegral?
  /// Aspects of the picture that the animation and its members affect.
  public let affectedAspects: AffectedAspects
  /// Serial number of the animation, in the order in which animations were added.
  let serial: Int

  /// Limit of the depth of nested groups, because each level needs stack during evaluation.
  public static let groupDepthLimit: Int = 16
  /// Limit of the members of a group at all depths. Without a limit on the members of a group, a few groups of groups could fill
  /// the memory.
  public static let groupSizeLimit: Int = 65_536

  /// Core Animation's default duration in seconds, for an animation without a duration.
  public static let defaultDuration: Double = 0.25

  @export(interface)
  public init(
    _ values: AnimationValues, key: String, serial: Int = 0, for kind: LayerKind,
    copies: CopyPattern? = nil, fallbackDuration: Double = LayerAnimation.defaultDuration
  ) throws(KeyPathError) {
    var values = values
    if values.timing.duration <= 0 { values.timing.duration = fallbackDuration }
    var children: [LayerAnimation] = []
    for (index, child) in values.animations.enumerated() {
      children.append(
        try LayerAnimation(
          child, key: "", serial: index, for: kind, fallbackDuration: values.timing.duration))
    }
    values.animations = []
    path = values.kind.hasKeyPath ? try PropertyPath(values.keyPath, kind: kind) : nil
    pacing = values.kind == .keyframe ? Pacing(values) : nil
    var own = path?.affectedAspects ?? []
    if values.rotationMode != nil, path?.sublayer == nil { own.formUnion(.geometry) }
    if values.kind == .transition { own.formUnion([.content, .visibility]) }
    affectedAspects = children.reduce(own) { $0.union($1.affectedAspects) }
    speedIntegral = own.contains(.speed) ? values.speedIntegral(pacing?.keyTimes ?? []) : nil
    (self.values, self.key, self.serial, self.copies) = (values, key, serial, copies)
    self.children = children.sorted(by: LayerAnimation.areInOrder)
  }

  /// Creates a copy of a basic animation with other end values.
  public init(_ other: LayerAnimation, from: Value, to: Value) {
    var values = other.values
    (values.fromValue, values.toValue) = (from, to)
    (self.values, path, children) = (values, other.path, other.children)
    (key, serial, copies) = (other.key, other.serial, other.copies)
    (pacing, speedIntegral) = (other.pacing, other.speedIntegral)
    affectedAspects = other.affectedAspects
  }

  /// True if the animation has neither key values nor end values, so that the animation runs from the value before a state change
  /// to the value after the state change.
  public var lacksEnds: Bool {
    path != nil && values.keyValues.isEmpty && values.kind != .keyframe
      && values.fromValue == .none && values.toValue == .none && values.byValue == .none
  }

  /// Values of the animation as they were added to the layer, with the members in their original order and the default duration
  /// filled in.
  public var definition: AnimationValues {
    var definition = values
    definition.animations = children.sorted { $0.serial < $1.serial }.map { $0.definition }
    return definition
  }

  /// Order in which animations are applied: by begin time, and for equal begin times in the order in which the animations were
  /// added. An animation that is applied later wins.
  static func areInOrder(_ a: LayerAnimation, _ b: LayerAnimation) -> Bool {
    (a.values.timing.beginTime, a.serial) < (b.values.timing.beginTime, b.serial)
  }
}

extension Array where Element: ForCopies {
  /// Index of an element in this ordered list, or the index at which the element is to be inserted.
  func insertionIndex(of element: Element) -> Int {
    guard let last, !Element.areInOrder(last, element) else { return count }
    return partition { !Element.areInOrder($0, element) }
  }
}

extension LayerAnimation: ForCopies {
  var pattern: CopyPattern? { copies }

  /// True if the animation changes the speed of the layer's local time.
  public var setsSpeed: Bool { path?.affectedAspects.contains(.speed) ?? false }
}

extension Layer {
  /// Adds a copy of the animation to this layer. An older animation of the layer with the same key for the same copies is
  /// replaced.
  ///
  /// If the key is nil, the animation gets a unique key such as "animation-0". If `copies` is not nil, only the selected copies
  /// of this layer show the animation. Animations with the same key for different copies can exist at the same time.
  @export(interface)
  public func addAnimation(
    _ values: AnimationValues, forKey key: String?, copies: CopyPattern? = nil
  ) throws(KeyPathError) {
    try ownAnimations.add(values, forKey: key, copies, kind: kind)
  }

  /// All animations of the layer in the order of application.
  public var animations: [LayerAnimation] { ownAnimations.ordered }

  /// Animation with the given key for all copies, or else the oldest animation with this key; nil if no animation has the key.
  public func animation(forKey key: String) -> LayerAnimation? {
    animation(forKey: key, copies: nil) ?? ownAnimations[key].first
  }

  /// Animation with the given key that was added for exactly the copies `copies`, or for all copies if `copies` is nil.
  public func animation(forKey key: String, copies: CopyPattern?) -> LayerAnimation? {
    ownAnimations[key].first { $0.copies == copies }
  }

  /// Removes all animations with the given key, including animations for single copies. If no animation of the layer has the key,
  /// nothing is removed.
  public func removeAnimation(forKey key: String) {
    ownAnimations.remove(forKey: key)
  }

  /// Removes the animation with the given key that was added for exactly the copies `copies`, or for all copies if `copies` is
  /// nil.
  public func removeAnimation(forKey key: String, copies: CopyPattern?) {
    ownAnimations.remove(forKey: key, copies)
  }

  public func removeAllAnimations() { ownAnimations.removeAll() }
}

// MARK: Sublayers by name

extension Layer {
  /// Sublayer into which a key path leads, with the rest of the key path.
  public func sublayer(at inner: (name: String, keyPath: String)) throws(KeyPathError)
    -> (layer: Layer, path: PropertyPath)
  {
    guard let found = sublayers.first(where: { $0.values.name == inner.name }) else {
      throw .unknownSublayer(inner.name)
    }
    return (found, try PropertyPath(inner.keyPath, kind: found.kind))
  }

  /// Model value of the layer at a key path.
  @export(interface)
  public func value(at path: PropertyPath) throws(KeyPathError) -> Value {
    if let inner = path.sublayer {
      let (layer, path) = try sublayer(at: inner)
      return try layer.value(at: path)
    }
    if path.cell == nil { return path.value(in: values, kind.properties) }
    switch path.list {
    case .emitterCells:
      return path.value(in: try cell(at: path.cellNames).values, CellProperties.table)
    case .emitterBehaviors:
      return path.value(in: try behavior(path).values, BehaviorProperties.table)
    case .filters, .backgroundFilters:
      return path.value(in: values[path.list][try filter(path)], FilterProperties.table)
    }
  }

  /// Sets the layer's model value at a key path. The new value must have the kind of the property at the key path.
  @export(interface)
  public func setValue(_ value: Value, at path: PropertyPath) throws(KeyPathError) {
    if let inner = path.sublayer {
      let (layer, path) = try sublayer(at: inner)
      return try layer.setValue(value, at: path)
    }
    if path.cell == nil { return path.set(value, in: &values, kind.properties) }
    switch path.list {
    case .emitterCells:
      path.set(value, in: &(try cell(at: path.cellNames)).values, CellProperties.table)
    case .emitterBehaviors:
      path.set(value, in: &(try behavior(path)).values, BehaviorProperties.table)
    case .filters, .backgroundFilters:
      path.set(value, in: &values[path.list][try filter(path)], FilterProperties.table)
    }
  }

  /// Index of the filter into which a key path leads.
  func filter(_ path: PropertyPath) throws(KeyPathError) -> Int {
    let (filters, name) = (values[path.list], path.cell ?? "")
    guard let index = filters.firstIndex(where: { $0.name == name }) else {
      throw .unknownFilter(name)
    }
    let input = FilterProperties.table[path.index].name
    guard filters[index].type.inputs.contains(input) else {
      throw .unknownInput(input, of: filters[index].type.name, inputs: filters[index].type.inputs)
    }
    return index
  }

  /// First emitter behavior with the name that a key path contains.
  func behavior(_ path: PropertyPath) throws(KeyPathError) -> EmitterBehavior {
    let name = path.cell ?? ""
    guard let found = values.emitter.behaviors.first(where: { $0.values.name == name }) else {
      throw .unknownBehavior(name)
    }
    try path.check(found.values.type)
    return found
  }

  /// Names of the emitter's cells or of the emitter's named behaviors; empty for lists of filters.
  public func names(in list: PropertyPath.List) -> [String] {
    switch list {
    case .emitterCells: values.emitter.cells.map { $0.values.name }
    case .emitterBehaviors: values.emitter.behaviors.map { $0.values.name }.filter { !$0.isEmpty }
    case .filters, .backgroundFilters: []
    }
  }

  /// Emitter cell to which a list of nested names leads.
  func cell(at names: [String]) throws(KeyPathError) -> EmitterCell {
    var (cells, found) = (values.emitter.cells, nil as EmitterCell?)
    for name in names {
      found = cells.first { $0.values.name == name }
      guard let found else { throw .unknownCell(name) }
      cells = found.values.cells
    }
    guard let found else { throw .unknownCell("") }
    return found
  }
}
