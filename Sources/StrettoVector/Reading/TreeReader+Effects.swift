import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension TreeReader {
  /// Throws an error for a property that no vector format can express.
  func check(_ seen: InstanceSampler, _ isSeen: (Double) -> Bool) throws(VectorError) {
    let layer = seen.layer
    for time in clock(of: seen).samples where isSeen(time) {
      guard let values = seen.state(at: time)?.presented.values else { continue }
      guard values.hasEffects, layer.kind != .proxy else { continue }
      let effectValues = values.effectValues
      if !effectValues.backgroundFilters.isEmpty {
        throw unsupported("backgroundFilters", layer, needsBackdrop: true)
      }
      if effectValues.compositingFilter != .normal, effectValues.compositingFilter.css == nil {
        throw unsupported("compositingFilter", layer, needsBackdrop: true)
      }
      if effectValues.contentsMultiplyColor != nil {
        throw unsupported("contentsMultiplyColor", layer)
      }
    }
    for animation in layer.animations where animation.values.kind == .transition {
      throw unsupported("a transition", layer)
    }
  }

  /// Reads the blend mode, the filters and the shadow of a layer.
  func readEffects(_ node: Node, _ seen: InstanceSampler, in around: Surroundings)
    throws(VectorError)
  {
    node.blend = try blend(of: seen, in: around)
    let states = clock(of: seen).samples.compactMap { seen.state(at: $0)?.presented }
    guard states.contains(where: { $0.values.hasEffects }), seen.layer.kind != .proxy
    else { return }
    try readFilters(node, seen, states)
    try readShadow(node, seen, states)
  }

  private func blend(of seen: InstanceSampler, in around: Surroundings) throws(VectorError)
    -> BlendMode
  {
    if seen.layer.kind == .proxy { return .sourceOver }
    let modes = clock(of: seen).samples.compactMap { time in
      seen.state(at: time)?.presented.values.blend
    }
    guard let mode = modes.first(where: { $0 != .sourceOver }) else { return .sourceOver }
    if modes.contains(where: { $0 != mode }) {
      throw unsupported("a compositingFilter that changes", seen.layer)
    }
    if around.isIsolated {
      throw unsupported(
        "compositingFilter, in a layer that moves or clips,", seen.layer, needsBackdrop: true)
    }
    return mode
  }

  /// The blend mode of pictures of a layer.
  ///
  /// - Throws: `VectorError` if a layer inside the picture changes the content below the picture.
  func blend(ofPicture seen: InstanceSampler, in around: Surroundings) throws(VectorError)
    -> BlendMode
  {
    let mode = try blend(of: seen, in: around)
    if mode != .sourceOver { return mode }
    if seen.layer.addsParticles {
      throw unsupported("renderMode additive", seen.layer, needsBackdrop: true)
    }
    var known: Set<ObjectIdentifier> = []
    if let layer = seen.layer.layerThatBlends(&known) {
      throw unsupported("compositingFilter, inside a picture,", layer, needsBackdrop: true)
    }
    return mode
  }

  private func readFilters(_ node: Node, _ seen: InstanceSampler, _ states: [PresentedLayer])
    throws(VectorError)
  {
    guard
      let first = states.max(by: {
        $0.values.effectValues.filters.count < $1.values.effectValues.filters.count
      })
    else { return }
    let filters = first.values.effectValues.filters
    if filters.isEmpty { return }
    guard abilities.hasFilters,
      states.allSatisfy({ $0.values.effectValues.filters.count == filters.count })
    else { throw unsupported("filters", seen.layer) }
    for (index, filter) in filters.enumerated() {
      if filter.matrix == nil, filter.normalizesEdges {
        throw unsupported("inputNormalizeEdges of a filter", seen.layer)
      }
      let isBlur = filter.matrix == nil
      let numbers = try channel(.filter(index), seen, [isBlur ? 0.05 : 0.002], isOutline: true) {
        time in
        let now = seen.state(at: time)?.presented.values.effectValues.filters ?? filters
        let filter = index < now.count ? now[index] : filters[index]
        return filter.matrix.map { $0.numbers } ?? [max(0, filter.radius)]
      }
      node.filters.append(VectorFilter(kind: isBlur ? .blur : .matrix, numbers: numbers))
    }
  }

  /// The greatest distance in points of the scene by which the filters of a layer's node move content.
  func filterReach(of node: Node, _ seen: InstanceSampler) -> Double {
    let own = node.filters.reduce(0) { $0 + $1.reach }
    if own == 0 { return 0 }
    var stretch = 1.0
    for time in clock(of: seen).samples {
      guard let state = seen.state(at: time), let around = seen.surroundingPlane(at: time)
      else { continue }
      let plane = (seen.leavesInstanceTransform ? state.own : state.whole) * around
      guard plane.isAffine else { return .infinity }
      stretch = max(stretch, plane.norm)
    }
    return own * stretch
  }

  private func readShadow(_ node: Node, _ seen: InstanceSampler, _ states: [PresentedLayer])
    throws(VectorError)
  {
    func numbers(_ presented: PresentedLayer) -> [Double] {
      let effectValues = presented.values.effectValues
      let color = (effectValues.shadowColor ?? .clear).clamped
      let isCast = !presented.values.masksToBounds && seen.layer.mask == nil
      let alpha = isCast ? color.alpha * effectValues.shadowOpacity.clamped(to: 0...1) : 0
      return [
        effectValues.shadowOffset.width, effectValues.shadowOffset.height,
        max(0, effectValues.shadowRadius), color.red,
        color.green, color.blue, alpha,
      ]
    }
    guard let first = states.first(where: { numbers($0)[6] > 0 }) else { return }
    if !abilities.hasFilters || first.values.effectValues.shadowPath != nil {
      throw unsupported("shadowOpacity", seen.layer)
    }
    let rest = numbers(first)
    let slack = [0.05, 0.05, 0.05, 0.002]
    let all = try channel(.filter(-1), seen, slack, isOutline: true) { time in
      seen.state(at: time).map { numbers($0.presented) } ?? rest
    }
    node.filters.append(VectorFilter(kind: .shadow, numbers: all))
  }
}

extension LayerValues {
  /// The layer's blend mode, where `sourceOver` stands for both modes without an effect.
  fileprivate var blend: BlendMode {
    guard hasEffects, effectValues.compositingFilter != .normal else { return .sourceOver }
    return effectValues.compositingFilter
  }
}

extension Layer {
  /// Whether the layer adds the colours of its particles to the content below the layer.
  fileprivate var addsParticles: Bool {
    kind == .emitter && values.emitter.renderMode == .additive
  }

  /// A layer inside this layer that changes the content below this layer; nil if there is no such layer. `known` contains the
  /// layers that were searched before.
  fileprivate func layerThatBlends(_ known: inout Set<ObjectIdentifier>) -> Layer? {
    // A layer with a mask or a filter isolates its content.
    if mask != nil || (values.hasEffects && !values.effectValues.filters.isEmpty) { return nil }
    for (layer, edge) in shown() where edge != .mask {
      if case .copyMask = edge { continue }
      guard known.insert(ObjectIdentifier(layer)).inserted else { continue }
      let values = layer.values
      if values.blend != .sourceOver
        || (values.hasEffects && !values.effectValues.backgroundFilters.isEmpty)
        || layer.addsParticles
      {
        return layer
      }
      if let found = layer.layerThatBlends(&known) { return found }
    }
    return nil
  }
}
