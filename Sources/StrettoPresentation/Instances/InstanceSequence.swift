import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The copies of a replicator, or of a text, at one time of their layer: what tells copy `k` from the others, of one or of
/// eight at a time.
///
/// Pictures, hit records, instances and swept bounds take the local time, transform and colour of a copy from here.
package final class InstanceSequence {
  private var time = LocalTime(time: 0, base: 0)
  private var replicator = ReplicatorValues()
  /// Whether each copy removes its animations by its own time, as those of a text do (docs/decisions/text.md).
  private var haveOwnBase = false
  /// Colour of all copies, if they share one, and whether colours follow the regular rule.
  private var tint: (only: Color?, isRegular: Bool) = (nil, true)
  private var center = Point.zero
  /// Transform from the copies' space to the display list.
  private var around: PlaneTransform = .identity
  /// Transforms of copies that follow the regular rule.
  private(set) var regular = InstanceTransforms(.identity, about: .zero, count: 0)
  /// Whether those were made for this sequence, and are none that were known.
  private(set) var isNew = false
  /// Whether no copy has a transform of its own.
  private(set) var areInPlace = true
  /// Whether all show one local time.
  private(set) var shareOneTime = true
  /// Whether eight copies can be worked out at a time.
  private(set) var haveLanes = false

  /// Prepares for copies 0 ..< count of a layer with these values; others are worked out one by one.
  ///
  /// - Parameters:
  ///   - pivot: point about which the copies' transforms are made.
  ///   - outer: transform that follows those of the copies.
  ///   - known: transforms of an earlier sequence, which may be those of this one.
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

  /// Transform from copies 8 * block ..< 8 * block + 8 to the list, where they have lanes.
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

  /// The times by which they remove their animations: that without any delay, which copies have in common, or their own.
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
    time.ofCopy(delayedBy: replicator.delay(ofCopy: k), hasOwnBase: haveOwnBase)
  }

  /// Transform of copy `k` about the pivot, without what follows.
  func transform(_ k: Int) -> Transform3D {
    k < replicator.instanceTransforms.count
      ? replicator.instanceTransforms[k].about(center) : regular.transform(k)
  }

  package func color(_ k: Int) -> Color { tint.only ?? replicator.color(ofCopy: k) }

  /// Transform of copy `k`, among those that this was prepared for, to the list.
  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if regular.isAffine, k >= replicator.instanceTransforms.count {
      return regular[k].followed(by: around)
    }
    return PlaneTransform(flattening: transform(k)) * around
  }
}

extension PlaneTransform {
  /// `self * next`, to the same bits, in registers where both are affine.
  @inline(__always)
  func followed(by next: PlaneTransform) -> PlaneTransform {
    guard isAffine && next.isAffine else { return self * next }
    return PlaneTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }
}
