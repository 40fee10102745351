/// The aspects of a picture that a layer's animations affect. Each aspect has the number of animations that affect it, so that
/// adding or removing an animation does not visit all other animations.
struct AffectedAspectsTally: Sendable {
  private var counts: [Int32] = []
  private(set) var union: AffectedAspects = []

  mutating func add(_ aspects: AffectedAspects) { count(aspects, 1) }

  mutating func remove(_ aspects: AffectedAspects) { count(aspects, -1) }

  private mutating func count(_ aspects: AffectedAspects, _ change: Int32) {
    if counts.isEmpty { counts = Array(repeating: 0, count: UInt32.bitWidth) }
    var bits = aspects.rawValue
    while bits != 0 {
      let bit = bits.trailingZeroBitCount
      bits &= bits - 1
      counts[bit] += change
      let part = AffectedAspects(rawValue: 1 << UInt32(bit))
      if counts[bit] > 0 { union.formUnion(part) } else { union.subtract(part) }
    }
  }
}
