import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The edges from the root of a tree to one copy of a layer.
package struct Route {
  /// A layer on the route, with the kind of edge by which the previous layer on the route shows this layer.
  package struct Component {
    package let layer: Layer
    package let edge: TreeEdge
    /// The indices of the copy of this layer on the route, outermost first.
    package let copy: [Int]

    /// The delay in seconds of this copy of the layer in a replicator or a text.
    package func delay(in replicator: ReplicatorValues) -> Double {
      switch edge {
      case .copies: replicator.delay(ofCopy: copy.last ?? 0)
      case .copyMask(let k): replicator.delay(ofCopy: k)
      default: 0
      }
    }
  }

  package private(set) var components: [Component] = []

  /// - Parameter indices: The indices of the layer's copy, outermost first. Missing copy indices are 0.
  package init(to layer: Layer, _ indices: [Int] = []) throws(TimeMapError) {
    var copy: [Int] = []
    var above: Layer?
    for layer in ancestry(of: layer) {
      var edge = above?.edge(to: layer) ?? .sublayer
      if edge.takesIndex, let above {
        let (k, outer) = (copy.count < indices.count ? indices[copy.count] : 0, copy)
        let proxies = above.kind == .viewReplicator ? above.proxies : []
        let count = above.kind == .viewReplicator ? proxies.count : Int.max
        guard k >= 0, k < count || k == 0 else {
          throw .indexOutOfRange(position: copy.count, count: count)
        }
        copy.append(k)
        if case .source = edge {
          edge = .source(k)
          if k < count {
            components.append(Component(layer: proxies[k], edge: .proxy(k), copy: outer))
          }
        }
      }
      components.append(Component(layer: layer, edge: edge, copy: copy))
      above = layer
    }
    if indices.count > copy.count { throw .tooManyIndices(replicators: copy.count) }
  }

  package var copy: [Int] { components.last?.copy ?? [] }

  /// The layer's local time, at a time of the tree's root.
  package func localTime(at time: Double) -> LocalTime { localTimes(at: time).own }

  /// The layer's local time, and the local time of its superlayer, at a time of the tree's root.
  package func localTimes(at time: Double) -> (own: LocalTime, around: LocalTime) {
    let around = parentLocalTime(at: .top(at: time))
    guard let last = components.last else { return (around, around) }
    return (last.layer.endlessLocalTime(at: around, copy: last.copy), around)
  }

  /// The local time of the layer's superlayer at which the superlayer shows the layer.
  ///
  /// - Parameters:
  ///   - top: The time of the tree's root.
  ///   - plan: The evaluation plan with the instances of the layers on the route; nil without a plan.
  func parentLocalTime(at top: LocalTime, by plan: Plan? = nil) -> LocalTime {
    if let plan, let placement = placement(at: top, by: plan) { return placement.time }
    var around = top
    for (component, next) in zip(components, components.dropFirst()) {
      let own = component.layer.endlessLocalTime(at: around, copy: component.copy)
      switch next.edge {
      case .copies, .copyMask: around = component.localTime(of: next, at: own, around: around)
      // A proxy's own timing does not shift undelayed time.
      case .source where component.layer.kind == .proxy:
        around = LocalTime(time: own.time, undelayed: around.undelayed, scene: own.scene)
      default: around = own
      }
    }
    return around
  }

  /// The placement of the layer in the model tree; nil if a layer on the route has ended or shows nothing.
  ///
  /// - Parameters:
  ///   - top: The time of the tree's root.
  ///   - plan: The evaluation plan with the instances of the layers on the route; nil without a plan.
  func placement(at top: LocalTime, by plan: Plan? = nil) -> Placement? {
    var placement = Placement(time: top, plane: .identity, backfaceSign: 1)
    for (component, next) in zip(components, components.dropFirst()) {
      guard
        let inside = component.instance(at: placement, top, by: plan)?
          .placement(of: next.layer, next.edge, copy: next.copy)
      else { return nil }
      placement = inside
    }
    return placement
  }

  /// Transform from the layer's coordinates to the scene; nil if a layer on the route has ended or shows nothing.
  func plane(at top: LocalTime, by plan: Plan?) -> PlaneTransform? {
    placement(at: top, by: plan).flatMap { components.last?.instance(at: $0, top, by: plan)?.plane }
  }
}

extension Route.Component {
  /// The local time in a copy of this replicator or text.
  fileprivate func localTime(of shown: Route.Component, at own: LocalTime, around: LocalTime)
    -> LocalTime
  {
    let now =
      layer.isStatic
      ? layer.values : layer.presentationValues(at: own, around: around, copy: copy, cells: [])
    return own.ofCopy(
      delayedBy: shown.delay(in: now.replicator), hasOwnUndelayedTime: layer.kind == .text)
  }

  /// The instance of this layer in the model tree; nil if the layer has not begun or has ended. The plan's node keeps the
  /// instance of copy 0, so that each layer is evaluated once for a time of a frame.
  fileprivate func instance(
    at placement: Placement, _ top: LocalTime, by plan: Plan?
  ) -> PresentedLayer? {
    guard let plan, let node = plan.node(of: layer), copy.allSatisfy({ $0 == 0 }) else {
      return PresentedLayer(layer, at: placement, copy: copy)
    }
    let known = node.pointee.inTree
    if known.frame != plan.frameNumber || known.top != top || known.top.scene != top.scene {
      let presented = known.instance ?? PresentedLayer(layer)
      var never = Cancellation.never
      presented.lettering = PresentedLayer.Lettering()
      let isShown = presented.become(node, at: placement, copy: copy, &never)
      node.pointee.inTree = (plan.frameNumber, top, isShown, presented)
    }
    return node.pointee.inTree.isShown ? node.pointee.inTree.instance : nil
  }
}

/// The layer and all layers around the layer, outermost first.
package func ancestry(of layer: Layer) -> [Layer] {
  var chain = [layer]
  while let above = chain[chain.count - 1].superlayer { chain.append(above) }
  return chain.reversed()
}

extension Layer {
  /// True if a visible portal in the tree below `root` hides this layer in the model tree.
  package func isHiddenByPortal(below root: Layer, at time: Double) -> Bool {
    isHiddenByPortal(below: root, at: time, by: nil)
  }

  func isHiddenByPortal(below root: Layer, at time: Double, by plan: Plan?) -> Bool {
    portals.contains { reference in
      let portal = reference.layer
      guard portal.values.portal.hidesSourceLayer else { return false }
      let chain = ancestry(of: portal)
      return chain[0] === root && !isHidden(chain, at: time, by: plan)
    }
  }
}

/// True if any layer in a chain of ancestors is hidden at the given time.
private func isHidden(_ chain: [Layer], at time: Double, by plan: Plan?) -> Bool {
  var placement = Placement.top(at: time)
  for layer in chain {
    guard let presented = PresentedLayer(layer, at: placement, copy: [], by: plan),
      !presented.values.isHidden
    else { return true }
    placement = presented.sublayerPlacement
  }
  return false
}
