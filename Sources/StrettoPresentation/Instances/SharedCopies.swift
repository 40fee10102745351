import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The parts that the copies of a flat replicator show, and the copies that have overrides. The tree traversal reuses
/// `SharedCopies` objects.
final class SharedCopies {
  private(set) var instances = InstanceSequence()
  var parts: [CopiedPart.Reference] = []
  /// The colours of the current block of eight copies, and which of the copies may be visible.
  var now = (colors: ColorLanes(repeating: .white), seen: LaneMask(repeating: true))
  /// The copies with overrides, as one bit for each copy, or an empty array if no copy has overrides. The flag `areAlone` is true
  /// if copies with overrides are drawn separately, because these copies may differ in more than the paint of leaf layers.
  var overridden: (bits: [UInt8], areAlone: Bool) = ([], true)

  /// Unused parts, which are kept for reuse.
  var pool: [CopiedPart.Reference] = []
  /// Memory of earlier frames for `CopiedPart.beats`, which avoids allocations in each frame.
  var spareBeats: [[Clock.Beat<Doubles>]] = []

  deinit {
    removeParts()
    for part in pool { part.end() }
  }

  /// Prepares copies 0 ..< count of a replicator.
  func begin(_ presented: PresentedLayer, _ count: Int) {
    overridden.bits.removeAll(keepingCapacity: true)
    instances = presented.prepareInstances(count)
  }

  /// Finds which of `count` copies match the copy patterns, in the copy of the replicator with the given indices.
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

  /// True if one of copies 8 * block ..< 8 * block + 8 has overrides.
  @inline(__always)
  func haveOverridden(_ block: Int) -> Bool { haveOverridden && overridden.bits[block] != 0 }

  @inline(__always)
  func hasOverrides(_ k: Int) -> Bool {
    haveOverridden(k >> 3) && overridden.bits[k >> 3] >> (k & 7) & 1 != 0
  }
}
