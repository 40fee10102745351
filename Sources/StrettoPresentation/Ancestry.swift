import StrettoGeometry
import StrettoLayers

/// A layer and all layers around it, outermost first.
package func ancestry(of layer: Layer) -> [Layer] {
  var chain = [layer]
  while let above = chain[chain.count - 1].superlayer { chain.append(above) }
  return chain.reversed()
}

/// Where and when the superlayers of a layer show it in its home, each in its copy 0; nil if one of them is over
/// or shows nothing.
func homePlacement(of layer: Layer, at time: Double) -> Placement? {
  var placement = Placement.top(at: time)
  var copy: [Int] = []
  let chain = ancestry(of: layer)
  for (around, part) in zip(chain, chain.dropFirst()) {
    guard let presented = PresentedLayer(around, at: placement, copy: copy) else { return nil }
    var next: Placement?
    switch around.passage(to: part) {
    case .single:
      next = part === around.mask ? presented.maskPlacement : presented.sublayerPlacement
    case .instanceMask(let k): next = presented.maskPlacement(ofCopy: k)
    case .replicated:
      copy.append(0)
      next =
        around.kind != .viewReplicator
        ? presented.placement(ofCopy: 0)
        : around.proxies.first.flatMap {
          PresentedLayer($0, at: presented.sublayerPlacement, copy: copy.dropLast())?
            .sourcePlacement(part, copy)
        }
    }
    guard let next else { return nil }
    placement = next
  }
  return placement
}

/// From a layer's coordinates to the scene, in its copy 0; nil if a layer on the way is over.
func homePlane(of layer: Layer, at time: Double) -> PlaneTransform? {
  homePlacement(of: layer, at: time).flatMap {
    PresentedLayer(layer, at: $0, copy: copyZero(of: layer))?.plane
  }
}

/// The indices of a layer's copy 0, outermost first.
func copyZero(of layer: Layer) -> [Int] {
  let chain = ancestry(of: layer)
  return zip(chain, chain.dropFirst()).compactMap {
    if case .replicated = $0.passage(to: $1) { 0 } else { nil }
  }
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
  package func isHiddenByPortal(below root: Layer, at time: Double) -> Bool {
    portals.contains { reference in
      let portal = reference.portal
      guard portal.values.portal.hidesSourceLayer else { return false }
      let chain = ancestry(of: portal)
      return chain[0] === root && !isHidden(chain, at: time)
    }
  }
}
