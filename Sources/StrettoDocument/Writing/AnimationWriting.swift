import StrettoTiming
import StrettoLayers

extension CAMLWriter {
  private func written(of layer: Layer) -> [LayerAnimation] {
    guard let alone, layer === alone.layer || layer === alone.layer.source else {
      return layer.animations
    }
    return layer.animations(shownFrom: alone.time)
  }

  func animations(of layer: Layer) -> [WriterTask] {
    var common = Node("animations")
    var own = Node(own: "animations")
    for (order, animation) in written(of: layer).enumerated() {
      let definition = animation.definition
      var node = animationNode(definition, name: "p", isAtRealZero: true)
      node.set("key", text: animation.key)
      // A view replicator ignores some animations of its source. Core Animation must not read animations that the view replicator
      // ignores.
      let isIgnored = isInConstruction(layer) && IgnoredSourceValues.isMoved(by: definition)
      if isIgnored, isForGood(layer) { continue }
      if animation.copies != nil || isIgnored {
        if let copies = animation.copies { node.set(own: "copies", copies.text) }
        node.set(own: "order", String(order))
        own.children.append(node)
      } else {
        common.children.append(node)
      }
    }
    // The reader looks for Stretto's own list when it meets Core Animation's list, so that both lists must be written.
    if !own.children.isEmpty { return [.node(common), .node(own)] }
    return common.children.isEmpty ? [] : [.node(common)]
  }

  /// Element of an animation.
  ///
  /// - Parameter isAtRealZero: true if a begin time of 0 must be distinguished from Core Animation's "now".
  func animationNode(_ values: AnimationValues, name: String, isAtRealZero: Bool) -> Node {
    let className = values.kind.className
    // A transition has its own attribute "type".
    var node = Node(values.kind == .transition ? className : name)
    if node.name != className { node.set("type", className) }
    if values.kind.hasKeyPath { node.set("keyPath", text: values.keyPath) }
    node.addProperties(
      values.kind.properties, of: values, initial: Initial.animations[Int(values.kind.rawValue)],
      names)
    if values.timing.duration <= zeroDuration {
      node.set("duration", "0")
      // Core Animation ignores an animation of a layer with a duration of 0.
      if isAtRealZero || values.timing.duration != zeroDuration {
        node.set(own: "duration", Numbers.text(values.timing.duration))
      }
    }
    let begin = values.timing.beginTime
    if isAtRealZero, begin == 0 { node.set("beginTime", Numbers.text(explicitZero)) }
    if begin == explicitZero || (begin == 0 && begin.sign == .minus) {
      node.set(own: "beginTime", Numbers.text(begin))
    }
    if !values.keyValues.isEmpty {
      let items = values.keyValues.map { value in
        // The class of a value names its element in a list.
        var node = names.node("", value)
        node.name = node.attributes.first { $0.name == "type" }?.value ?? "null"
        node.attributes.removeAll { $0.name == "type" }
        return node
      }
      node.children.append(Node("values", [], items))
    }
    if !values.animations.isEmpty {
      let members = values.animations.map {
        animationNode($0, name: $0.kind.className, isAtRealZero: false)
      }
      node.children.append(Node("animations", [], members))
    }
    node.add(values.unknownMarkup)
    return node
  }
}
