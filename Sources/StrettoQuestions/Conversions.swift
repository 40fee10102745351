import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

/// One instance of a layer: a copy of the layer, which a portal or proxy may show.
public struct LayerInstance {
  public var layer: Layer
  /// The indices of the layer's copy in the replicators around the layer, outermost first. Missing copy indices count as 0.
  public var copy: [Int]
  /// A portal or proxy that shows the layer or one of its superlayers, or nil for the layer in the model tree.
  public var portal: Layer?
  /// The indices of the portal's copy in the replicators around the portal, outermost first. Missing copy indices count as 0.
  public var portalCopy: [Int]

  public init(_ layer: Layer, copy: [Int] = [], portal: Layer? = nil, portalCopy: [Int] = []) {
    (self.layer, self.copy) = (layer, copy)
    (self.portal, self.portalCopy) = (portal, portalCopy)
  }
}

/// Reason why a point or a time cannot be converted.
public enum ConversionError: Error, Equatable {
  case copy(TimeMapError)
  /// The given portal does not show the layer, or the given copy of the layer is not the copy that the proxy shows.
  case notInPortal
  /// A layer on the path from the root has ended at the given time, or has no area, so that nothing can be scaled to its bounds.
  case notShown
  /// A transform on the path from the root has no inverse, because the plane is seen edge-on or collapses to a line.
  case flat
}

extension LayerInstance {
  /// The flattened transform from the layer's coordinates to the coordinates in which the root of the layer's tree is placed, at a
  /// time of the tree.
  ///
  /// The transform also exists if the layer is hidden.
  public func plane(at time: Double) throws(ConversionError) -> PlaneTransform {
    guard let portal else { return try presented(from: .top(at: time)).plane }
    if portal.kind == .proxy { return try shown(by: portal).plane(at: time) }
    guard let source = portal.source, ancestry(of: layer).contains(where: { $0 === source }) else {
      throw .notInPortal
    }
    let window = try LayerInstance(portal, copy: portalCopy).presented(from: .top(at: time))
    guard let (placement, indices) = window.portalPlacement(source, sceneTime: time) else {
      throw .notShown
    }
    return try LayerInstance(layer, copy: indices + copy.dropFirst(indices.count))
      .presented(from: placement, at: source).plane
  }

  /// The instance of the source that a proxy shows. The caller's copy indices may leave out the index of the proxy, but must not
  /// have the index of another proxy.
  private func shown(by proxy: Layer) throws(ConversionError) -> LayerInstance {
    guard let around = proxy.superlayer,
      let index = around.proxies.firstIndex(where: { $0 === proxy }),
      let source = (try? Route(to: layer))?.components.first(where: { $0.layer === around.source })
    else { throw .notInPortal }
    let slot = source.copy.count - 1
    if slot < copy.count {
      guard copy[slot] == index else { throw .notInPortal }
      return LayerInstance(layer, copy: copy)
    }
    let outer = portalCopy + [Int](repeating: 0, count: slot)
    return LayerInstance(layer, copy: outer.prefix(slot) + [index])
  }

  /// The presented layer of this instance. All layers on the path from the root to the layer, or from the layer `first` to the
  /// layer, are evaluated.
  private func presented(
    from start: Placement, at first: Layer? = nil
  ) throws(ConversionError) -> PresentedLayer {
    let route: Route
    do { route = try Route(to: layer, copy) } catch { throw .copy(error) }
    let from = first.flatMap { first in route.components.firstIndex { $0.layer === first } } ?? 0
    var (placement, found) = (start, PresentedLayer?.none)
    for component in route.components[from...] {
      if let found {
        try checkIndex(of: component, in: found)
        guard
          let inside = found.placement(of: component.layer, component.edge, copy: component.copy)
        else {
          throw .notShown
        }
        placement = inside
      }
      found = PresentedLayer(component.layer, at: placement, copy: component.copy)
      if found == nil { throw .notShown }
    }
    guard let found else { throw .notShown }
    return found
  }

  /// Throws an error if a text, or a view replicator without proxies, does not have the copy with the given index.
  private func checkIndex(of component: Route.Component, in presented: PresentedLayer)
    throws(ConversionError)
  {
    guard component.edge.takesIndex, let k = component.copy.last else { return }
    let count: Int
    switch presented.layer.kind {
    case .text: count = Int(clampingDown: presented.copyCount)
    case .viewReplicator: count = 0
    default: return
    }
    guard k < count else {
      throw .copy(.indexOutOfRange(position: component.copy.count - 1, count: count))
    }
  }
}

/// The transform from the coordinates of one instance to the coordinates of another instance, at a time of the tree. If `to` is
/// nil, the transform maps to the coordinates in which the root is placed.
public func conversion(from: LayerInstance, to: LayerInstance?, at time: Double)
  throws(ConversionError) -> PlaneTransform
{
  let plane = try from.plane(at: time)
  guard let to else { return plane }
  if to.layer === from.layer, to.copy == from.copy, to.portal === from.portal,
    to.portalCopy == from.portalCopy
  {
    return .identity
  }
  guard let inverse = try to.plane(at: time).inverted, inverse.isFinite else { throw .flat }
  return plane * inverse
}

// MARK: Times

/// Converts a time of one layer's copy to the time of another layer's copy. For `from` or `to` nil, the time is the parent time of
/// the root, which is the scene time in a scene.
///
/// The timing of each layer on the path is applied on the way down the tree and inverted on the way up. If a timing with speed 0
/// would have to be inverted, the result is 0, as in Core Animation's `convertTime`. Delays and speeds have their model values
/// during the conversion. Converted times do not wrap at the end of a layer's duration, and are not clamped before a layer's
/// begin.
public func convertedTime(
  _ time: Double, from: (layer: Layer, copy: [Int])?, to: (layer: Layer, copy: [Int])?
) throws(TimeMapError) -> Double {
  var up = try from.map { of throws(TimeMapError) in try timeSteps(to: of.layer, of.copy) } ?? []
  var down = try to.map { of throws(TimeMapError) in try timeSteps(to: of.layer, of.copy) } ?? []
  // The timings of layers that are on both paths cancel each other.
  let common = zip(up, down).prefix { $0 == $1 }.count
  up.removeFirst(common)
  down.removeFirst(common)
  var time = time
  for step in up.reversed() { time = step.timing.parentTime(atLocalTime: time) + step.delay }
  for step in down { time = step.timing.localTime(atParentTime: time - step.delay) }
  return time
}

/// A change of time on the path down a tree: the delay of a copy, or the timing of a layer.
private struct TimeStep: Equatable {
  var delay = 0.0
  var layer: ObjectIdentifier?
  var timing = MediaTiming()
}

private func timeSteps(to layer: Layer, _ copy: [Int]) throws(TimeMapError) -> [TimeStep] {
  var (steps, above): ([TimeStep], Layer?) = ([], nil)
  for component in try Route(to: layer, copy).components {
    if let above { steps.append(TimeStep(delay: component.delay(in: above.values.replicator))) }
    steps.append(
      TimeStep(layer: ObjectIdentifier(component.layer), timing: component.layer.values.timing))
    above = component.layer
  }
  return steps
}
