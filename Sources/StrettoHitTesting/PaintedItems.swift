import StrettoDisplayList
import StrettoGeometry
import StrettoPresentation

/// The display-list items with hit ids, in drawing order. Each `copies` item shows its subpicture once.
struct PaintedItems {
  private(set) var all: [PaintedItem] = []
  private(set) var containers: [Container] = []

  init(_ list: DisplayList, _ hitRecords: [HitRecord]) {
    var walk = TreeWalk([(items: list.picture, container: -1, transform: PlaneTransform.identity)])
    all.reserveCapacity(list.items.count)
    while let (items, around, outer) = walk.next() {
      var (container, transform) = (around, outer)
      guard let i = items.first else { continue }
      switch list.items[i] {
      case .draw(let draw):
        add(i, draw.hitID, container, transform)
        walk.push((items.dropFirst(), container, transform))
      // Only masks have glyph runs in the display list of a hit test, because each item has one hit id.
      case .glyphs: walk.push((items.dropFirst(), container, transform))
      case .copies(let first, _, let subpicture):
        walk.push((items.dropFirst(), container, transform))
        if let hitID = list.particles(subpicture, hitRecords) {
          add(i, hitID, container, transform)
        } else {
          transform = list.copies[first].transform * transform
          let alpha = list.copies[first].color.alpha
          walk.push((list.subpictures[subpicture], enter(i, container, alpha), transform))
        }
      case .group(let group):
        walk.push((group.end..<items.upperBound, container, transform))
        let isPlain = group.clip == nil && !group.hasMask
        container = enter(i, container, isPlain ? group.opacity : nil)
        walk.push((i + 1..<group.contentEnd, container, transform))
      }
    }
  }

  private mutating func add(
    _ item: Int, _ hitID: Int32, _ container: Int, _ transform: PlaneTransform
  ) {
    if hitID < 0 { return }
    all.append(
      PaintedItem(item: item, hitID: Int(hitID), container: container, transform: transform))
  }

  private mutating func enter(_ item: Int, _ parent: Int, _ alpha: Double?) -> Int {
    let around = parent < 0 ? 1 : containers[parent].alpha
    let all: Double? = if let around, let alpha { around * alpha } else { nil }
    containers.append(Container(item: item, parent: parent, alpha: all))
    return containers.count - 1
  }

  /// The product of the alpha factors of the containers around a painting, or nil if one of the containers clips or masks.
  func alpha(around painted: PaintedItem) -> Double? {
    painted.container < 0 ? 1 : containers[painted.container].alpha
  }
}
