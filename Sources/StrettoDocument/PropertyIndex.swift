import StrettoLayers

/// Indices of the properties of a table by their names in documents.
struct PropertyIndex: Sendable {
  private let indices: [String: Int]

  init<Owner>(_ table: [Property<Owner>]) {
    var indices: [String: Int] = [:]
    for (index, property) in table.enumerated() where !property.traits.contains(.unread) {
      indices[property.name] = index
      if let word = property.documentName { indices[word] = index }
    }
    for (word, name) in Vocabulary.formerNames where indices[word] == nil {
      indices[word] = indices[name]
    }
    self.indices = indices
  }

  subscript(name: String) -> Int? { indices[name] }

  static let layers: [PropertyIndex] = LayerKind.allCases.map { PropertyIndex($0.properties) }
  static let animations: [PropertyIndex] = AnimationKind.allCases.map {
    PropertyIndex($0.properties)
  }
  static let cells = PropertyIndex(CellProperties.table)
  static let filters = PropertyIndex(FilterProperties.table)
  private static let behaviors = BehaviorType.allCases.map {
    PropertyIndex(BehaviorProperties.rows(of: $0))
  }
  static func behaviors(_ type: BehaviorType) -> PropertyIndex { behaviors[type.index] }
  static let styles = PropertyIndex(StyledRangeProperties.table)
}
