import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Begin time that documents write for a real 0, because Core Animation reads a begin time of 0 as "now". Inside Stretto a begin
/// time of 0 is a real 0.
let explicitZero = 1e-100
/// Duration of an animation whose duration in a document is 0. An animation with the duration `zeroDuration` jumps to its end. A
/// duration of 0 that a call sets means 0.25 seconds.
let zeroDuration = 1e-100

extension CAMLReader {
  /// Reads the animations of a layer from Core Animation's list and from Stretto's own list.
  func readAnimations(_ list: Element, _ layer: Layer, own owner: Element) {
    var found: [(key: String, values: AnimationValues, copies: CopyPattern?, line: Int)?] = []
    // Indices in `found` by key and copies, because animations for different copies may share a key.
    var indices: [String: Int] = [:]
    for (copies, element) in animations(list, owner.child(own: "animations"))
    where allowance.take() {
      let key = element.text("key") ?? element.name
      let name = "\(copies?.text ?? "all copies")/\(key)"
      if let index = indices[name] {
        warn("the animation \(key) appears twice; the last one counts", line: element.line)
        found[index] = nil
      }
      indices[name] = found.count
      // An animation without a key path uses its key as the key path, as in Core Animation.
      let keyPath = element["keyPath"] ?? object(element)["keyPath"] ?? element.text("key")
      let values = animation(at: element, layer.kind, keyPath: keyPath, depth: 1)
      let isExact = element[own: "duration"] != nil
      let lasts =
        values.map { $0.timing.duration > zeroDuration || isExact || $0.kind == .group } ?? false
      found.append(lasts ? values.map { (key, $0, copies, element.line) } : nil)
    }
    // A layer sorts its animations by begin time. Adding animations in the order of their begin times is fastest.
    let order = found.indices.sorted {
      (found[$0]?.values.timing.beginTime ?? 0, $0) < (found[$1]?.values.timing.beginTime ?? 0, $1)
    }
    for case let item? in order.map({ found[$0] }) {
      property(item.values.keyPath, of: layer, item.line) { () throws(KeyPathError) in
        try layer.addAnimation(item.values, forKey: item.key, copies: item.copies)
      }
    }
  }

  /// Merges Core Animation's list and Stretto's own list of animations. Each animation of Stretto's own list stores the index
  /// that it has in the merged list.
  private func animations(_ list: Element, _ own: Element?) -> [(CopyPattern?, Element)] {
    // Swift's sort is stable, so that animations with equal indices keep their order.
    let own = (own?.children ?? []).map { element in
      (order: element[own: "order"].flatMap { Numbers.parse($0) } ?? .infinity, element: element)
    }.sorted { $0.order < $1.order }
    var all: [(CopyPattern?, Element)] = []
    var common = list.children[...]
    for (order, element) in own {
      while Double(all.count) < order, let next = common.popFirst() { all.append((nil, next)) }
      all.append((copies(element), element))
    }
    return all + common.map { (nil, $0) }
  }

  /// Copies that an element applies to; nil for all copies.
  func copies(_ element: Element) -> CopyPattern? {
    guard let words = element[own: "copies"]?.listItems else { return nil }
    let indices = words.prefix(32).map { word -> Int? in
      word == "*" ? nil : Int(min(max(0, Numbers.parse(word) ?? 0), Double(Int32.max)))
    }
    return CopyPattern(indices)
  }

  /// Reads the animation of an element, or of the element that it references.
  ///
  /// - Parameter keyPath: key path from the context of the element; nil for the animation's own key path.
  func animation(at element: Element, _ layerKind: LayerKind, keyPath: String?, depth: Int)
    -> AnimationValues?
  {
    let named = object(element)
    let keyPath = keyPath ?? named["keyPath"]
    if named === element { return animation(element, layerKind, keyPath: keyPath, depth: depth) }
    return namedAnimations.object(named, as: "\(layerKind.rawValue) \(depth) \(keyPath ?? "")") {
      animation(named, layerKind, keyPath: keyPath, depth: depth)
    }
  }

  /// Reads an animation for a kind of layer. Returns nil, with a warning, if the animation is invalid.
  private func animation(_ element: Element, _ layerKind: LayerKind, keyPath: String?, depth: Int)
    -> AnimationValues?
  {
    let isNamedByClass = Vocabulary.animationKinds[element.name] != nil
    let className =
      isNamedByClass ? element.name : element["type"] ?? CAMLReader.className(of: element)
    let isPlain = element["type"] == nil && !isNamedByClass
    guard let kind = isPlain ? .basic : Vocabulary.animationKinds[className] else {
      warn("\(className) is not played", line: element.line)
      return nil
    }
    let size = 2 * MemoryLayout<AnimationValues>.stride + 256
    guard allowance.take(size, for: "animations", line: element.line) else { return nil }
    var values = AnimationValues(kind)
    if kind.hasKeyPath, !aim(&values, element, keyPath, layerKind, depth) { return nil }
    var unread = readProperties(element, kind.properties, .animations[Int(kind.rawValue)], &values)
    if values.timing.beginTime == explicitZero, element[own: "beginTime"] == nil {
      values.timing.beginTime = 0
    }
    if values.timing.duration == 0, kind != .group { values.timing.duration = zeroDuration }
    let elements = readValues(element, &values, layerKind, &unread, depth)
    values.unknownMarkup = UnknownMarkup(attributes: unread.attributes, elements: elements)
    checkKeyTimes(of: values, line: element.line)
    return values
  }

  /// Warns about key times that do not match the number of key values or path points. In the discrete mode the end time of the
  /// last value may be missing.
  private func checkKeyTimes(of values: AnimationValues, line: Int) {
    let (count, times) = (values.keyframeCount, values.keyTimes.count)
    let isDiscrete = values.calculationMode == .discrete
    if times == 0 || times == count || values.calculationMode.isPaced { return }
    if isDiscrete && times == count + 1 { return }
    let itemName = values.path == nil ? "values" : "points"
    let rule = isDiscrete ? "the discrete mode takes \(count + 1)" : "the shorter list counts"
    warn("there are \(times) key times for \(count) \(itemName); \(rule)", line: line)
  }

  /// Sets the key path and the kind of the key values. Returns false, with a warning, if the property cannot be animated.
  private func aim(
    _ values: inout AnimationValues, _ element: Element, _ keyPath: String?,
    _ layerKind: LayerKind, _ depth: Int
  ) -> Bool {
    guard let given = element[own: "keyPath"].map({ EscapedText.unescape($0) }) ?? keyPath else {
      warn("an animation without a keyPath is not played", line: element.line)
      return false
    }
    let keyPath = Vocabulary.keyPath(given, of: layerKind)
    do throws(KeyPathError) {
      let path = try PropertyPath(keyPath, kind: layerKind)
      // The speed of a layer cannot be animated inside a group (docs/decisions/time.md).
      guard path.isAnimatable, depth == 1 || !path.affectedAspects.contains(.speed) else {
        throw .notAnimatable
      }
      values.aim(at: path, keyPath)
      return true
    } catch {
      warn("\(keyPath) of a \(layerKind.className) cannot be animated", line: element.line)
      return false
    }
  }

  /// Reads the values of an animation and the members of a group. The result contains the unknown child elements.
  private func readValues(
    _ element: Element, _ values: inout AnimationValues, _ layerKind: LayerKind,
    _ unread: inout RemainingParts, _ depth: Int
  ) -> [String] {
    let rule = values.valueRule
    let table = values.kind.properties
    let index = PropertyIndex.animations[Int(values.kind.rawValue)]
    var unknown: [String] = []
    for (name, text) in unread.attributes {
      // Attributes may also contain fromValue, toValue and byValue of an animation.
      guard let entry = index[name], table[entry].kind == .any else { continue }
      if let value = read(name, text: text, rule, line: element.line) {
        table[entry].set(&values, value)
        unread.attributes.removeAll { $0.name == name }
      }
    }
    for child in element.children where !unread.properties.contains(child.name) {
      if child.name == "values", values.kind == .keyframe {
        values.keyValues = child.children.compactMap { read("values", $0, rule) }
      } else if let entry = index[child.name], table[entry].kind == .any {
        if let value = read(child.name, child, rule) { table[entry].set(&values, value) }
      } else if child.name == "animations", values.kind == .group {
        values.animations = members(child, layerKind, depth)
      } else {
        unknown += preserve(child, unread)
      }
    }
    return unknown
  }

  private func members(_ list: Element, _ layerKind: LayerKind, _ depth: Int) -> [AnimationValues] {
    guard depth < LayerAnimation.groupDepthLimit else {
      warn("groups are nested more than \(LayerAnimation.groupDepthLimit) deep", line: list.line)
      return []
    }
    var members: [AnimationValues] = []
    var count = 1
    for child in list.children where allowance.take() {
      guard
        let member = animation(at: child, layerKind, keyPath: child["keyPath"], depth: depth + 1)
      else { continue }
      count += member.count
      guard count <= LayerAnimation.groupSizeLimit else {
        warn("a group has more than \(LayerAnimation.groupSizeLimit) animations", line: child.line)
        break
      }
      members.append(member)
    }
    return members
  }

  func readCopyValues(_ list: Element, _ layer: Layer) {
    for element in list.children where allowance.take(512, for: "values of copies") {
      let keyPath = Vocabulary.keyPath(element.text("keyPath") ?? "", of: layer.kind)
      property(keyPath, of: layer, element.line) { () throws(KeyPathError) -> Void? in
        let path = try PropertyPath(keyPath, kind: layer.kind)
        let (given, rule) = (element.child("value") ?? element, rule(of: path, layer.kind))
        guard let value = read(keyPath, given, rule, line: element.line),
          let copies = copies(element)
        else { return nil }
        return try layer.setValue(value, at: path, copies: copies)
      }
    }
  }

  func rule(of path: PropertyPath, _ kind: LayerKind) -> ValueRule {
    if path.sublayer != nil { return ValueRule(path.kind) }
    return ValueRule(path, of: kind)
  }
}
