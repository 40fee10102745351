import StrettoGeometry
import StrettoTiming

/// An animation as a layer holds it: its key path resolved for that layer's kind.
public final class LayerAnimation: Sendable {
  public let key: String
  public let values: AnimationValues
  /// Path of the animated property; nil for a group.
  public let path: PropertyPath?
  /// A group's animations, in the order of application.
  public let children: [LayerAnimation]
  /// The copies that it is for; nil for all.
  public let copies: CopyPattern?
  /// Key times and path of a keyframe animation.
  public let pacing: Pacing?
  /// Integral of an animation of a layer's speed: summed once, because thousands of keyframes would cost as many steps in
  /// each frame.
  let speedSums: CurveIntegral?
  /// Aspects of a picture that it may change, animations inside it included.
  public let influence: Influence
  /// Number in the order in which animations were added.
  let serial: Int

  /// Limit of nested groups; each takes stack when it is evaluated.
  public static let groupDepthLimit: Int = 16
  /// Limit of the animations in a group, all inside it counted: a few groups of groups would fill any memory.
  public static let groupSizeLimit: Int = 65_536

  /// Core Animation's default duration, for an animation that has none of its own.
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
    var own = path?.influence ?? []
    if values.rotationMode != nil, path?.sublayer == nil { own.formUnion(.geometry) }
    if values.kind == .transition { own.formUnion([.content, .visibility]) }
    influence = children.reduce(own) { $0.union($1.influence) }
    speedSums = own.contains(.speed) ? values.speedSums(pacing?.keyTimes ?? []) : nil
    (self.values, self.key, self.serial, self.copies) = (values, key, serial, copies)
    self.children = children.sorted(by: LayerAnimation.areInOrder)
  }

  /// Values of the animation as they were given, members in their order; a default duration has become a number.
  public var definition: AnimationValues {
    var definition = values
    definition.animations = children.sorted { $0.serial < $1.serial }.map { $0.definition }
    return definition
  }

  /// Order of application: an animation that begins later, or at the same time and was added later, is applied later and
  /// wins.
  static func areInOrder(_ a: LayerAnimation, _ b: LayerAnimation) -> Bool {
    (a.values.timing.beginTime, a.serial) < (b.values.timing.beginTime, b.serial)
  }
}

extension Array where Element: ForCopies {
  /// Index at which an element stands, or would stand, in this ordered list.
  func place(of element: Element) -> Int {
    guard let last, !Element.areInOrder(last, element) else { return count }
    return partition { !Element.areInOrder($0, element) }
  }
}

extension LayerAnimation: ForCopies {
  var pattern: CopyPattern? { copies }

  /// True if it animates the speed of the layer's time.
  public var setsSpeed: Bool { path?.influence.contains(.speed) ?? false }
}

extension Layer {
  /// Gives this layer a copy of the animation, in place of the one with the same key for the same copies.
  ///
  /// Without a key it gets one of its own, "animation-0" and so on, that no other animation here has. With `copies`, only
  /// those of this layer's copies show it. Animations with one key for different copies stand side by side.
  @export(interface)
  public func addAnimation(
    _ values: AnimationValues, forKey key: String?, copies: CopyPattern? = nil
  ) throws(KeyPathError) {
    try ownAnimations.add(values, forKey: key, copies, kind: kind)
  }

  /// Animations in the order of application.
  public var animations: [LayerAnimation] { ownAnimations.ordered }

  /// Animation with this key: the one for all copies, or else the one that was given first; nil if there is none.
  public func animation(forKey key: String) -> LayerAnimation? {
    animation(forKey: key, copies: nil) ?? ownAnimations[key].first
  }

  /// Animation with this key that was given for exactly these copies, or for all.
  public func animation(forKey key: String, copies: CopyPattern?) -> LayerAnimation? {
    ownAnimations[key].first { $0.copies == copies }
  }

  /// Removes all animations with this key, whichever copies they are for. Does nothing if there is none.
  public func removeAnimation(forKey key: String) {
    ownAnimations.remove(forKey: key)
  }

  /// Removes the animation with this key that was given for exactly these copies, or for all.
  public func removeAnimation(forKey key: String, copies: CopyPattern?) {
    ownAnimations.remove(forKey: key, copies)
  }

  public func removeAllAnimations() { ownAnimations.removeAll() }
}

// MARK: Sublayers by name

extension Layer {
  /// Sublayer that a key path leads into, and the rest of the path.
  public func sublayer(at inner: (name: String, keyPath: String)) throws(KeyPathError)
    -> (layer: Layer, path: PropertyPath)
  {
    guard let found = sublayers.first(where: { $0.values.name == inner.name }) else {
      throw .unknownSublayer(inner.name)
    }
    return (found, try PropertyPath(inner.keyPath, kind: found.kind))
  }

  /// Value at a key path, as it was set.
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

  /// Sets the value at a key path; it must be of the path's kind.
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

  /// Index of the filter that a key path leads into.
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

  /// First behavior of the name that a key path has.
  func behavior(_ path: PropertyPath) throws(KeyPathError) -> EmitterBehavior {
    let name = path.cell ?? ""
    guard let found = values.emitter.behaviors.first(where: { $0.values.name == name }) else {
      throw .unknownBehavior(name)
    }
    try path.check(found.values.type)
    return found
  }

  /// Names of the emitter's cells, or of those of its behaviors that have one; none for lists of filters.
  public func names(in list: PropertyPath.List) -> [String] {
    switch list {
    case .emitterCells: values.emitter.cells.map { $0.values.name }
    case .emitterBehaviors: values.emitter.behaviors.map { $0.values.name }.filter { !$0.isEmpty }
    case .filters, .backgroundFilters: []
    }
  }

  /// The emitter cell that a way of names leads to.
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
