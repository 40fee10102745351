import StrettoLayers

extension CAMLReader {
  /// Reads the emitter behavior of an element, or of the element that it references. Returns nil, with a warning, for an unknown
  /// type.
  func behavior(at element: Element) -> EmitterBehavior? {
    let element = object(element)
    // A behavior that several emitters share is written in each emitter. The reader uses only the first element of a shared
    // behavior.
    let number = element[own: "behavior"]
    if let number, let known = behaviors[number] { return known }
    let given = element["type"] ?? ""
    guard element.name == "CAEmitterBehavior", let type = BehaviorType(name: given) else {
      warn("the emitter behavior \(given) is not known, and is left out", line: element.line)
      return nil
    }
    let size = MemoryLayout<BehaviorValues>.stride + 256
    guard allowance.take(size, for: "emitter behaviors", line: element.line) else { return nil }
    let behavior = EmitterBehavior(type)
    let inputs = element.without(["type", Vocabulary.strettoPrefix + "behavior"])
    let unknownMarkup = readProperties(
      inputs, BehaviorProperties.rows(of: type), PropertyIndex.behaviors(type), &behavior.values)
    // The attribute `keyPath` of a behavior names the animated property of particles. In elements that are not behaviors, an
    // attribute `keyPath` is not a property.
    if let path = element["keyPath"] { behavior.values.property = LifeProperty(name: path) }
    let unknown = inputs.children.filter { !unknownMarkup.properties.contains($0.name) }
    behavior.unknownMarkup = UnknownMarkup(
      attributes: unknownMarkup.attributes,
      elements: unknown.flatMap { preserve($0, unknownMarkup) })
    if let number { behaviors[number] = behavior }
    return behavior
  }
}
