/// The first layer of each name in a subtree, depth first: a layer before its parts, sublayers before masks.
final class NameIndex {
  /// `Changes.names` of the subtree's top when the index was made. The index holds as long as that count stays.
  let changes: UInt64
  private var layers: [String: LayerReference] = [:]
  /// Names of the first layers, which are compared with a name that is not there.
  private(set) var someNames: [String] = []

  init(_ top: Layer) {
    changes = top.changes.names
    var open = [top]
    while let layer = open.popLast() {
      let name = layer.values.name
      if !name.isEmpty, layers[name] == nil {
        layers[name] = LayerReference(layer: layer)
        if someNames.count < 256 { someNames.append(name) }
      }
      open += layer.parts.reversed()
    }
  }

  subscript(name: String) -> Layer? { layers[name]?.layer }
}

extension Layer {
  /// The first layer of a name in this layer's subtree, depth first; nil if there is none.
  ///
  /// Searches are quick until a name or a part changes: the first one after that reads all names, and changes what the layer keeps,
  /// so nobody may use the tree meanwhile.
  public func find(_ name: String) -> Layer? {
    if nameIndex?.changes != changes.names { nameIndex = NameIndex(self) }
    return nameIndex?[name]
  }

  /// Whether `find` only reads the tree.
  public var isIndexed: Bool { nameIndex?.changes == changes.names }

  /// The name among the first 256 in this layer's subtree that is most like a name which `find` did not find; nil if none is near.
  public func nearestName(_ name: String) -> String? {
    nearest(name, in: nameIndex?.someNames ?? [])
  }
}
