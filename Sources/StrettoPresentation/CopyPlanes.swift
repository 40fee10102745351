import StrettoGeometry
import StrettoLayers

/// The powers of a replicator's step in the plane: two short tables in place of a product of matrices for each bit
/// of the index.
struct CopyPlanes {
  private static let tableBits = 8

  private var low: [PlaneTransform] = []
  private var high: [PlaneTransform] = []
  private let isNothing: Bool

  /// For copies 0 ..< count of an affine step.
  init(_ step: PlaneTransform, count: Int) {
    isNothing = step == .identity
    if isNothing { return }
    let size = 1 << CopyPlanes.tableBits
    low = CopyPlanes.powers(step, min(count, size))
    if count > size, let last = low.last {
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
    isNothing || max(low.count, high.count << CopyPlanes.tableBits) >= count
  }

  @inline(__always) subscript(k: Int) -> PlaneTransform {
    if isNothing { return .identity }
    let bits = CopyPlanes.tableBits
    if high.isEmpty { return low[k] }
    return low[k & (1 << bits - 1)] * high[k >> bits]
  }
}
