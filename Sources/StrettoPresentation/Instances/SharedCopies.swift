import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The parts that copies of a replicator in the plane show, and the copies that have overrides. The walk reuses these objects.
final class SharedCopies {
  private(set) var instances = InstanceSequence()
  var parts: [CopiedPart.Reference] = []
  /// Colours of the current eight copies, and which of them may be seen.
  var now = (colors: ColorLanes(repeating: .white), seen: LaneMask(repeating: true))
  /// The copies with overrides, one bit for each of eight, empty for none; and whether they are drawn separately, because more
  /// than the paint of leaves may differ.
  var overridden: (bits: [UInt8], areAlone: Bool) = ([], true)

  /// Parts that are not in use, for reuse.
  var pool: [CopiedPart.Reference] = []
  /// Memory of earlier frames for `CopiedPart.beats`, so that a steady frame allocates nothing.
  var spareBeats: [[Clock.Beat<Doubles>]] = []

  deinit {
    removeParts()
    for part in pool { part.deallocate() }
  }

  /// Prepares copies 0 ..< count of a replicator.
  func begin(_ presented: PresentedLayer, _ count: Int) {
    overridden.bits.removeAll(keepingCapacity: true)
    instances = presented.prepareInstances(count)
  }

  /// Finds those of `count` copies that patterns match, in the copy of the replicator with these indices.
  func findOverridden(_ patterns: [CopyPattern], below copy: [Int], _ count: Int) {
    for pattern in patterns {
      guard case .one(let k) = pattern.copies(below: copy), k >= 0, k < count else { continue }
      if overridden.bits.isEmpty {
        overridden.bits.append(contentsOf: repeatElement(0, count: (count + 7) / 8))
      }
      overridden.bits[k >> 3] |= 1 << (k & 7)
    }
  }

  var haveOverridden: Bool { !overridden.bits.isEmpty }

  /// Whether one of copies 8 * block ..< 8 * block + 8 has overrides.
  @inline(__always)
  func haveOverridden(_ block: Int) -> Bool { haveOverridden && overridden.bits[block] != 0 }

  @inline(__always)
  func hasOverrides(_ k: Int) -> Bool {
    haveOverridden(k >> 3) && overridden.bits[k >> 3] >> (k & 7) & 1 != 0
  }
}
