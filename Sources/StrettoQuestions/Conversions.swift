import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

/// One appearance of a layer: which copy, and through which portal it is seen.
public struct Appearance {
  public var layer: Layer
  /// The indices of the copy, outermost first, as the layer's own superlayers count them; those left out are 0.
  public var copy: [Int]
  /// A portal or a proxy that shows the layer, or a layer around it; nil for the layer at home.
  public var portal: Layer?
  /// Indices of the portal's copy; those left out are 0.
  public var portalCopy: [Int]

  public init(_ layer: Layer, copy: [Int] = [], portal: Layer? = nil, portalCopy: [Int] = []) {
    (self.layer, self.copy) = (layer, copy)
    (self.portal, self.portalCopy) = (portal, portalCopy)
  }
}

/// Reason why a place or a time cannot be converted.
public enum ConversionError: Error, Equatable {
  case copy(TimeMapError)
  /// The layer is not in what the portal shows, or the copy is not the proxy's.
  case notInPortal
  /// A layer on the way is over at that time, or has no area to be stretched from or to.
  case notShown
  /// A transform on the way cannot be undone: all of the plane lies on a line, or is seen from its edge.
  case flat
}

extension Appearance {
  /// Transform from the layer's coordinates to those around the top of its tree, flattened, at a time there.
  ///
  /// Layers that are hidden have a place all the same.
  public func plane(at time: Double) throws(ConversionError) -> PlaneTransform {
    guard let portal else { return try presented(from: .top(at: time)).plane }
    if portal.kind == .proxy { return try shown(by: portal).plane(at: time) }
    guard let source = portal.source, ancestry(of: layer).contains(where: { $0 === source }) else {
      throw .notInPortal
    }
    let window = try Appearance(portal, copy: portalCopy).presented(from: .top(at: time))
    guard let (placement, home) = window.portalPlacement(source, sceneTime: time) else {
      throw .notShown
    }
    return try Appearance(layer, copy: home + copy.dropFirst(home.count))
      .presented(from: placement, at: source).plane
  }

  /// The appearance that a proxy shows, named by its indices alone. Those that are given must be the proxy's.
  private func shown(by proxy: Layer) throws(ConversionError) -> Appearance {
    guard let around = proxy.superlayer,
      let index = around.proxies.firstIndex(where: { $0 === proxy }),
      let source = (try? Route(to: layer))?.steps.first(where: { $0.layer === around.source })
    else { throw .notInPortal }
    let slot = source.copy.count - 1
    if slot < copy.count {
      guard copy[slot] == index else { throw .notInPortal }
      return Appearance(layer, copy: copy)
    }
    let outer = portalCopy + [Int](repeating: 0, count: slot)
    return Appearance(layer, copy: outer.prefix(slot) + [index])
  }

  /// The layer as the layers around it show it, from the top of its tree or from one of them on.
  private func presented(
    from start: Placement, at first: Layer? = nil
  ) throws(ConversionError) -> PresentedLayer {
    let route: Route
    do { route = try Route(to: layer, copy) } catch { throw .copy(error) }
    let from = first.flatMap { first in route.steps.firstIndex { $0.layer === first } } ?? 0
    var (placement, found) = (start, PresentedLayer?.none)
    for step in route.steps[from...] {
      if let found {
        try checkIndex(of: step, in: found)
        guard let inside = found.placement(of: step.layer, step.way, copy: step.copy) else {
          throw .notShown
        }
        placement = inside
      }
      found = PresentedLayer(step.layer, at: placement, copy: step.copy)
      if found == nil { throw .notShown }
    }
    guard let found else { throw .notShown }
    return found
  }

  /// Refuses copies that a text, or a view replicator without proxies, does not show.
  private func checkIndex(of step: Route.Step, in presented: PresentedLayer) throws(ConversionError)
  {
    guard step.way.takesIndex, let k = step.copy.last else { return }
    let count: Int
    switch presented.layer.kind {
    case .text: count = Int(clampingDown: presented.copyCount)
    case .viewReplicator: count = 0
    default: return
    }
    guard k < count else {
      throw .copy(.indexOutOfRange(position: step.copy.count - 1, count: count))
    }
  }
}

/// Transform from one appearance's coordinates to another's, or to those around the top of the tree (nil), at a time there.
public func conversion(from: Appearance, to: Appearance?, at time: Double)
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

/// Converts a time of one layer to the time of another, both as copies see them; nil is the time around the top of the tree.
///
/// Downwards every layer's timing is applied, upwards it is undone: a speed of 0 has no inverse, and gives 0, as
/// Core Animation's `convertTime` does. A replicator's delay is taken as it was set, and so is a layer's speed.
/// Nothing is folded into a duration, and nothing clamped before a begin.
public func convertedTime(
  _ time: Double, from: (layer: Layer, copy: [Int])?, to: (layer: Layer, copy: [Int])?
) throws(TimeMapError) -> Double {
  var up = try from.map { of throws(TimeMapError) in try timeSteps(to: of.layer, of.copy) } ?? []
  var down = try to.map { of throws(TimeMapError) in try timeSteps(to: of.layer, of.copy) } ?? []
  // Steps that both have around them take no part.
  let common = zip(up, down).prefix { $0 == $1 }.count
  up.removeFirst(common)
  down.removeFirst(common)
  var time = time
  for step in up.reversed() { time = step.timing.parentTime(atLocalTime: time) + step.delay }
  for step in down { time = step.timing.localTime(atParentTime: time - step.delay) }
  return time
}

/// A step of time on the way down a tree: into a copy that is late, or into a layer.
private struct TimeStep: Equatable {
  var delay = 0.0
  var layer: ObjectIdentifier?
  var timing = MediaTiming()
}

private func timeSteps(to layer: Layer, _ copy: [Int]) throws(TimeMapError) -> [TimeStep] {
  var (steps, above): ([TimeStep], Layer?) = ([], nil)
  for step in try Route(to: layer, copy).steps {
    if let above { steps.append(TimeStep(delay: step.delay(in: above.values.replicator))) }
    steps.append(TimeStep(layer: ObjectIdentifier(step.layer), timing: step.layer.values.timing))
    above = step.layer
  }
  return steps
}
