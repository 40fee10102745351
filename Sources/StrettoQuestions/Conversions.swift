import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTiming

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
