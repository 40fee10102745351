import StrettoGeometry

/// Index of the first layer of each name in a subtree. In the search order, a layer comes before the layers that it contains, and
/// sublayers come before masks.
final class NameIndex {
  /// Value of `Changes.names` of the topmost layer when the index was created. The name index is valid while the counter
  /// `Changes.names` has this value.
  let changes: UInt64
  private var layers: [String: LayerReference] = [:]
  /// Names of the first layers in the subtree, for suggestions when a name is not found.
  private(set) var someNames: [String] = []

  init(_ top: Layer) {
    changes = top.changes.names
    var walk = TreeWalk([top])
    while let layer = walk.next() {
      let name = layer.values.name
      if !name.isEmpty, layers[name] == nil {
        layers[name] = LayerReference(layer: layer)
        if someNames.count < 256 { someNames.append(name) }
      }
      walk.push(layer.parts)
    }
  }

  subscript(name: String) -> Layer? { layers[name]?.layer }
}

extension Layer {
  /// First layer with a name in this layer's subtree, depth first; nil if no layer has the name.
  ///
  /// Searches are fast until a name, a sublayer, a mask or a source below this layer changes. The first search after a change of
  /// names reads all names and stores a new index in the layer, so that no other thread may use the tree during this search.
  public func find(_ name: String) -> Layer? {
    if nameIndex?.changes != changes.names { nameIndex = NameIndex(self) }
    return nameIndex?[name]
  }

  /// True if `find` need not update the name index of this layer.
  public var isIndexed: Bool { nameIndex?.changes == changes.names }

  /// Name that is most similar to a name that `find` did not find, among the first 256 names of this layer's subtree; nil if no
  /// name is similar.
  public func nearestName(_ name: String) -> String? {
    nearest(name, in: nameIndex?.someNames ?? [])
  }
}
