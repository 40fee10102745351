/// Selects copies of a layer by one index for each replicator around the layer, outermost first.
public struct CopyPattern: Equatable, Sendable {
  /// Index of the copy at each depth of nested replicators; nil selects every copy at the depth. Copy indices that are left out
  /// at the end are 0.
  public let indices: [Int?]

  public init(_ indices: [Int?]) { self.indices = indices }

  public static func == (a: CopyPattern, b: CopyPattern) -> Bool {
    let (longer, shorter) =
      a.indices.count < b.indices.count ? (b.indices, a.indices) : (a.indices, b.indices)
    return longer.starts(with: shorter) && longer[shorter.count...].allSatisfy { $0 == 0 }
  }

  /// True if the pattern selects the copy with these indices.
  public func matches(_ copy: [Int]) -> Bool {
    for depth in 0..<max(indices.count, copy.count) {
      guard let wanted = index(at: depth) else { continue }
      if wanted != (depth < copy.count ? copy[depth] : 0) { return false }
    }
    return true
  }

  /// The copies of one replicator that a pattern selects.
  public enum Copies: Equatable { case none, one(Int), all }

  /// The copies of a replicator that the pattern selects. The argument `copy` is the copy that contains the replicator. A
  /// selected copy may contain further replicators, and the pattern may select only some copies of these replicators.
  public func copies(below copy: [Int]) -> Copies {
    for depth in copy.indices {
      if let wanted = index(at: depth), wanted != copy[depth] { return .none }
    }
    return index(at: copy.count).map { .one($0) } ?? .all
  }

  private func index(at depth: Int) -> Int? { depth < indices.count ? indices[depth] : 0 }
}
