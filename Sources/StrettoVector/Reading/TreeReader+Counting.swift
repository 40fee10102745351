import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension TreeReader {
  /// Throws `VectorError.tooManyElements` if the layer instances that are visible at the file's start are already too many.
  ///
  /// Reading a layer instance over the whole file takes a hundred times longer than finding out whether the instance is visible
  /// at one time, so a scene that is far too large fails early.
  func checkCount(of top: InstanceSampler) throws(VectorError) {
    var count = 0
    try countVisible(top, &count, [], depth: 0)
  }

  private func countVisible(
    _ seen: InstanceSampler, _ count: inout Int, _ portals: [ObjectIdentifier], depth: Int
  ) throws(VectorError) {
    let layer = seen.layer
    // Portals may show deep layers inside of deep layers, and the stack is finite.
    if depth > Layer.depthLimit { throw VectorError.tooManyElements }
    guard let presented = seen.state(at: time.start)?.presented, presented.isVisible,
      !isHiddenByPortal(seen, at: time.start)
    else { return }
    try increase(&count)
    let values = presented.values
    guard presented.groupOpacity > 0, !values.masksToBounds || !values.bounds.isEmpty else {
      return
    }
    let shown = layer.shown(as: seen.edge)
    let copied = layer.kind == .proxy ? [] : shown.filter { $0.edge == .copies }.map { $0.layer }
    if !copied.isEmpty { try countCopies(of: copied, presented, seen, &count, portals, depth + 1) }
    for (part, edge) in shown {
      switch edge {
      case .portal:
        let key = ObjectIdentifier(layer)
        guard !portals.contains(key),
          let copy = presented.portalPlacement(part, sceneTime: time.start)?.copy
        else { continue }
        let source = InstanceSampler(part, as: edge, copy: copy, in: seen)
        try countVisible(source, &count, portals + [key], depth: depth + 1)
      case .source(let index):
        guard layer.kind == .proxy else { continue }
        let source = InstanceSampler(part, as: edge, copy: seen.copy + [index], in: seen)
        try countVisible(source, &count, portals, depth: depth + 1)
      case .sublayer, .proxy:
        let sublayer = InstanceSampler(part, as: edge, copy: seen.copy, in: seen)
        try countVisible(sublayer, &count, portals, depth: depth + 1)
      case .copies, .mask, .copyMask: continue
      }
    }
  }

  private func countCopies(
    of parts: [Layer], _ presented: PresentedLayer, _ seen: InstanceSampler, _ count: inout Int,
    _ portals: [ObjectIdentifier], _ depth: Int
  ) throws(VectorError) {
    if presented.copyCount > Double(VectorError.elementLimit) { throw VectorError.tooManyElements }
    for k in 0..<Int(clampingDown: presented.copyCount) {
      guard presented.values.replicator.color(ofCopy: k).alpha > 0 else { continue }
      try increase(&count)
      for part in parts {
        let layer = InstanceSampler(part, as: .copies, copy: seen.copy + [k], in: seen)
        try countVisible(layer, &count, portals, depth: depth)
      }
    }
  }

  private func increase(_ count: inout Int) throws(VectorError) {
    try step(64)
    count += 1
    if count > VectorError.elementLimit { throw VectorError.tooManyElements }
  }
}
