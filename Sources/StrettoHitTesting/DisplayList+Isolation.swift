import StrettoDisplayList
import StrettoGeometry
import StrettoPresentation

extension DisplayList {
  /// The hit id of the emitter whose particles a subpicture holds, or nil if the subpicture holds no particles.
  func particles(_ subpicture: Int, _ hitRecords: [HitRecord]) -> Int32? {
    guard subpictures[subpicture].count == 1,
      case .draw(let draw) = items[subpictures[subpicture].lowerBound],
      draw.hitID >= 0, hitRecords[Int(draw.hitID)].isOfParticles
    else { return nil }
    return draw.hitID
  }

  /// A display list that shows one painted item alone, with its containers and their masks, translated by `placement`.
  func isolating(
    _ painted: PaintedItem, _ containers: [Container], at placement: PlaneTransform
  ) -> DisplayList {
    var result = DisplayList()
    (result.paths, result.strokes, result.glyphs) = (paths, strokes, glyphs)
    (result.gradients, result.images, result.imagePaints) = (gradients, images, imagePaints)
    var part = Nesting(append(painted.item..<painted.item + 1, to: &result))
    var next = painted.container
    while next >= 0 {
      let container = containers[next]
      switch items[container.item] {
      case .draw, .glyphs: break
      case .copies(let first, let count, _):
        result.items = part.items
        part = Nesting([shown(first, count, result.endSubpicture(from: 0), in: &result)])
      case .group(let group): part.enclose(group, append(group.contentEnd..<group.end, to: &result))
      }
      next = container.parent
    }
    result.items.append(contentsOf: part.items)
    let subpicture = result.endSubpicture(from: 0)
    result.copies.append(Copy(transform: placement))
    result.items.append(.copies(first: result.copies.count - 1, count: 1, subpicture: subpicture))
    result.close()
    return result
  }

  /// Appends the subpictures that a range of items shows to the display list `list`.
  ///
  /// Returns copies of the items of the range. The item indices in the copies are relative to the start of the range, as in a
  /// subpicture that begins with these items.
  private func append(_ range: Range<Int>, to list: inout DisplayList) -> [Item] {
    range.map { index in
      guard case .copies(let first, let count, let subpicture) = items[index] else {
        return items[index].moved(by: -range.lowerBound)
      }
      let inner = append(subpictures[subpicture], to: &list)
      list.items = inner
      return shown(first, count, list.endSubpicture(from: 0), in: &list)
    }
  }

  /// Appends `count` copies of this display list, from the copy `first` on, to the copies of `list`. Returns an item of `list`
  /// that shows the subpicture `subpicture` of `list` once for each appended copy.
  private func shown(_ first: Int, _ count: Int, _ subpicture: Int, in list: inout DisplayList)
    -> Item
  {
    list.copies += copies[first..<first + count]
    return .copies(first: list.copies.count - count, count: count, subpicture: subpicture)
  }

  /// Whether a painting certainly covers a point and everything within `distance` points of the point.
  ///
  /// The function answers without drawing, and returns false for a painting in a container that clips or masks.
  func surelyCovers(
    _ point: Point, _ painted: PaintedItem, _ around: Double?, within distance: Double
  ) -> Bool {
    guard case .draw(let draw) = items[painted.item], case .color(let color) = draw.paint,
      let back = (draw.transform * painted.transform).inverted, back.isAffine
    else { return false }
    // Paint with an alpha of at most 0.05 may vanish when its colours are rounded to 8 bits.
    guard let around, color.alpha * around > 0.05 else { return false }
    let (bounds, radius): (Rect, Double)
    switch draw.shape {
    case .rect(let rect): (bounds, radius) = (rect.standardized, 0)
    case .roundedRect(let rect, let corner, _): (bounds, radius) = (rect.standardized, corner)
    default: return false
    }
    let local = back.apply(point)
    let reach = distance * (Point(back.a, back.c).length + Point(back.b, back.d).length)
    // x and y are the distances of the point from the nearest sides of the bounds, minus `reach`.
    let x = min(local.x - bounds.minX, bounds.maxX - local.x) - reach
    let y = min(local.y - bounds.minY, bounds.maxY - local.y) - reach
    guard x > 0, y > 0 else { return false }
    return x >= radius || y >= radius || Point(radius - x, radius - y).length < radius
  }
}

/// Items inside nested groups. Enclosing the items in another group takes time for the items of that group only.
private struct Nesting {
  /// The groups from the innermost to the outermost, with the number of items of the content and of the mask.
  private var groups: [(group: Group, content: Int, masks: Int)] = []
  /// The items of each group's mask. Item indices are relative to the start of the mask.
  private var masks: [[Item]] = []
  private let content: [Item]
  private var count: Int

  init(_ content: [Item]) { (self.content, count) = (content, content.count) }

  mutating func enclose(_ group: Group, _ mask: [Item]) {
    groups.append((group, count, mask.count))
    masks.append(mask)
    count += 1 + mask.count
  }

  var items: [Item] {
    var all: [Item] = []
    all.reserveCapacity(count)
    for entry in groups.reversed() {
      var group = entry.group
      // A hit test finds the paint of a layer itself, and not its shadow or the pixels around a blur.
      group.effects = -1
      group.contentEnd = all.count + 1 + entry.content
      group.end = group.contentEnd + entry.masks
      all.append(.group(group))
    }
    for item in content { all.append(item.moved(by: groups.count)) }
    for mask in masks {
      let first = all.count
      for item in mask { all.append(item.moved(by: first)) }
    }
    return all
  }
}
