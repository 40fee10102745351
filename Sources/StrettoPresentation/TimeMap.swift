import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// One appearance of a layer, as a user asks for it.
public struct Instance: Sendable {
  /// Which copy: the index in each replicator around the layer, outermost first.
  public var index: [Int]
  /// The layer's own time.
  public var localTime: Double
  /// From the layer's coordinates to the scene, flattened into its plane.
  public var transform: Transform3D
  /// The product of the replicators' colours around it.
  public var color: Color
}

/// Why a question about a copy has no answer.
public enum TimeMapError: Error, Equatable {
  /// More indices than there are replicators around the layer.
  case tooManyIndices(replicators: Int)
  /// An index outside the replicator's copies at that time.
  case indexOutOfRange(position: Int, count: Int)
  /// The layer is not in the tree that was asked.
  case notInTree
  case tooManyCopies
}

/// A layer and all layers around it, outermost first.
private func ancestry(of layer: Layer) -> [Layer] {
  var chain = [layer]
  while let above = chain[chain.count - 1].superlayer { chain.append(above) }
  return chain.reversed()
}

extension Layer {
  /// Whether this layer shows `below`, a sublayer or its mask, as a replicator does. A mask is shown once.
  fileprivate func replicates(_ below: Layer) -> Bool {
    kind == .replicator && below !== mask
  }

  /// The moment that this layer shows in one copy, when the time at the top of its tree is `time`.
  ///
  /// `instance` names the copy: one index for each replicator around the layer, outermost first; those left
  /// out are 0. An index beyond the copies that are shown is answered all the same: time needs no picture.
  public func localTime(at time: Double, instance: [Int] = []) throws(TimeMapError) -> LocalTime {
    let chain = ancestry(of: self)
    var replicators = 0
    var moment = LocalTime(time: time, base: time)
    for (position, layer) in chain.enumerated() {
      let timing = layer.values.timing
      moment =
        timing.localTime(at: moment)
        ?? LocalTime(
          time: timing.localTime(atParentTime: moment.time),
          base: timing.localTime(atParentTime: moment.base))
      guard position + 1 < chain.count, layer.replicates(chain[position + 1]) else { continue }
      let k = replicators < instance.count ? instance[replicators] : 0
      replicators += 1
      if k < 0 { throw .indexOutOfRange(position: replicators - 1, count: 0) }
      if k != 0 {
        let delay = layer.presentationValues(at: moment).replicator.instanceDelay
        moment = moment.delayed(by: Double(k) * delay)
      }
    }
    if instance.count > replicators { throw .tooManyIndices(replicators: replicators) }
    return moment
  }

  /// The animated value that a key path leads to, in one copy; copies as in `localTime(at:instance:)`.
  public func presentationValue(at path: PropertyPath, time: Double, instance: [Int] = [])
    throws(TimeMapError) -> Value
  {
    let values = presentationValues(at: try localTime(at: time, instance: instance))
    guard let name = path.cell else { return path.value(in: values, kind.properties) }
    let cell = values.emitter.cellValues.first { $0.name == name }
    return cell.map { path.value(in: $0, CellProperties.table) } ?? .none
  }
}

extension Scene {
  /// Every appearance of `layer` at `time`, in the order of drawing. None where it, or a layer around it, is
  /// hidden; appearances of opacity or alpha 0 are told.
  public func instances(of layer: Layer, at time: Double) throws(TimeMapError) -> [Instance] {
    let chain = ancestry(of: layer)
    guard chain[0] === root else { throw .notInTree }
    var search = Search(chain: chain)
    try search.visit(0, at: .top(at: time), [], .white)
    return search.found
  }
}

/// A walk down one line of ancestors, through every copy on the way.
private struct Search {
  let chain: [Layer]
  var found: [Instance] = []
  /// Places looked at, found or not: hidden copies of copies cost time too.
  private var visits = 0.0

  init(chain: [Layer]) { self.chain = chain }

  mutating func visit(_ depth: Int, at placement: Placement, _ index: [Int], _ color: Color)
    throws(TimeMapError)
  {
    visits += 1
    if visits > Presenter.copyLimit { throw .tooManyCopies }
    guard let presented = PresentedLayer(chain[depth], at: placement), !presented.values.isHidden
    else { return }
    guard depth + 1 < chain.count else {
      found.append(
        Instance(
          index: index, localTime: presented.time.time, transform: presented.plane.transform3D,
          color: color))
      return
    }
    let next = chain[depth + 1]
    guard presented.layer.replicates(next) else {
      let isMask = next === presented.layer.mask
      let below = isMask ? presented.maskPlacement : presented.sublayerPlacement
      return try visit(depth + 1, at: below, index, color)
    }
    let replicator = presented.values.replicator
    guard replicator.instanceCount >= 1 else { return }
    if replicator.instanceCount > Presenter.copyLimit { throw .tooManyCopies }
    for k in 0..<Int(clampingDown: replicator.instanceCount + 1e-9) {
      try visit(
        depth + 1, at: presented.placement(ofCopy: k), index + [k],
        color.multiplied(by: replicator.color(ofCopy: k)))
    }
  }
}
