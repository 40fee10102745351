import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The edges from the top of a tree to one copy of a layer.
package struct Route {
  /// A layer on the way, as the one before shows it.
  package struct Step {
    package let layer: Layer
    package let way: Showing
    /// The indices of the copy of this layer.
    package let copy: [Int]

    /// Seconds by which a replicator, or a text, holds this copy back.
    package func delay(in replicator: ReplicatorValues) -> Double {
      switch way {
      case .copies: replicator.delay(ofCopy: copy.last ?? 0)
      case .copyMask(let k): replicator.delay(ofCopy: k)
      default: 0
      }
    }
  }

  package private(set) var steps: [Step] = []

  /// - Parameter indices: those of the copy, outermost first; those left out are 0.
  package init(to layer: Layer, _ indices: [Int] = []) throws(TimeMapError) {
    var copy: [Int] = []
    var above: Layer?
    for layer in ancestry(of: layer) {
      var way = above?.way(to: layer) ?? .sublayer
      if way.takesIndex, let above {
        let (k, outer) = (copy.count < indices.count ? indices[copy.count] : 0, copy)
        let proxies = above.kind == .viewReplicator ? above.proxies : []
        let count = above.kind == .viewReplicator ? proxies.count : Int.max
        guard k >= 0, k < count || k == 0 else {
          throw .indexOutOfRange(position: copy.count, count: count)
        }
        copy.append(k)
        if case .source = way {
          way = .source(k)
          if k < count { steps.append(Step(layer: proxies[k], way: .proxy(k), copy: outer)) }
        }
      }
      steps.append(Step(layer: layer, way: way, copy: copy))
      above = layer
    }
    if indices.count > copy.count { throw .tooManyIndices(replicators: copy.count) }
  }

  package var copy: [Int] { steps.last?.copy ?? [] }

  /// The layer's own moment, when the time around the top of its tree is `time`.
  package func moment(at time: Double) -> LocalTime { moments(at: time).own }

  /// The layer's own moment, and the one around it.
  package func moments(at time: Double) -> (own: LocalTime, around: LocalTime) {
    let around = parentMoment(at: LocalTime(time: time, base: time, scene: time))
    guard let last = steps.last else { return (around, around) }
    return (last.layer.endlessLocalTime(at: around, copy: last.copy), around)
  }

  /// The moment that the layer's superlayer shows it at.
  func parentMoment(at top: LocalTime) -> LocalTime {
    var around = top
    for (step, next) in zip(steps, steps.dropFirst()) {
      let own = step.layer.endlessLocalTime(at: around, copy: step.copy)
      switch next.way {
      case .copies, .copyMask: around = step.moment(of: next, at: own, around: around)
      // A proxy's own timing does not move the base timeline.
      case .source where step.layer.kind == .proxy:
        around = LocalTime(time: own.time, base: around.base, scene: own.scene)
      default: around = own
      }
    }
    return around
  }

  /// Place and time of the layer at home, in a scene at a time; nil if a layer on the way is over or shows nothing.
  ///
  /// - Parameter plan: what is known of layers on the way, if there is a plan.
  func placement(at time: Double, by plan: Plan? = nil) -> Placement? {
    var placement = Placement.top(at: time)
    for (step, next) in zip(steps, steps.dropFirst()) {
      guard
        let inside = PresentedLayer(step.layer, at: placement, copy: step.copy, by: plan)?
          .placement(of: next.layer, next.way, copy: next.copy)
      else { return nil }
      placement = inside
    }
    return placement
  }
}

extension Route.Step {
  /// The moment that this replicator, or text, gives to a copy.
  fileprivate func moment(of shown: Route.Step, at own: LocalTime, around: LocalTime) -> LocalTime {
    let now =
      layer.isStatic
      ? layer.values : layer.presentationValues(at: own, around: around, copy: copy, cells: [])
    return own.ofCopy(
      delayedBy: shown.delay(in: now.replicator), hasOwnBase: layer.kind == .text)
  }
}

/// A layer and all layers around it, outermost first.
package func ancestry(of layer: Layer) -> [Layer] {
  var chain = [layer]
  while let above = chain[chain.count - 1].superlayer { chain.append(above) }
  return chain.reversed()
}

/// Transform from a layer's coordinates to the scene, in its copy 0; nil if a layer on the way is over.
func homePlane(of layer: Layer, at time: Double, by plan: Plan?) -> PlaneTransform? {
  guard let route = try? Route(to: layer), let placement = route.placement(at: time, by: plan)
  else { return nil }
  return PresentedLayer(layer, at: placement, copy: route.copy, by: plan)?.plane
}

extension Layer {
  /// Whether a portal that can be seen in the tree below `root` keeps this layer from being drawn at home.
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

/// Whether some layer of a line of ancestors is hidden at a time.
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
