import StrettoGeometry
import StrettoLayers

/// The powers of a replicator's step in the plane: two short tables in place of a product of matrices for each bit
/// of the index.
struct CopyPlanes {
  private static let tableBits = 8

  /// Eight powers an entry.
  private var low: [PlaneLanes] = []
  private var high: [PlaneTransform] = []
  private var count = 0
  private let isNothing: Bool

  /// Makes the transforms of copies 0 ..< count of an affine step.
  init(_ step: PlaneTransform, count: Int) {
    isNothing = step == .identity
    self.count = count
    if isNothing { return }
    let size = 1 << CopyPlanes.tableBits
    let powers = CopyPlanes.powers(step, min(count, size))
    for start in stride(from: 0, to: powers.count, by: 8) {
      var lanes = PlaneLanes(repeating: .identity)
      for k in start..<min(start + 8, powers.count) { lanes[k - start] = powers[k] }
      low.append(lanes)
    }
    if count > size, let last = powers.last {
      high = CopyPlanes.powers(last * step, (count - 1) / size + 1)
    }
  }

  private static func powers(_ step: PlaneTransform, _ count: Int) -> [PlaneTransform] {
    var result = [PlaneTransform.identity]
    result.reserveCapacity(count)
    while result.count < count { result.append(result[result.count - 1] * step) }
    return result
  }

  func reaches(_ count: Int) -> Bool {
    isNothing || self.count >= count
  }

  @inline(__always) subscript(k: Int) -> PlaneTransform {
    if isNothing { return .identity }
    let bits = CopyPlanes.tableBits
    let power = low[(k & (1 << bits - 1)) >> 3][k & 7]
    return high.isEmpty ? power : power * high[k >> bits]
  }

  /// Transforms of copies 8 * block ..< 8 * block + 8; lanes beyond the count are undefined.
  @inline(__always) func lanes(_ block: Int) -> PlaneLanes {
    if isNothing { return PlaneLanes(repeating: .identity) }
    let bits = CopyPlanes.tableBits - 3
    let powers = low[block & (1 << bits - 1)]
    return high.isEmpty ? powers : powers.followed(by: high[block >> bits])
  }
}
