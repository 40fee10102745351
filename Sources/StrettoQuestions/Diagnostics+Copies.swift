import StrettoLayers
import StrettoPresentation

extension Layer {
  /// Calls `body` with the key path of each value and animation whose copies do not exist.
  ///
  /// The parameter `indices` is the number of indices that identify one copy of this layer. A copy pattern with more indices
  /// matches no copy, unless the additional indices are 0 or match every copy.
  func forEachWithoutCopies(indices: Int, _ body: (String) -> Void) {
    guard hasInstanceOverrides else { return }
    for value in valuesOfCopies where value.copies.goesBeyond(indices) {
      body(value.path.cell == nil ? kind.properties[value.path.index].name : "")
    }
    for animation in animations where animation.copies?.goesBeyond(indices) ?? false {
      body(animation.values.keyPath)
    }
  }
}

extension CopyPattern {
  fileprivate func goesBeyond(_ count: Int) -> Bool {
    indices.dropFirst(count).contains { $0 != nil && $0 != 0 }
  }
}
