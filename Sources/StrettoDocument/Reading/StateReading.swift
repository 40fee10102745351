import StrettoLayers

extension CAMLReader {
  /// Reads a list of states or transitions into a scene. States with the same name are merged.
  ///
  /// - Parameter owner: layer below the root that owns the states; nil for the scene.
  func readStates(_ list: Element, of owner: Layer?, into scene: Scene) {
    switch list.name {
    case "states": for state in list.children { readState(state, owner, scene) }
    case "stateTransitions":
      for transition in list.children { readTransition(transition, owner, scene) }
    default: break
    }
  }

  /// Class name of an element without the prefix "LK" or "CA".
  private func word(_ element: Element) -> String {
    let name = CAMLReader.className(of: element)
    return name.hasPrefix("LK") || name.hasPrefix("CA") ? String(name.dropFirst(2)) : name
  }

  private func readState(_ element: Element, _ owner: Layer?, _ scene: Scene) {
    let name = element.text("name") ?? ""
    if name.isEmpty || Vocabulary.baseStates.contains(element["name"] ?? "") { return }
    guard scene.states.stateCount < DocumentLimits.states else {
      return warn("states beyond \(DocumentLimits.states) are left out", line: element.line)
    }
    var state = SceneState(name: name, basedOn: element.text("basedOn"))
    let (items, unknown) = members(of: element, "StateSetValue")
    state.unknownMarkup = UnknownMarkup(elements: unknown)
    scene.addState(state, of: owner)
    for item in items where allowance.take(512, for: "values of states") {
      readValue(item, of: name, owner, scene)
    }
  }

  /// Elements of a class in a state or a transition, with references resolved. Elements of other classes are returned as XML.
  private func members(of element: Element, _ word: String) -> (items: [Element], unknown: [String])
  {
    var (items, unknown): ([Element], [String]) = ([], [])
    for reference in element.child("elements")?.children ?? [] {
      let item = object(reference)
      if self.word(item) == word {
        items.append(item)
      } else {
        unknown += preserve(reference)
      }
    }
    return (items, unknown)
  }

  /// Reads a value of a state. The value is added to the state when the layer of the value is known.
  private func readValue(_ element: Element, of state: String, _ owner: Layer?, _ scene: Scene) {
    guard let target = target(of: element), let keyPath = element.text("keyPath"),
      let given = element.child("value")
    else { return warn("a value of the state \(state) is incomplete", line: element.line) }
    refer(to: target, line: element.line) { reader, layer in
      let value = reader.namedStateValues.object(element, as: "") {
        reader.stateValue(given, layer, keyPath, element.line)
      }
      if let value { scene.addStateValue(value, to: state, of: owner) }
    }
  }

  private func stateValue(_ given: Element, _ layer: Layer, _ keyPath: String, _ line: Int)
    -> StateValue?
  {
    let keyPath = Vocabulary.keyPath(keyPath, of: layer.kind)
    return property(keyPath, of: layer, line) { () throws(KeyPathError) in
      let path = try PropertyPath(keyPath, kind: layer.kind)
      // A state stores the values of a sublayer with the sublayer itself.
      if let inner = path.sublayer { throw .unknownSublayer(inner.name) }
      guard let value = read(keyPath, given, rule(of: path, layer.kind), line: line) else {
        return nil
      }
      return try StateValue(layer: layer, keyPath: keyPath, value: value)
    }
  }

  private func readTransition(_ element: Element, _ owner: Layer?, _ scene: Scene) {
    guard scene.states.transitionCount < DocumentLimits.states else {
      return warn("transitions beyond \(DocumentLimits.states) are left out", line: element.line)
    }
    var transition = StateTransition(
      from: element.text("fromState") ?? SceneStates.anyState,
      to: element.text("toState") ?? SceneStates.anyState)
    let (items, unknown) = members(of: element, "StateTransitionElement")
    transition.unknownMarkup = UnknownMarkup(elements: unknown)
    let index = scene.addTransition(transition, of: owner)
    for item in items where allowance.take(512, for: "animations of transitions") {
      readAnimation(item, of: index, owner, scene)
    }
  }

  private func readAnimation(
    _ element: Element, of transition: Int, _ owner: Layer?, _ scene: Scene
  ) {
    guard let target = target(of: element), let key = element.text("key") ?? element["keyPath"],
      let given = element.child("animation")
        ?? element.children.first(where: { $0.name != "target" })
    else { return warn("an animation of a transition is incomplete", line: element.line) }
    refer(to: target, line: element.line) { reader, layer in
      let animation = reader.namedStateAnimations.object(element, as: "") {
        reader.stateAnimation(given, layer, key, element)
      }
      if let animation { scene.addStateAnimation(animation, to: transition, of: owner) }
    }
  }

  private func stateAnimation(_ given: Element, _ layer: Layer, _ key: String, _ element: Element)
    -> StateAnimation?
  {
    let keyPath = object(given)["keyPath"] ?? element["keyPath"] ?? key
    guard let values = animation(at: given, layer.kind, keyPath: keyPath, depth: 1) else {
      return nil
    }
    return property(keyPath, of: layer, element.line) { () throws(KeyPathError) in
      try StateAnimation(layer: layer, key: key, animation: values)
    }
  }

  private func target(of element: Element) -> String? {
    element["targetId"] ?? element.child("target")?["object"]
  }
}
