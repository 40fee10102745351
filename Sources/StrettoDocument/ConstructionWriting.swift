import StrettoLayers

/// View replicators that show each other have constructions inside constructions, so many at most: each makes the
/// document deeper.
private let constructionDepthLimit = 16

extension CAMLWriter {
  /// The construction for a view replicator, in which its source is written; nil where there is none.
  func constructionSteps(_ viewReplicator: Layer) -> [Step]? {
    let depth = constructions.depth
    guard !constructions.isInCopy, depth < constructionDepthLimit,
      let source = viewReplicator.source,
      let construction = Construction(viewReplicator)
    else { return nil }
    sources.insert(ObjectIdentifier(source))
    let list = Node("sublayers")
    return [
      .constructions(depth + 1, isInCopy: false), .begin(list), .layer(construction.outer),
      .end(list.name), .constructions(depth, isInCopy: false),
    ]
  }

  /// Whether a layer is written as the source of a construction: its own place and opacity are in attributes of our
  /// own, because Core Animation would go by them.
  func isInConstruction(_ layer: Layer) -> Bool {
    !constructions.isInCopy && sources.contains(ObjectIdentifier(layer))
  }

  /// Whether a layer is the source of the construction that is wanted, and is its source no more.
  func isForGood(_ layer: Layer) -> Bool { constructed.map { $0.source === layer } ?? false }

  /// The steps of a layer's mask. That of a construction is one that other layers have, written once more.
  func maskSteps(_ layer: Layer) -> [Step] {
    guard let mask = layer.mask else { return [] }
    if mask.superlayer === layer { return [.layer(mask)] }
    let depth = constructions.depth
    return [
      .constructions(depth, isInCopy: true), .layer(mask), .constructions(depth, isInCopy: false),
    ]
  }
}

/// What a view replicator ignores of its source.
enum SourcePlace {
  /// The values of a source that is where its view replicator has it.
  static func neutral(_ values: LayerValues) -> LayerValues {
    var values = values
    (values.position, values.zPosition) = (values.anchor, 0)
    (values.transform, values.opacity) = (.identity, 1)
    return values
  }

  /// Whether an animation changes what is ignored.
  static func isMoved(by animation: AnimationValues) -> Bool {
    if animation.kind == .group { return animation.animations.contains { isMoved(by: $0) } }
    let path = try? PropertyPath(animation.keyPath, kind: .plain)
    return animation.rotationMode != nil || path?.traits.contains(.home) ?? false
  }
}
