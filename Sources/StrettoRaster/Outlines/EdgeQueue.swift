/// Edges that wait until eight edges fill all lanes. Edges with similar numbers of steps wait in the same group, so that few
/// lanes end before the other lanes.
final class EdgeQueue {
  /// Largest length of an edge that is not cut (horizontal plus vertical), and largest length of a segment along each axis, in
  /// subpixels. For edges up to 8 pixels long, single precision finds the borders of pixels to within half a step of the subpixel
  /// grid.
  static let longest: Int32 = 8 << Subpixel.bits

  static let groups: Int = 8
  private static let capacity: Int = 64
  /// Distance in `queued` from one coordinate of a group's edges to the next: x of the starts, y of the starts, x of the ends and
  /// y of the ends. Each group has eight additional elements for the remaining edges of another group.
  private static let row: Int = capacity + 8
  private let queued = Arena<Int32>(groups * 4 * row, repeating: 0)
  let counts = Arena(groups, repeating: 0)

  /// Index of the group of an edge, which depends on the number of pixels that the edge enters.
  @inline(__always)
  static func group(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) -> Int {
    let bits = Subpixel.bits
    let entered =
      ((bx >> bits) &- (ax >> bits)).magnitude &+ ((by >> bits) &- (ay >> bits)).magnitude
    return min(groups &- 1, Int(entered >> 1))
  }

  /// Appends an edge to a group. Returns true if the group is full after the edge has been appended.
  @inline(__always)
  func append(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, to group: Int) -> Bool {
    let count = counts[group]
    let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ count)
    slot[0] = ax
    slot[EdgeQueue.row] = ay
    slot[2 &* EdgeQueue.row] = bx
    slot[3 &* EdgeQueue.row] = by
    counts[group] = count &+ 1
    return count &+ 1 >= EdgeQueue.capacity
  }

  /// Moves the remaining edges of a group, fewer than eight, to the previous group.
  func mergeRest(of group: Int) {
    for i in 0..<counts[group] {
      let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ i)
      _ = append(
        slot[0], slot[EdgeQueue.row], slot[2 &* EdgeQueue.row], slot[3 &* EdgeQueue.row],
        to: group - 1)
    }
    counts[group] = 0
  }

  /// Pads the first group to a multiple of eight edges. The edges that are added as padding have length zero and lie on the
  /// border of a row, so they have no steps.
  func fillUp() {
    if counts[0] == 0 { return }
    let slot = queued.all + (counts[0] - 1)
    let (x, y) = (slot[0], slot[EdgeQueue.row] & ~Subpixel.mask)
    while counts[0] & 7 != 0 { _ = append(x, y, x, y, to: 0) }
  }

  /// Eight edges of a group, from the edge at index `first` on.
  @inline(__always) func load(_ group: Int, _ first: Int) -> EdgeSteps {
    let slot = queued.all + (group &* 4 &* EdgeQueue.row &+ first)
    return EdgeSteps(
      slot.load(0, as: Ints.self), slot.load(EdgeQueue.row, as: Ints.self),
      slot.load(2 &* EdgeQueue.row, as: Ints.self), slot.load(3 &* EdgeQueue.row, as: Ints.self))
  }

  /// Removes the edges of a group that were walked in eights, and keeps the rest.
  func removeVectors(of group: Int) {
    let rest = counts[group] & 7
    let slot = queued.all + group &* 4 &* EdgeQueue.row
    for row in 0..<4 {
      for i in 0..<rest {
        slot[row &* EdgeQueue.row &+ i] = slot[row &* EdgeQueue.row &+ counts[group] &- rest &+ i]
      }
    }
    counts[group] = rest
  }
}
