import StrettoGeometry
import StrettoLayers

/// A layer and all layers around it, outermost first.
func ancestry(of layer: Layer) -> [Layer] {
  var chain = [layer]
  while let above = chain[chain.count - 1].superlayer { chain.append(above) }
  return chain.reversed()
}

/// What leads from a layer to one of its parts.
enum Passage {
  /// A sublayer, or a mask: shown once.
  case single
  /// A sublayer of a replicator, or the source of a view replicator: a copy for each index.
  case replicated
  /// The mask of one copy of a replicator.
  case instanceMask(Int)
}

extension Layer {
  func passage(to part: Layer) -> Passage {
    if part === mask { return .single }
    if kind == .viewReplicator { return part === source ? .replicated : .single }
    guard kind == .replicator else { return .single }
    let k = instanceMasks.firstIndex { $0 === part }
    return k.map { .instanceMask($0) } ?? .replicated
  }

  /// The proxies of a view replicator, in the order of their indices.
  var proxies: [Layer] { sublayers.filter { $0.kind == .proxy } }
}

/// The moment that the innermost of these layers shows to its sublayers, in its copy 0, when the time around
/// the outermost is `top`.
func momentOfCopy0(_ chain: some Collection<Layer>, at top: LocalTime) -> LocalTime {
  var moment = top
  for layer in chain { moment = layer.values.timing.endlessLocalTime(at: moment) }
  return moment
}

/// From a layer's coordinates to the scene, in its copy 0; nil if a layer on the way is over.
func homePlane(of layer: Layer, at time: Double) -> PlaneTransform? {
  var placement = Placement.top(at: time)
  var plane: PlaneTransform?
  for layer in ancestry(of: layer) {
    guard let presented = PresentedLayer(layer, at: placement, copy: []) else { return nil }
    plane = presented.plane
    placement = presented.sublayerPlacement
  }
  return plane
}

/// From the coordinates around a layer to the scene.
func homePlane(around layer: Layer, at time: Double) -> PlaneTransform? {
  layer.superlayer.map { homePlane(of: $0, at: time) } ?? .identity
}

/// Whether some layer of a line of ancestors is hidden at a time.
func isHidden(_ chain: [Layer], at time: Double) -> Bool {
  var placement = Placement.top(at: time)
  for layer in chain {
    guard let presented = PresentedLayer(layer, at: placement, copy: []),
      !presented.values.isHidden
    else { return true }
    placement = presented.sublayerPlacement
  }
  return false
}

extension Layer {
  /// Whether a portal that can be seen in the tree below `root` keeps this layer from being drawn at home.
  func isHiddenByPortal(below root: Layer, at time: Double) -> Bool {
    portals.contains { reference in
      let portal = reference.portal
      guard portal.values.portal.hidesSourceLayer else { return false }
      let chain = ancestry(of: portal)
      return chain[0] === root && !isHidden(chain, at: time)
    }
  }
}
