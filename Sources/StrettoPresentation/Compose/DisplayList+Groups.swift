import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

extension DisplayList {
  @inline(__always)
  mutating func draw(_ draws: [Draw], _ target: PaintTarget) {
    for index in draws.indices {
      draw(draws[index].shape, draws[index].paint, target)
    }
  }

  @inline(__always)
  mutating func draw(_ shape: Shape, _ paint: Paint, _ target: PaintTarget) {
    let plane = if case .image = paint { target.imagePlane } else { target.plane }
    draw(shape, paint, plane, target.hitID)
  }

  @inline(__always)
  mutating func draw(
    _ shape: Shape, _ paint: Paint, _ plane: PlaneTransform, _ hitID: Int32 = -1
  ) {
    items.append(.draw(Draw(shape: shape, paint: paint, transform: plane, hitID: hitID)))
  }

  /// Opens a group in the display list and returns the index of the group's item. The item of a group is completed when the group
  /// is closed, because the end of the group is not known earlier.
  mutating func beginGroup() -> Int {
    items.append(.group(Group(opacity: 1, clip: nil, contentEnd: 0, end: 0, hasMask: false)))
    return items.count - 1
  }

  mutating func endGroup(
    _ index: Int, opacity: Double = 1, clip: Clip? = nil, contentEnd: Int, hasMask: Bool = false,
    effects: Effects? = nil
  ) {
    if contentEnd == index + 1 {
      // An empty group is not drawn, and neither is its mask.
      items.removeSubrange(index...)
      return
    }
    items[index] = .group(
      Group(
        opacity: opacity, clip: clip, contentEnd: contentEnd, end: items.count, hasMask: hasMask,
        effects: effects.map { add($0) } ?? -1))
  }
}
