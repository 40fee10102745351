import StrettoLayers

/// Limit of nested constructions, which arise if view replicators show each other. Each nested construction increases the depth
/// of the document.
private let constructionDepthLimit = 16

extension CAMLWriter {
  /// Steps that write the construction of a view replicator, with the source inside; nil if the construction is empty.
  func constructionTasks(_ viewReplicator: Layer) -> [WriterTask]? {
    let depth = constructions.depth
    guard !constructions.isInCopy, depth < constructionDepthLimit,
      let source = viewReplicator.source, let construction = Construction(viewReplicator)
    else { return nil }
    sources.insert(ObjectIdentifier(source))
    let list = Node("sublayers")
    return [
      .constructions(depth + 1, isInCopy: false), .begin(list), .layer(construction.outer),
      .end(list.name), .constructions(depth, isInCopy: false),
    ]
  }

  /// True if the layer is written as the source inside the replicators that stand for a view replicator (its construction). The
  /// layer's position and opacity are stored in attributes of Stretto's namespace, because Core Animation would apply its own
  /// attributes.
  func isInConstruction(_ layer: Layer) -> Bool {
    !constructions.isInCopy && sources.contains(ObjectIdentifier(layer))
  }

  /// True if the layer is the source of the view replicator that is replaced by its construction. The source of such a view
  /// replicator is written as an ordinary layer.
  func isForGood(_ layer: Layer) -> Bool { constructed.map { $0.source === layer } ?? false }

  /// Steps that write a layer's mask. The mask of a construction belongs to another layer and is written a second time.
  func maskTasks(_ layer: Layer) -> [WriterTask] {
    guard let mask = layer.mask else { return [] }
    if mask.superlayer === layer { return [.layer(mask)] }
    let depth = constructions.depth
    return [
      .constructions(depth, isInCopy: true), .layer(mask), .constructions(depth, isInCopy: false),
    ]
  }
}

/// Values and animations of a source that its view replicator ignores.
enum IgnoredSourceValues {
  /// Values of a source with the position, transform and opacity that its view replicator gives it.
  static func neutral(_ values: LayerValues) -> LayerValues {
    var values = values
    (values.position, values.zPosition) = (values.anchor, 0)
    (values.transform, values.opacity) = (.identity, 1)
    return values
  }

  /// True if an animation changes a value that the view replicator ignores.
  static func isMoved(by animation: AnimationValues) -> Bool {
    if animation.kind == .group { return animation.animations.contains { isMoved(by: $0) } }
    let path = try? PropertyPath(animation.keyPath, kind: .plain)
    return animation.rotationMode != nil || path?.traits.contains(.modelTreeOnly) ?? false
  }
}
