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
    var steps = ancestry(of: layer)
    guard let portal else { return try plane(of: steps, from: .top(at: time), []) }
    if portal.kind == .proxy { return try shown(by: portal, steps).plane(at: time) }
    guard let source = portal.source, let first = steps.firstIndex(where: { $0 === source })
    else { throw .notInPortal }
    steps = Array(steps[first...])
    let window = try Appearance(portal, copy: portalCopy).last(
      of: ancestry(of: portal), from: .top(at: time), [])
    guard let (placement, copy) = window.portalPlacement(source, sceneTime: time) else {
      throw .notShown
    }
    return try plane(of: steps, from: placement, copy)
  }

  /// Appearance that a proxy shows, named by its indices alone. Given indices must be the proxy's.
  private func shown(by proxy: Layer, _ chain: [Layer]) throws(ConversionError) -> Appearance {
    var slot = 0
    for (around, part) in zip(chain, chain.dropFirst()) {
      guard case .replicated = around.passage(to: part) else { continue }
      guard around === proxy.superlayer,
        let index = around.proxies.firstIndex(where: { $0 === proxy })
      else {
        slot += 1
        continue
      }
      if slot < copy.count, copy[slot] != index { throw .notInPortal }
      let outer = portalCopy + [Int](repeating: 0, count: slot)
      return Appearance(layer, copy: slot < copy.count ? copy : outer.prefix(slot) + [index])
    }
    throw .notInPortal
  }

  private func plane(of chain: [Layer], from start: Placement, _ outer: [Int])
    throws(ConversionError) -> PlaneTransform
  {
    try last(of: chain, from: start, outer).plane
  }

  /// Last layer of a chain, each shown by the one before it.
  private func last(of chain: [Layer], from start: Placement, _ outer: [Int])
    throws(ConversionError) -> PresentedLayer
  {
    var (placement, taken, found) = (start, outer, PresentedLayer?.none)
    for (position, layer) in chain.enumerated() {
      guard let presented = PresentedLayer(layer, at: placement, copy: taken) else {
        throw .notShown
      }
      found = presented
      guard position + 1 < chain.count else { break }
      placement = try step(from: layer, presented, to: chain[position + 1], &taken)
    }
    if taken.count < copy.count { throw .copy(.tooManyIndices(replicators: taken.count)) }
    guard let found else { throw .notShown }
    return found
  }

  private func step(
    from around: Layer, _ presented: PresentedLayer, to part: Layer, _ taken: inout [Int]
  ) throws(ConversionError) -> Placement {
    var placement: Placement?
    switch around.passage(to: part) {
    case .single:
      let way: Showing = part === around.mask ? .mask : .sublayer
      placement = presented.placement(of: part, way, copy: taken)
    case .instanceMask(let k): placement = presented.maskPlacement(ofCopy: k)
    case .replicated:
      let k = taken.count < copy.count ? copy[taken.count] : 0
      let count =
        switch around.kind {
        case .viewReplicator: around.proxies.count
        case .text: Int(clampingDown: presented.copyCount)
        default: Int.max
        }
      guard k >= 0, k < count else {
        throw .copy(.indexOutOfRange(position: taken.count, count: count))
      }
      placement = try replicated(k, around, presented, part, taken)
      taken.append(k)
    }
    guard let placement else { throw .notShown }
    return placement
  }

  private func replicated(
    _ k: Int, _ around: Layer, _ presented: PresentedLayer, _ part: Layer, _ taken: [Int]
  ) throws(ConversionError) -> Placement? {
    if around.kind != .viewReplicator { return presented.placement(ofCopy: k) }
    let proxy = around.proxies[k]
    guard let place = presented.placement(of: proxy, .proxy(k), copy: taken) else { return nil }
    return PresentedLayer(proxy, at: place, copy: taken)?
      .placement(of: part, .source(k), copy: taken + [k])
  }
}

/// Transform from one appearance's coordinates to another's, or to those around the top of the tree (nil), at a time there.
public func conversion(from: Appearance, to: Appearance?, at time: Double)
  throws(ConversionError) -> PlaneTransform
{
  let plane = try from.plane(at: time)
  guard let to else { return plane }
  if to.layer === from.layer, to.copy == from.copy, to.portal === from.portal { return .identity }
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
  for step in up.reversed() {
    switch step {
    case .inside(let layer): time = layer.values.timing.parentTime(atLocalTime: time)
    case .later(let delay): time += delay
    }
  }
  for step in down {
    switch step {
    case .inside(let layer): time = layer.values.timing.localTime(atParentTime: time)
    case .later(let delay): time -= delay
    }
  }
  return time
}

/// One step of time on the way down a tree.
private enum TimeStep: Equatable {
  case inside(Layer)
  /// Step into a copy that is so many seconds late.
  case later(Double)

  static func == (a: TimeStep, b: TimeStep) -> Bool {
    switch (a, b) {
    case (.inside(let x), .inside(let y)): x === y
    case (.later(let x), .later(let y)): x == y
    default: false
    }
  }
}

private func timeSteps(to layer: Layer, _ copy: [Int]) throws(TimeMapError) -> [TimeStep] {
  // Refuses indices that name no copy.
  _ = try TimeChain(to: layer, copy)
  let chain = ancestry(of: layer)
  var steps: [TimeStep] = []
  var taken = 0
  for (position, layer) in chain.enumerated() {
    steps.append(.inside(layer))
    guard position + 1 < chain.count else { break }
    switch layer.passage(to: chain[position + 1]) {
    case .single: break
    case .instanceMask(let k): steps.append(.later(layer.values.replicator.delay(ofCopy: k)))
    case .replicated:
      let k = taken < copy.count ? copy[taken] : 0
      taken += 1
      if layer.kind == .replicator || layer.kind == .text {
        steps.append(.later(layer.values.replicator.delay(ofCopy: k)))
      } else if k < layer.proxies.count {
        steps.append(.inside(layer.proxies[k]))
      }
    }
  }
  return steps
}
