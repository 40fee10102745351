import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Reason why a query about a copy has no answer. The property `sentence` explains each case of the error.
public enum TimeMapError: Error, Equatable {
  case tooManyIndices(replicators: Int)
  /// A copy index is below 0, or is not less than the number of proxies of a view replicator.
  case indexOutOfRange(position: Int, count: Int)
  case notInTree, tooManyCopies, tooDeep, cancelled
}

extension TimeMapError {
  /// The reason why a query about a copy has no answer, as a sentence.
  public var sentence: String {
    switch self {
    case .tooManyIndices(let replicators):
      "the layer has \(replicators == 1 ? "1 replicator" : "\(replicators) replicators") around it: "
        + "at most that many indices name a copy"
    case .indexOutOfRange(let position, let count):
      "index \(position) of the copy is out of range; "
        + "\(count == Int.max ? "0 and more" : "0 to \(count - 1)") is allowed"
    case .notInTree: "the layer is not in this scene"
    case .tooManyCopies: PresentationError.tooManyCopies.sentence
    case .cancelled: PresentationError.cancelled.sentence
    case .tooDeep: PresentationError.tooDeep.sentence
    }
  }
}
