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
  /// Through portals and view replicators, the layer is looked for more than `Layer.depthLimit` levels deep.
  case tooDeep
  /// Nobody waits for the answer any more.
  case cancelled
}

/// The way of time from the top of a tree to one copy of a layer.
package struct TimeChain {
  private struct Step {
    let layer: Layer
    /// The copy that is taken on, of a replicator or view replicator; nil for all else.
    let index: Int?
    /// The indices taken before.
    let copy: [Int]
  }

  private var steps: [Step] = []

  /// - Parameter indices: those of the copy, outermost first; those left out are 0.
  package init(to layer: Layer, _ indices: [Int]) throws(TimeMapError) {
    let chain = ancestry(of: layer)
    var copy: [Int] = []
    for (position, layer) in chain.enumerated() {
      var index: Int?
      let before = copy
      if position + 1 < chain.count {
        switch layer.passage(to: chain[position + 1]) {
        case .single: break
        case .instanceMask(let k): index = k
        case .replicated:
          let k = copy.count < indices.count ? indices[copy.count] : 0
          let count = layer.kind == .viewReplicator ? layer.proxies.count : Int.max
          guard k >= 0, k < count || k == 0 else {
            throw .indexOutOfRange(position: copy.count, count: count)
          }
          index = k
          copy.append(k)
        }
      }
      steps.append(Step(layer: layer, index: index, copy: before))
    }
    if indices.count > copy.count { throw .tooManyIndices(replicators: copy.count) }
  }

  /// The layer's own moment, when the time around the top of its tree is `time`.
  package func moment(at time: Double) -> LocalTime {
    through(steps[...], from: LocalTime(time: time, base: time, scene: time))
  }

  /// The layer's own moment, and the one around it.
  package func moments(at time: Double) -> (own: LocalTime, around: LocalTime) {
    let around = parentMoment(at: LocalTime(time: time, base: time, scene: time))
    return (through(steps.suffix(1), from: around), around)
  }

  /// The moment that the layer's superlayer shows it at.
  func parentMoment(at top: LocalTime) -> LocalTime { through(steps.dropLast(), from: top) }

  /// The layers from the top to the last, each with the indices of its copy.
  var layers: [(Layer, copy: [Int])] { steps.map { ($0.layer, $0.copy) } }

  private func through(_ steps: ArraySlice<Step>, from top: LocalTime) -> LocalTime {
    var moment = top
    for step in steps {
      let around = moment
      moment = step.layer.endlessLocalTime(at: around, copy: step.copy)
      if let k = step.index {
        moment = step.layer.moment(ofCopy: k, at: moment, around: around, step.copy)
      }
    }
    return moment
  }
}

extension Layer {
  /// The moment that a replicator, or a view replicator, gives to what it shows in copy `k`.
  fileprivate func moment(
    ofCopy k: Int, at moment: LocalTime, around: LocalTime, _ copy: [Int]
  ) -> LocalTime {
    if kind == .viewReplicator {
      let proxies = self.proxies
      guard k < proxies.count else { return moment }
      let inside = proxies[k].endlessLocalTime(at: moment, copy: copy + [k])
      return LocalTime(time: inside.time, base: moment.base, scene: inside.scene)
    }
    let now =
      isStill ? values : presentationValues(at: moment, around: around, copy: copy)
    return self.moment(ofCopyAt: moment, delayedBy: now.replicator.delay(ofCopy: k))
  }
}
