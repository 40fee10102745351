import StrettoGeometry
import StrettoLayers

/// References of a document, which are collected before the document is written: layers with ids, and cells and behaviors that
/// several emitters share.
struct WrittenReferences {
  private var ids: [ObjectIdentifier: String] = [:]
  private var cellNumbers: [ObjectIdentifier: Int] = [:]
  private var behaviorNumbers: [ObjectIdentifier: Int] = [:]
  /// Topmost layers of other trees that portals show.
  private(set) var outside: [Layer] = []

  /// Collects the references of trees.
  ///
  /// - Parameters:
  ///   - tops: topmost layers of the written trees.
  ///   - targets: layers that must have an id.
  init(_ tops: [Layer], _ targets: [Layer]) {
    var wanted = Set(targets.map { ObjectIdentifier($0) })
    let order = visit(tops, &wanted)
    number(order, wanted)
    numberCells(order)
    numberBehaviors(order)
  }

  func id(of layer: Layer) -> String? { ids[ObjectIdentifier(layer)] }

  /// Number of a cell that occurs in more than one place; nil for other cells.
  func number(of cell: EmitterCell) -> Int? { cellNumbers[ObjectIdentifier(cell)] }

  /// Number of a behavior that occurs in more than one place; nil for other behaviors.
  func number(of behavior: EmitterBehavior) -> Int? { behaviorNumbers[ObjectIdentifier(behavior)] }

  /// Layers in the order of the document. The sources of portals are added to `wanted`.
  private mutating func visit(_ tops: [Layer], _ wanted: inout Set<ObjectIdentifier>) -> [Layer] {
    var order: [Layer] = []
    var seen: Set<ObjectIdentifier> = []
    var walk = TreeWalk(tops)
    var sources: [Layer] = []
    while true {
      while let layer = walk.next() {
        guard seen.insert(ObjectIdentifier(layer)).inserted else { continue }
        order.append(layer)
        if layer.kind == .portal, let source = layer.source {
          wanted.insert(ObjectIdentifier(source))
          sources.append(source)
        }
        walk.push(layer.parts)
      }
      guard let source = sources.popLast() else { return order }
      if seen.contains(ObjectIdentifier(source)) { continue }
      let top = source.top
      outside.append(top)
      walk.push([top])
    }
  }

  /// Assigns ids to the wanted layers. A preserved id stays with the first layer that has it, because two merged documents may
  /// contain the same id.
  private mutating func number(_ order: [Layer], _ wanted: Set<ObjectIdentifier>) {
    var taken: Set<String> = []
    for layer in order {
      if let id = layer.unknownMarkup?.id, taken.insert(id).inserted {
        ids[ObjectIdentifier(layer)] = id
      }
    }
    var next = 1
    for layer in order where wanted.contains(ObjectIdentifier(layer)) && id(of: layer) == nil {
      while taken.contains("#" + String(next)) { next += 1 }
      ids[ObjectIdentifier(layer)] = "#" + String(next)
      next += 1
    }
  }

  private mutating func numberBehaviors(_ order: [Layer]) {
    var known: Set<ObjectIdentifier> = []
    for layer in order {
      for behavior in layer.values.emitter.behaviors {
        let id = ObjectIdentifier(behavior)
        if known.insert(id).inserted || behaviorNumbers[id] != nil { continue }
        behaviorNumbers[id] = behaviorNumbers.count + 1
      }
    }
  }

  private mutating func numberCells(_ order: [Layer]) {
    var uses: [ObjectIdentifier: Int] = [:]
    let own = order.flatMap { $0.values.emitter.cells }
    let cells = own.withInnerCells()
    for cell in own + cells.flatMap({ $0.values.cells }) {
      uses[ObjectIdentifier(cell), default: 0] += 1
    }
    for cell in cells where uses[ObjectIdentifier(cell), default: 0] > 1 {
      cellNumbers[ObjectIdentifier(cell)] = cellNumbers.count + 1
    }
  }
}

extension SceneStates {
  /// Layers that states and transitions reference.
  var targets: [Layer] {
    sets.flatMap { set in
      set.states.flatMap { $0.values.map { $0.layer } }
        + set.transitions.flatMap { $0.elements.map { $0.layer } }
    } + changes.compactMap { $0.layer }
  }
}
