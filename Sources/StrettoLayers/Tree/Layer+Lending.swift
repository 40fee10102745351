import StrettoTiming

// A layer's animations may be for its sublayers, by their names ("sublayers.NAME. ..."). They are lent to the layers that
// have the names; an animation, and a layer, that comes or goes concerns those of its name alone.

/// Animations that a layer lends to its sublayers by name, and the sublayers that borrow them.
final class Lending {
  /// Animations lent to the sublayers of one name and one kind, which share one list.
  final class Lent {
    /// Animations in the order of application.
    fileprivate(set) var animations: [LayerAnimation] = []
    fileprivate(set) var influences = InfluenceTally()
  }

  fileprivate struct Part {
    let animation: LayerAnimation
    /// Values of the animation as a layer of that name would have it itself.
    let values: AnimationValues
  }

  /// Parts by name, and by the animation's serial number.
  private var parts: [String: [Int: Part]] = [:]
  private var lists: [String: [LayerKind: Lent]] = [:]
  private var borrowers: [String: [ObjectIdentifier: LayerReference]] = [:]
  private(set) var count = 0

  func add(_ animation: LayerAnimation) {
    count += 1
    for (name, values) in animation.definition.partsForSublayers {
      let part = Part(animation: animation, values: values)
      parts[name, default: [:]][animation.serial] = part
      for (kind, lent) in lists[name] ?? [:] { lent.take(part.made(for: kind)) }
      noteChange(of: name)
    }
  }

  func remove(_ animation: LayerAnimation) {
    count -= 1
    for name in animation.definition.partsForSublayers.keys {
      parts[name]?[animation.serial] = nil
      for lent in (lists[name] ?? [:]).values { lent.drop(animation) }
      noteChange(of: name)
    }
  }

  private func noteChange(of name: String) {
    for borrower in (borrowers[name] ?? [:]).values { borrower.layer.noteChange() }
  }

  /// Adds a sublayer that has this name from now on. Returns the animations lent to it.
  func join(_ layer: Layer, called name: String) -> Lent {
    borrowers[name, default: [:]][ObjectIdentifier(layer)] = LayerReference(layer: layer)
    if let known = lists[name]?[layer.kind] { return known }
    let lent = Lent()
    let own = (parts[name] ?? [:]).values.compactMap { $0.made(for: layer.kind) }
    for animation in own.sorted(by: LayerAnimation.areInOrder) { lent.take(animation) }
    lists[name, default: [:]][layer.kind] = lent
    return lent
  }

  func leave(_ layer: Layer, called name: String) {
    borrowers[name]?[ObjectIdentifier(layer)] = nil
    // Names come and go: what nobody borrows is not kept.
    if borrowers[name]?.isEmpty ?? false { (borrowers[name], lists[name]) = (nil, nil) }
  }
}

extension Lending.Part {
  /// Nil for kinds of layers that have no such property.
  fileprivate func made(for kind: LayerKind) -> LayerAnimation? {
    try? LayerAnimation(values, key: animation.key, serial: animation.serial, for: kind)
  }
}

extension Lending.Lent {
  fileprivate func take(_ animation: LayerAnimation?) {
    guard let animation else { return }
    animations.insert(animation, at: animations.place(of: animation))
    influences.add(animation.influence)
  }

  /// Removes the part of an animation, which stands where the animation would.
  fileprivate func drop(_ animation: LayerAnimation) {
    let place = animations.place(of: animation)
    guard place < animations.count, animations[place].serial == animation.serial else { return }
    influences.remove(animations.remove(at: place).influence)
  }
}

extension Layer {
  /// Animations of the superlayer that name this layer, as this layer would have them itself, in the order of application.
  /// They go by the time around this layer.
  public var lentAnimations: [LayerAnimation] { lent?.animations ?? [] }

  func lend(_ animation: LayerAnimation) {
    guard animation.influence.contains(.sublayers) else { return }
    if let lending { return lending.add(animation) }
    let lending = Lending()
    lending.add(animation)
    self.lending = lending
    for sublayer in sublayers { sublayer.borrowAnimations() }
  }

  func takeBack(_ animation: LayerAnimation) {
    guard let lending, animation.influence.contains(.sublayers) else { return }
    lending.remove(animation)
    if lending.count == 0 { stopLending() }
  }

  func stopLending() {
    if lending == nil { return }
    lending = nil
    for sublayer in sublayers { sublayer.borrowAnimations() }
  }

  /// Finds the superlayer's animations that name this layer.
  func borrowAnimations() {
    if lender != nil {
      lender?.leave(self, called: nameAsBorrower)
      (lender, lent) = (nil, nil)
    }
    guard let around = superlayer, let lending = around.lending, isSublayer(of: around) else {
      return
    }
    (lender, nameAsBorrower) = (lending, values.name)
    lent = lending.join(self, called: nameAsBorrower)
  }
}

extension AnimationValues {
  /// True if it, or an animation in it, animates a sublayer by its name.
  public var namesSublayers: Bool {
    PropertyPath.sublayer(in: keyPath) != nil || animations.contains { $0.namesSublayers }
  }

  /// Parts of this animation that are for sublayers, by their names, as they would have them themselves. Each animation in a
  /// group is looked at once.
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
