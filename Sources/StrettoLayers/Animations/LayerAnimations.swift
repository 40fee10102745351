/// The animations of one layer: by key, in the order of application and by copy, with the aspects of a picture that they
/// change.
struct LayerAnimations: Sendable {
  /// In the order of application.
  private(set) var ordered: [LayerAnimation] = []
  /// In the order in which they were given: one for all copies, and others for some.
  private var byKey: [String: [LayerAnimation]] = [:]
  private var byCopy: CopyTable<LayerAnimation> = CopyTable()
  private var influences = InfluenceTally()
  private var nextSerial = 0

  /// Aspects of a picture that they may change.
  var influence: Influence { influences.union }

  /// Adds an animation, in place of the one with the same key for the same copies.
  ///
  /// - Returns: The animation, and the one whose place it takes.
  mutating func add(
    _ values: AnimationValues, forKey key: String?, _ copies: CopyPattern?, kind: LayerKind
  ) throws(KeyPathError) -> (added: LayerAnimation, gone: LayerAnimation?) {
    var number = nextSerial
    while key == nil, byKey["animation-" + String(number)] != nil { number += 1 }
    let added = try LayerAnimation(
      values, key: key ?? "animation-" + String(number), serial: nextSerial, for: kind,
      copies: copies)
    let gone = remove(forKey: added.key, copies)
    nextSerial += 1
    byKey[added.key, default: []].append(added)
    byCopy.insert(added)
    ordered.insert(added, at: ordered.place(of: added))
    influences.add(added.influence)
    return (added, gone)
  }

  /// All with a key, in the order in which they were given.
  subscript(key: String) -> [LayerAnimation] { byKey[key] ?? [] }

  mutating func remove(forKey key: String) -> [LayerAnimation] {
    let gone = byKey.removeValue(forKey: key) ?? []
    for animation in gone { forget(animation) }
    return gone
  }

  mutating func remove(forKey key: String, _ copies: CopyPattern?) -> LayerAnimation? {
    guard let index = byKey[key]?.firstIndex(where: { $0.copies == copies }),
      let gone = byKey[key]?.remove(at: index)
    else { return nil }
    if byKey[key]?.isEmpty ?? false { byKey[key] = nil }
    forget(gone)
    return gone
  }

  private mutating func forget(_ gone: LayerAnimation) {
    byCopy.remove(gone)
    ordered.remove(at: ordered.place(of: gone))
    influences.remove(gone.influence)
  }

  /// Removes all; keys that are made up later are none of theirs.
  mutating func removeAll() {
    let serial = nextSerial
    self = LayerAnimations()
    nextSerial = serial
  }

  /// Calls `body` with each animation that a copy shows, in the order of application.
  func forEach(ofCopy copy: [Int], _ body: (LayerAnimation) -> Void) {
    if !ordered.isEmpty { byCopy.forEach(of: copy, body) }
  }
}
