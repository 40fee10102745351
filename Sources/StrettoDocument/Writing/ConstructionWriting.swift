import StrettoLayers

/// Limit of constructions inside constructions, by view replicators that show each other: each makes the document deeper.
private let constructionDepthLimit = 16

extension CAMLWriter {
  /// Steps of the construction of a view replicator, in which its source is written; nil if there is none.
  func constructionSteps(_ viewReplicator: Layer) -> [Step]? {
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

  /// True if a layer is written as the source of a construction: its own place and opacity are then in attributes of our
  /// own, because Core Animation would go by them.
  func isInConstruction(_ layer: Layer) -> Bool {
    !constructions.isInCopy && sources.contains(ObjectIdentifier(layer))
  }

  /// True for the source of the construction that is wanted, which is then a source no more.
  func isForGood(_ layer: Layer) -> Bool { constructed.map { $0.source === layer } ?? false }

  /// Steps of a layer's mask. A mask of a construction belongs to another layer and is written once more.
  func maskSteps(_ layer: Layer) -> [Step] {
    guard let mask = layer.mask else { return [] }
    if mask.superlayer === layer { return [.layer(mask)] }
    let depth = constructions.depth
    return [
      .constructions(depth, isInCopy: true), .layer(mask), .constructions(depth, isInCopy: false),
    ]
  }
}

/// Values and animations of a source that its view replicator ignores.
enum SourcePlace {
  /// Values of a source at the place where its view replicator shows it.
  static func neutral(_ values: LayerValues) -> LayerValues {
    var values = values
    (values.position, values.zPosition) = (values.anchor, 0)
    (values.transform, values.opacity) = (.identity, 1)
    return values
  }

  /// True if an animation changes values that are ignored.
  static func isMoved(by animation: AnimationValues) -> Bool {
    if animation.kind == .group { return animation.animations.contains { isMoved(by: $0) } }
    let path = try? PropertyPath(animation.keyPath, kind: .plain)
    return animation.rotationMode != nil || path?.traits.contains(.home) ?? false
  }
}
