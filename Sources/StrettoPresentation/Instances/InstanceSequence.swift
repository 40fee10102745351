import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The copies of a replicator or a text at one local time: what distinguishes copy `k` from the others, for one copy or eight at
/// once.
///
/// Pictures, hit records, instances and swept bounds take the local time, transform and colour of a copy from here.
package final class InstanceSequence {
  private var time = LocalTime(time: 0, base: 0)
  private var replicator = ReplicatorValues()
  /// Whether each copy removes its animations by its own time, as those of a text do (docs/decisions/text.md).
  private var haveOwnBase = false
  /// The colour of all copies if they share one, and whether colours follow the regular rule.
  private var tint: (only: Color?, isRegular: Bool) = (nil, true)
  private var center = Point.zero
  /// Transform from the copies' space to the display list.
  private var around: PlaneTransform = .identity
  /// Transforms of copies that follow the regular rule.
  private(set) var regular = InstanceTransforms(.identity, about: .zero, count: 0)
  /// Whether those were computed for this sequence, and not reused.
  private(set) var isNew = false
  /// Whether no copy has a transform of its own.
  private(set) var areInPlace = true
  /// Whether all copies show one local time.
  private(set) var shareOneTime = true
  /// Whether eight copies can be evaluated at once.
  private(set) var haveLanes = false

  /// Prepares copies 0 ..< count of a layer with these values. Others are evaluated one by one.
  ///
  /// - Parameters:
  ///   - pivot: The point about which the copies' transforms apply.
  ///   - outer: The transform that follows those of the copies.
  ///   - known: Transforms of an earlier sequence, which are reused if they fit.
  func begin(
    _ values: UnsafePointer<LayerValues>, at time: LocalTime, _ count: Int, about pivot: Point,
    _ outer: PlaneTransform, known: @autoclosure () -> InstanceTransforms? = nil,
    haveOwnBase ownBase: Bool = false
  ) {
    isNew = false
    replicator = values.pointee.replicator
    (self.time, center, around, haveOwnBase) = (time, pivot, outer, ownBase)
    tint.isRegular = replicator.instanceColors.isEmpty && replicator.instanceOpacities.isEmpty
    tint.only = tint.isRegular && !replicator.hasOffsets ? replicator.color(ofCopy: 0) : nil
    shareOneTime = replicator.instanceDelays.isEmpty && replicator.instanceDelay == 0
    let matrix = replicator.instanceTransform.matrix
    areInPlace = replicator.instanceTransforms.isEmpty && matrix == .identity
    if !regular.reaches(count, of: matrix, about: center) {
      if let known = known(), known.reaches(count, of: matrix, about: center) {
        regular = known
      } else {
        regular = InstanceTransforms(matrix, about: center, count: count)
        isNew = true
      }
    }
    haveLanes =
      regular.isAffine && around.isAffine
      && replicator.instanceTransforms.allSatisfy { $0.isAffine }
  }

  // MARK: Eight copies

  /// Transforms of copies 8 * block ..< 8 * block + 8 to the list, if they have lanes.
  @inline(__always)
  func planes(_ block: Int) -> PlaneLanes {
    var result = regular.lanes(block).followed(by: around)
    let given = replicator.instanceTransforms.count - 8 * block
    if given <= 0 { return result }
    for lane in 0..<min(8, given) { result[lane] = plane(8 * block + lane) }
    return result
  }

  /// The local times of copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  func times(_ block: Int) -> Doubles {
    shareOneTime ? Doubles(repeating: time.time) : time.times(delayedBy: delays(block))
  }

  /// The times by which they remove their animations: the shared undelayed time, or their own.
  @inline(__always)
  func bases(_ times: Doubles) -> Doubles { haveOwnBase ? times : Doubles(repeating: time.base) }

  @inline(__always)
  private func delays(_ block: Int) -> Doubles {
    var result = (Doubles(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block)) * replicator.instanceDelay
    let given = replicator.instanceDelays.count - 8 * block
    if given <= 0 { return result }
    for lane in 0..<min(8, given) { result[lane] = replicator.instanceDelays[8 * block + lane] }
    return result
  }

  @inline(__always)
  func colors(_ block: Int) -> ColorLanes {
    if let only = tint.only { return ColorLanes(repeating: only) }
    if tint.isRegular { return ColorLanes(replicator, block) }
    var result = ColorLanes(repeating: .white)
    for lane in 0..<8 { result[lane] = replicator.color(ofCopy: 8 * block + lane) }
    return result
  }

  // MARK: One copy

  @inline(__always)
  func moment(_ k: Int) -> LocalTime {
    time.ofCopy(delayedBy: replicator.delay(ofCopy: k), hasOwnUndelayedTime: haveOwnBase)
  }

  /// The transform of copy `k` about the pivot, without the outer transform.
  func transform(_ k: Int) -> Transform3D {
    k < replicator.instanceTransforms.count
      ? replicator.instanceTransforms[k].about(center) : regular.transform(k)
  }

  package func color(_ k: Int) -> Color { tint.only ?? replicator.color(ofCopy: k) }

  /// The transform of copy `k`, which must be prepared, to the list.
  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if regular.isAffine, k >= replicator.instanceTransforms.count {
      return regular[k].followed(by: around)
    }
    return PlaneTransform(flattening: transform(k)) * around
  }
}

extension PlaneTransform {
  /// `self * next` with equal bits, in registers if both are affine.
  @inline(__always)
  func followed(by next: PlaneTransform) -> PlaneTransform {
    guard isAffine && next.isAffine else { return self * next }
    return PlaneTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }
}
