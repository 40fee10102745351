import StrettoGeometry

/// Animations of one layer by key, by copy and in the order of application, with the union of their affected aspects.
struct LayerAnimations: Sendable {
  /// All animations of the layer in the order of application.
  private(set) var ordered: [LayerAnimation] = []
  /// Animations by key, in the order in which they were added. One key can have an animation for all copies and further
  /// animations for single copies.
  private var byKey: [String: [LayerAnimation]] = [:]
  private var byCopy: CopyTable<LayerAnimation> = CopyTable()
  private var aspects = AffectedAspectsTally()
  /// Animations of sublayers ("sublayers.NAME..."), by the name of the sublayer and in the order of application. An animation of
  /// a sublayer is rewritten as if the sublayer itself had the animation.
  private var bySublayer: [String: [SublayerPart]] = [:]
  private var nextSerial = 0

  private struct SublayerPart {
    let animation: LayerAnimation
    let values: AnimationValues
  }

  /// Aspects of the picture that the animations of the layer affect.
  var affectedAspects: AffectedAspects { aspects.union }

  /// Adds an animation. An older animation of the layer with the same key for the same copies is replaced.
  @discardableResult
  mutating func add(
    _ values: AnimationValues, forKey key: String?, _ copies: CopyPattern?, kind: LayerKind
  ) throws(KeyPathError) -> LayerAnimation {
    var number = nextSerial
    while key == nil, byKey["animation-" + String(number)] != nil { number += 1 }
    let added = try LayerAnimation(
      values, key: key ?? "animation-" + String(number), serial: nextSerial, for: kind,
      copies: copies)
    remove(forKey: added.key, copies)
    nextSerial += 1
    byKey[added.key, default: []].append(added)
    byCopy.insert(added)
    ordered.insert(added, at: ordered.insertionIndex(of: added))
    aspects.add(added.affectedAspects)
    addParts(of: added)
    return added
  }

  /// All animations with a key, in the order in which they were added.
  subscript(key: String) -> [LayerAnimation] { byKey[key] ?? [] }

  mutating func remove(forKey key: String) {
    for animation in byKey.removeValue(forKey: key) ?? [] { forget(animation) }
  }

  mutating func remove(forKey key: String, _ copies: CopyPattern?) {
    guard let index = byKey[key]?.firstIndex(where: { $0.copies == copies }),
      let gone = byKey[key]?.remove(at: index)
    else { return }
    if byKey[key]?.isEmpty ?? false { byKey[key] = nil }
    forget(gone)
  }

  private mutating func forget(_ gone: LayerAnimation) {
    byCopy.remove(gone)
    ordered.remove(at: ordered.insertionIndex(of: gone))
    aspects.remove(gone.affectedAspects)
    removeParts(of: gone)
  }

  /// Removes all animations. Keys that are generated after `removeAll` differ from the keys of all removed animations.
  mutating func removeAll() {
    let serial = nextSerial
    self = LayerAnimations()
    nextSerial = serial
  }

  /// Calls `body` with each animation of one copy of the layer, in the order of application.
  func forEach(ofCopy copy: [Int], _ body: (LayerAnimation) -> Void) {
    if !ordered.isEmpty { byCopy.forEach(of: copy, body) }
  }
}

// MARK: Sublayers by name

extension LayerAnimations {
  private mutating func addParts(of animation: LayerAnimation) {
    guard animation.affectedAspects.contains(.sublayers) else { return }
    for (name, values) in animation.definition.partsForSublayers {
      let part = SublayerPart(animation: animation, values: values)
      let index = insertionIndex(of: animation, inPartsOf: name)
      bySublayer[name, default: []].insert(part, at: index)
    }
  }

  private mutating func removeParts(of animation: LayerAnimation) {
    guard animation.affectedAspects.contains(.sublayers) else { return }
    for name in animation.definition.partsForSublayers.keys {
      let index = insertionIndex(of: animation, inPartsOf: name)
      bySublayer[name]?.remove(at: index)
      if bySublayer[name]?.isEmpty ?? false { bySublayer[name] = nil }
    }
  }

  /// Index of an animation in `bySublayer[name]`, or the index at which the animation is to be inserted.
  private func insertionIndex(of animation: LayerAnimation, inPartsOf name: String) -> Int {
    let parts = bySublayer[name] ?? []
    return parts.partition { !LayerAnimation.areInOrder($0.animation, animation) }
  }

  func namesSublayer(_ name: String) -> Bool { bySublayer[name] != nil }

  /// Animations for sublayers with the name `name`. Animations of properties that a layer of the sublayer's kind does not have
  /// are left out.
  func ofSublayers(called name: String, _ kind: LayerKind) -> [LayerAnimation] {
    (bySublayer[name] ?? []).compactMap {
      try? LayerAnimation(
        $0.values, key: $0.animation.key, serial: $0.animation.serial, for: kind)
    }
  }
}

extension Layer {
  /// True if an animation of the superlayer names this layer.
  public var isAnimatedBySuperlayer: Bool {
    guard let around = superlayer, around.ownAnimations.affectedAspects.contains(.sublayers) else {
      return false
    }
    return around.ownAnimations.namesSublayer(values.name) && isSublayer(of: around)
  }

  /// Animations of the superlayer that name this layer, in the order of application. An animation of the superlayer is rewritten
  /// as if this layer had the animation, but runs in the local time of the superlayer.
  public var animationsFromSuperlayer: [LayerAnimation] {
    guard isAnimatedBySuperlayer, let around = superlayer else { return [] }
    return around.ownAnimations.ofSublayers(called: values.name, kind)
  }
}

extension AnimationValues {
  /// True if this animation, or a member of this group, animates a sublayer by name.
  public var namesSublayers: Bool {
    PropertyPath.sublayer(in: keyPath) != nil || animations.contains { $0.namesSublayers }
  }

  /// Parts of this animation that animate sublayers, by the name of the sublayer. A part that animates a sublayer is rewritten as
  /// if the sublayer itself had the animation. Each member of an animation group is visited only once.
  fileprivate var partsForSublayers: [String: AnimationValues] {
    var part = self
    if kind == .group {
      var members: [String: [AnimationValues]] = [:]
      for child in animations {
        for (name, part) in child.partsForSublayers { members[name, default: []].append(part) }
      }
      part.animations = []
      return members.mapValues {
        var whole = part
        whole.animations = $0
        return whole
      }
    }
    guard let inner = PropertyPath.sublayer(in: keyPath) else { return [:] }
    part.keyPath = inner.keyPath
    return [inner.name: part]
  }
}
