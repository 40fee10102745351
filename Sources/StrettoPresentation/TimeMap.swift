import StrettoTiming
import StrettoGeometry
import StrettoLayers

/// Why a question about a copy has no answer.
public enum TimeMapError: Error, Equatable {
  /// More indices than there are replicators around the layer.
  case tooManyIndices(replicators: Int)
  /// An index below 0, or beyond the proxies of a view replicator.
  case indexOutOfRange(position: Int, count: Int)
  /// The layer is not in the tree that was asked.
  case notInTree
  case tooManyCopies
}

extension Layer {
  /// The moment that this layer shows in one copy, when the time at the top of its tree is `time`.
  ///
  /// `instance` names the copy: one index for each replicator around the layer, outermost first; those left
  /// out are 0. The source of a view replicator has the index of the proxy. An index beyond the copies that a
  /// replicator shows is answered all the same: time needs no picture.
  public func localTime(at time: Double, instance: [Int] = []) throws(TimeMapError) -> LocalTime {
    let chain = ancestry(of: self)
    var copy: [Int] = []
    var moment = LocalTime(time: time, base: time)
    for (layer, next) in zip(chain, chain.dropFirst()) {
      moment = layer.values.timing.endlessLocalTime(at: moment)
      switch layer.passage(to: next) {
      case .single: break
      case .instanceMask(let k): moment = layer.moment(ofCopy: k, at: moment, copy)
      case .replicated:
        let k = copy.count < instance.count ? instance[copy.count] : 0
        let count = layer.kind == .viewReplicator ? layer.proxies.count : Int.max
        guard k >= 0, k < count || k == 0 else {
          throw .indexOutOfRange(position: copy.count, count: count)
        }
        moment = layer.moment(ofCopy: k, at: moment, copy)
        copy.append(k)
      }
    }
    if instance.count > copy.count { throw .tooManyIndices(replicators: copy.count) }
    return values.timing.endlessLocalTime(at: moment)
  }

  /// The moment that a replicator, or a view replicator, gives to what it shows in copy `k`.
  fileprivate func moment(ofCopy k: Int, at moment: LocalTime, _ copy: [Int]) -> LocalTime {
    if kind == .viewReplicator {
      let proxies = self.proxies
      guard k < proxies.count else { return moment }
      let timing = proxies[k].values.timing
      return LocalTime(time: timing.endlessLocalTime(at: moment).time, base: moment.base)
    }
    if k == 0, values.replicator.instanceDelays.isEmpty, animations.isEmpty { return moment }
    return moment.delayed(
      by: presentationValues(at: moment, copy: copy).replicator.delay(ofCopy: k))
  }

  /// The animated value that a key path leads to, in one copy; copies as in `localTime(at:instance:)`.
  public func presentationValue(at path: PropertyPath, time: Double, instance: [Int] = [])
    throws(TimeMapError) -> Value
  {
    let moment = try localTime(at: time, instance: instance)
    let values = presentationValues(at: moment, copy: instance)
    guard let name = path.cell else { return path.value(in: values, kind.properties) }
    let cell = values.emitter.cellValues.first { $0.name == name }
    return cell.map { path.value(in: $0, CellProperties.table) } ?? .none
  }
}
