import StrettoLayers

extension CAMLWriter {
  func writeStates(_ states: SceneStates) {
    for node in stateNodes(states.sets[0]) { text.write(node) }
    if !states.changes.isEmpty {
      let changes = states.changes.map { change -> Node in
        var node = Node(own: "change", [("time", Numbers.text(change.time))])
        node.set("state", text: change.state)
        if let id = change.layer.flatMap({ references.id(of: $0) }) {
          node.set(own: "layer", id)
        }
        return node
      }
      text.write(Node(own: "changes", [], changes))
    }
  }

  /// Elements of the states of the scene or of a layer, and of the transitions between the states.
  func stateNodes(_ set: StateSet) -> [Node] {
    var nodes: [Node] = []
    if !set.states.isEmpty { nodes.append(Node("states", [], set.states.map { stateNode($0) })) }
    if !set.transitions.isEmpty {
      nodes.append(Node("stateTransitions", [], set.transitions.map { transitionNode($0) }))
    }
    return nodes
  }

  private func stateNode(_ state: SceneState) -> Node {
    var elements = Node("elements")
    for value in state.values {
      guard let id = references.id(of: value.layer) else { continue }
      var node = Node("LKStateSetValue", [("targetId", id)])
      node.set("keyPath", text: value.keyPath)
      node.children.append(names.node("value", value.value))
      elements.children.append(node)
    }
    elements.add(state.unknownMarkup)
    var node = Node("LKState", [], [elements])
    // In documents the reserved names "Base" and "Base State" stand for the base state.
    let isReserved = Vocabulary.baseStates.contains(state.name)
    node.set(isReserved ? Vocabulary.strettoPrefix + "name" : "name", text: state.name)
    if let base = state.basedOn { node.set("basedOn", text: base) }
    return node
  }

  private func transitionNode(_ transition: StateTransition) -> Node {
    var elements = Node("elements")
    for element in transition.elements {
      guard let id = references.id(of: element.layer) else { continue }
      let animation = animationNode(
        element.animation.definition, name: "animation", isAtRealZero: false)
      var node = Node("LKStateTransitionElement", [("targetId", id)], [animation])
      node.set("key", text: element.key)
      elements.children.append(node)
    }
    elements.add(transition.unknownMarkup)
    var node = Node("LKStateTransition", [], [elements])
    node.set("fromState", text: transition.from)
    node.set("toState", text: transition.to)
    return node
  }
}
