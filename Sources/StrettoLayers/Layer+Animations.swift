import StrettoGeometry
import StrettoTiming

/// An animation as a layer holds it: its key path resolved for that layer's kind.
public final class LayerAnimation: Sendable {
  public let key: String
  public let values: AnimationValues
  /// Nil for a group.
  public let path: PropertyPath?
  /// A group's animations, in the order of application.
  public let children: [LayerAnimation]
  /// The copies that it is for; nil for all.
  public let copies: CopyPattern?
  /// In the order of being added.
  private let serial: Int

  /// How many groups may nest; each takes stack when it is evaluated.
  public static let groupDepthLimit: Int = 16
  /// How many animations a group may be, with all inside it: a few groups of groups would fill any memory.
  public static let groupSizeLimit: Int = 65_536

  /// Core Animation's default duration, for an animation that has none of its own.
  public static let defaultDuration: Double = 0.25

  init(
    _ values: AnimationValues, key: String, serial: Int, for kind: LayerKind,
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
    path = values.kind == .group ? nil : try PropertyPath(values.keyPath, kind: kind)
    (self.values, self.key, self.serial, self.copies) = (values, key, serial, copies)
    self.children = children.sorted(by: LayerAnimation.areInOrder)
  }

  fileprivate var movesZPosition: Bool {
    values.keyPath == "zPosition" || children.contains { $0.movesZPosition }
  }

  /// What begins later is applied later and wins; at equal begin, what was added later.
  static func areInOrder(_ a: LayerAnimation, _ b: LayerAnimation) -> Bool {
    (a.values.timing.beginTime, a.serial) < (b.values.timing.beginTime, b.serial)
  }
}

extension LayerAnimation: ForCopies {
  var pattern: CopyPattern? { copies }
}

extension Layer {
  /// Gives this layer a copy of the animation. An animation with the same key goes.
  ///
  /// Without a key it gets one of its own, "animation-0" and so on, that no other animation here has.
  /// With `copies`, only those of this layer's copies show it.
  public func addAnimation(
    _ values: AnimationValues, forKey key: String?, copies: CopyPattern? = nil
  ) throws(KeyPathError) {
    let animation = try LayerAnimation(
      values, key: key ?? unusedKey, serial: nextSerial, for: kind, copies: copies)
    removeAnimation(forKey: animation.key)
    nextSerial += 1
    animationTable.insert(animation)
    animatesZPosition = animatesZPosition || animation.movesZPosition
    animations.append(animation)
    animations.sort(by: LayerAnimation.areInOrder)
  }

  private var unusedKey: String {
    var number = nextSerial
    while animations.contains(where: { $0.key == "animation-" + String(number) }) { number += 1 }
    return "animation-" + String(number)
  }

  /// Nothing if there is none of that name.
  public func removeAnimation(forKey key: String) {
    guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
    animationTable.remove(animations[index].copies) { $0.key == key }
    animations.remove(at: index)
    animatesZPosition = animatesZPosition && animations.contains { $0.movesZPosition }
  }

  public func removeAllAnimations() {
    animations.removeAll()
    animationTable = CopyTable()
    animatesZPosition = false
  }
}

extension Layer {
  /// The value that a key path leads to, as it was set.
  public func value(at path: PropertyPath) throws(KeyPathError) -> Value {
    guard let name = path.cell else { return path.value(in: values, kind.properties) }
    return path.value(in: try cell(named: name).values, CellProperties.table)
  }

  /// Writes the value that a key path leads to; it is of the path's kind.
  public func setValue(_ value: Value, at path: PropertyPath) throws(KeyPathError) {
    guard let name = path.cell else {
      return path.set(value, in: &values, kind.properties)
    }
    path.set(value, in: &(try cell(named: name)).values, CellProperties.table)
  }

  private func cell(named name: String) throws(KeyPathError) -> EmitterCell {
    guard let cell = values.emitter.cells.first(where: { $0.values.name == name }) else {
      throw .unknownCell(name)
    }
    return cell
  }
}
