import StrettoGeometry
import StrettoTiming

/// The powers of a replicator's instance transform, where copy `k` has the k-th power.
///
/// Each power of the instance transform is computed by one formula, so that all loops over copies agree to the last bit. For
/// copies below 256, the instance transform is multiplied repeatedly. For copy `k` from 256 on, the 256th power of the transform
/// is raised to `k / 256` by repeated multiplication, and multiplied by the power of the remainder `k % 256`.
struct InstanceTransforms {
  private static let tableBits = 8
  private static let tableSize = 1 << tableBits

  private let matrix: Transform3D
  private let center: Point
  /// The transform from a copy to the next copy.
  private let transform: Transform3D
  private let count: Int
  private let isIdentity: Bool
  /// True if all powers are affine transforms of the plane.
  let isAffine: Bool
  /// The powers below 256 of an affine transform, eight per element. The array `high` has the transforms of copies 0, 256, 512
  /// and so on, and is empty for at most 256 copies.
  private var low: [PlaneLanes] = []
  private var high: [PlaneTransform] = []
  /// The powers below 256 of a transform in space. The array `highInSpace` has the transforms of copies 0, 256, 512 and so on.
  private var lowInSpace: [Transform3D] = []
  private var highInSpace: [Transform3D] = []

  /// Prepares the transforms of copies 0 ..< count about a point. The transform of a copy whose index is `count` or more is
  /// computed when it is requested.
  init(_ matrix: Transform3D, about center: Point, count: Int) {
    let transform = matrix.about(center)
    (self.matrix, self.center, self.transform, self.count) = (matrix, center, transform, count)
    (isIdentity, isAffine) = (transform == .identity, transform.isAffine)
    if isIdentity || count <= 0 { return }
    if !isAffine {
      (lowInSpace, highInSpace) = InstanceTransforms.tables(transform, count)
      return
    }
    let (powers, high) = InstanceTransforms.tables(PlaneTransform(flattening: transform), count)
    self.high = high
    for start in stride(from: 0, to: powers.count, by: 8) {
      var lanes = PlaneLanes(repeating: .identity)
      for k in start..<min(start + 8, powers.count) { lanes[k - start] = powers[k] }
      low.append(lanes)
    }
  }

  private static func tables<T: Composable>(_ transform: T, _ count: Int) -> (low: [T], high: [T]) {
    let low = powers(of: transform, min(count, tableSize))
    guard count > tableSize else { return (low, []) }
    return (low, powers(of: low[tableSize - 1] * transform, (count - 1) / tableSize + 1))
  }

  private static func powers<T: Composable>(of transform: T, _ count: Int) -> [T] {
    var result = [T.identity]
    result.reserveCapacity(count)
    while result.count < min(count, tableSize) {
      result.append(result[result.count - 1] * transform)
    }
    guard count > tableSize else { return result }
    let (low, high) = tables(transform, count)
    for k in tableSize..<count { result.append(low[k & (tableSize - 1)] * high[k >> tableBits]) }
    return result
  }

  /// True if these transforms are the powers of a matrix about a centre for at least `count` copies.
  func reaches(_ count: Int, of matrix: Transform3D, about center: Point) -> Bool {
    (isIdentity || self.count >= count) && self.center == center && self.matrix == matrix
  }

  /// The transform of a prepared copy, for an affine instance transform.
  @inline(__always) subscript(k: Int) -> PlaneTransform {
    if isIdentity { return .identity }
    let bits = InstanceTransforms.tableBits
    let power = low[(k & (1 << bits - 1)) >> 3][k & 7]
    return high.isEmpty ? power : power.followed(by: high[k >> bits])
  }

  /// The transforms of copies 8 * block ..< 8 * block + 8 of an affine instance transform. The SIMD lanes of copies that were not
  /// prepared are undefined.
  @inline(__always) func lanes(_ block: Int) -> PlaneLanes {
    if isIdentity { return PlaneLanes(repeating: .identity) }
    let bits = InstanceTransforms.tableBits - 3
    let powers = low[block & (1 << bits - 1)]
    return high.isEmpty ? powers : powers.followed(by: high[block >> bits])
  }

  /// The transform of any copy, prepared or not.
  func transform(_ k: Int) -> Transform3D {
    if isIdentity { return .identity }
    if k >= count { return InstanceTransforms.power(transform, k) }
    if isAffine { return self[k].transform3D }
    let power = lowInSpace[k & (InstanceTransforms.tableSize - 1)]
    return highInSpace.isEmpty ? power : power * highInSpace[k >> InstanceTransforms.tableBits]
  }

  private static func power(_ transform: Transform3D, _ k: Int) -> Transform3D {
    if k <= 0 { return .identity }
    let rest = k & (tableSize - 1)
    var low = Transform3D.identity
    for _ in 0..<rest { low = low * transform }
    if k < tableSize { return low }
    var wide = low
    for _ in rest..<tableSize { wide = wide * transform }
    return low * power(wide, k >> tableBits)
  }
}
