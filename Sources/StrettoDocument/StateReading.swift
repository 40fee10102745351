import StrettoLayers

extension CAMLReader {
  /// Reads the states and transitions that an element lists into a scene; those of one name become one.
  func readStates(_ element: Element, into scene: Scene) {
    for child in element.children {
      switch child.name {
      case "states": for state in child.children { readState(state, scene) }
      case "stateTransitions": for way in child.children { readTransition(way, scene) }
      default: break
      }
    }
  }

  /// Class names with "LK" or "CA" before them are the same.
  private func word(_ element: Element) -> String {
    let name = CAMLReader.className(of: element)
    return name.hasPrefix("LK") || name.hasPrefix("CA") ? String(name.dropFirst(2)) : name
  }

  private func text(_ element: Element, _ name: String) -> String? {
    element[Vocabulary.own + name].map { EscapedText.unescape($0) } ?? element[name]
  }

  private func readState(_ element: Element, _ scene: Scene) {
    let name = text(element, "name") ?? ""
    if name.isEmpty || Vocabulary.baseStates.contains(element["name"] ?? "") { return }
    guard scene.states.states.count < DocumentLimits.states else {
      return warn("states beyond \(DocumentLimits.states) are left out", line: element.line)
    }
    var state = SceneState(name: name, basedOn: text(element, "basedOn"))
    var unknown: [String] = []
    for item in element.child("elements")?.children ?? [] {
      guard word(item) == "StateSetValue" else {
        unknown += keep(item)
        continue
      }
      readValue(item, of: name, scene)
    }
    if !unknown.isEmpty { state.kept = KeptMarkup(elements: unknown) }
    scene.addState(state)
  }

  /// The value is put into the state when its layer is known.
  private func readValue(_ element: Element, of state: String, _ scene: Scene) {
    guard let target = target(of: element), let keyPath = text(element, "keyPath"),
      let given = element.child("value")
    else { return warn("a value of the state \(state) is incomplete", line: element.line) }
    refer(to: target, line: element.line) { [unowned self] layer in
      do throws(KeyPathError) {
        let path = try PropertyPath(keyPath, kind: layer.kind)
        // A sublayer has values of its own in a state.
        if let inner = path.sublayer { throw .unknownSublayer(inner.name) }
        let value = self.attempt(keyPath, element.line) { () throws(ValueProblem) in
          try self.value(given, self.rule(of: path, layer.kind))
        }
        guard let value else { return }
        scene.addStateValue(
          try StateValue(layer: layer, keyPath: keyPath, value: value), to: state)
      } catch {
        self.warn("\(keyPath) is no property of a \(layer.kind.className)", line: element.line)
      }
    }
  }

  private func readTransition(_ element: Element, _ scene: Scene) {
    guard scene.states.transitions.count < DocumentLimits.states else {
      return warn("transitions beyond \(DocumentLimits.states) are left out", line: element.line)
    }
    var transition = StateTransition(
      from: text(element, "fromState") ?? SceneStates.anyState,
      to: text(element, "toState") ?? SceneStates.anyState)
    var unknown: [String] = []
    var items: [Element] = []
    for item in element.child("elements")?.children ?? [] {
      if word(item) == "StateTransitionElement" {
        items.append(item)
      } else {
        unknown += keep(item)
      }
    }
    if !unknown.isEmpty { transition.kept = KeptMarkup(elements: unknown) }
    let index = scene.addTransition(transition)
    for item in items { readAnimation(item, of: index, scene) }
  }

  private func readAnimation(_ element: Element, of transition: Int, _ scene: Scene) {
    guard let target = target(of: element), let key = text(element, "key") ?? element["keyPath"],
      let given = element.child("animation")
        ?? element.children.first(where: { $0.name != "target" })
    else { return warn("an animation of a transition is incomplete", line: element.line) }
    refer(to: target, line: element.line) { [unowned self] layer in
      let keyPath = given["keyPath"] ?? element["keyPath"] ?? key
      guard let values = self.animation(given, layer.kind, keyPath: keyPath, depth: 1) else {
        return
      }
      do throws(KeyPathError) {
        scene.addStateAnimation(
          try StateAnimation(layer: layer, key: key, animation: values), to: transition)
      } catch {
        self.warn("\(keyPath) is no property of a \(layer.kind.className)", line: element.line)
      }
    }
  }

  private func target(of element: Element) -> String? {
    element["targetId"] ?? element.child("target")?["object"]
  }
}
