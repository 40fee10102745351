import StrettoDisplayList
import StrettoGeometry
import StrettoRaster

/// Properties of a display-list item that SVG cannot express as vectors.
struct ItemFacts {
  /// True if the item has a blend mode that SVG cannot express, so that the item and all items below are drawn as one embedded
  /// image.
  var mixes = false
  /// True if the item, or an item inside a group, is drawn as an embedded image. An embedded image must be drawn separately for
  /// each position on the page.
  var hasPicture = false
  /// True if the whole item of the display list is drawn as an embedded image.
  var isPicture = false
  /// True if the item, or an item inside a group, has more than one colour. In perspective, paint of several colours has no
  /// vector form.
  var hasPaint = false

  mutating func take(_ inner: ItemFacts) {
    mixes = mixes || inner.mixes
    hasPicture = hasPicture || inner.hasPicture
    hasPaint = hasPaint || inner.hasPaint
  }
}

extension DisplayList {
  /// The properties of each item that SVG cannot express, and the number of times that each subpicture is shown in the whole
  /// picture.
  func facts(
    _ survey: ListSurvey, hasFilters: Bool, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> (items: [ItemFacts], shown: [Int]) {
    var facts = [ItemFacts](repeating: ItemFacts(), count: items.count)
    var shown = [Int](repeating: 0, count: subpictures.count)
    for range in subpictures + [picture] {
      for i in range.reversed() {
        try cancellation.checkCancelled()
        if case .copies(_, let count, let subpicture) = items[i],
          subpictures.indices.contains(subpicture)
        {
          shown[subpicture] = min(shown[subpicture] + max(0, count), 1 << 32)
        }
        facts[i] = try self.facts(of: i, facts, survey, hasFilters, &cancellation)
      }
    }
    return (facts, shown)
  }

  private func facts(
    of i: Int, _ all: [ItemFacts], _ survey: ListSurvey, _ hasFilters: Bool,
    _ cancellation: inout Cancellation
  ) throws(Cancelled) -> ItemFacts {
    switch items[i] {
    case .draw(let draw): return facts(of: draw)
    case .glyphs: return ItemFacts()
    case .copies(let first, let count, let subpicture):
      var facts = gathered(self.subpicture(subpicture, shownBy: i), all)
      for k in copyRange(first, count) {
        try cancellation.checkCancelled()
        if copies[k].blend != .sourceOver { facts.mixes = true }
        if survey.contentBlends(i), copies[k].color.withAlpha(1) != .white {
          (facts.isPicture, facts.hasPicture) = (true, true)
        }
      }
      return facts
    case .group(let group): return facts(of: group, at: i, all, survey, hasFilters)
    }
  }

  private func facts(of draw: Draw) -> ItemFacts {
    var facts = ItemFacts()
    switch draw.paint {
    case .color: return facts
    case .backdrop: facts.mixes = true
    case .gradient(let i):
      facts.isPicture = !(gradients.indices.contains(i) && gradients[i].isVector)
    case .image(let i):
      facts.isPicture =
        !(imagePaints.indices.contains(i) && isVector(imagePaints[i], in: draw.shape))
    }
    facts.isPicture = facts.isPicture || !draw.transform.isAffine
    (facts.hasPaint, facts.hasPicture) = (true, facts.isPicture)
    return facts
  }

  private func facts(
    of group: Group, at i: Int, _ all: [ItemFacts], _ survey: ListSurvey, _ hasFilters: Bool
  ) -> ItemFacts {
    let contentEnd = min(max(group.contentEnd, i + 1), end(ofItem: i))
    var facts = gathered(i + 1..<contentEnd, all)
    let isApart = isIsolated(group)
    // If items of a group have a blend mode that SVG cannot express, the content of the group is drawn as an embedded image.
    if facts.mixes { facts.hasPicture = true }
    facts.mixes = facts.mixes && !isApart
    if group.hasMask {
      let mask = gathered(contentEnd..<end(ofItem: i), all)
      facts.hasPicture = facts.hasPicture || mask.hasPicture || mask.mixes
      facts.hasPaint = facts.hasPaint || mask.hasPaint
    }
    if !isApart, survey.contentBlends(i), group.opacity < 1 || group.hasMask { facts.mixes = true }
    guard let effects = effects(of: group) else { return facts }
    if effects.blend.css == nil { facts.mixes = true }
    if !effects.isVector(hasFilters: hasFilters) {
      (facts.isPicture, facts.hasPicture) = (true, true)
      if !isApart, survey.contentBlends(i) { facts.mixes = true }
    }
    if !effects.filters.isEmpty || effects.shadow != nil { facts.hasPaint = true }
    return facts
  }

  private func gathered(_ range: Range<Int>, _ all: [ItemFacts]) -> ItemFacts {
    var (facts, i) = (ItemFacts(), range.lowerBound)
    while i < range.upperBound {
      facts.take(all[i])
      i = end(ofItem: i)
    }
    return facts
  }
}

extension Gradient {
  /// True if SVG can express the gradient. SVG has no conic gradients, and a gradient between two circles needs the smaller
  /// circle inside the larger circle.
  var isVector: Bool {
    switch kind {
    case .axial, .radial: return true
    case .conic: return false
    case .twoCircles(let start, let startRadius, let end, let endRadius):
      let distance = (end - start).length
      return distance < (endRadius - startRadius).magnitude * (1 - 1e-6)
    }
  }
}

extension DisplayList {
  /// True if SVG can express the image that fills the shape. SVG cannot continue an image beyond the edges of the image.
  func isVector(_ paint: ImagePaint, in shape: Shape) -> Bool {
    guard images.indices.contains(paint.image), paint.source.width != 0, paint.source.height != 0,
      let bounds = bounds(of: shape)
    else { return false }
    if case .stroke = shape { return false }
    if paint.minification == .trilinear, paint.bias != 0 { return false }
    let (inner, outer) = (bounds.standardized, paint.destination.standardized)
    let slack = 1e-6 * max(outer.width, outer.height)
    let whole = Rect(
      0, 0, Double(images[paint.image].width), Double(images[paint.image].height))
    let source = paint.source.standardized
    return outer.insetBy(-slack).holds(inner) && whole.insetBy(-1e-6).holds(source)
  }
}

extension Rect {
  func holds(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The intersection of this rectangle and `other`, which has the size 0 if the rectangles do not overlap.
  func intersection(_ other: Rect) -> Rect {
    let (x, y) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x, y, max(0, min(maxX, other.maxX) - x), max(0, min(maxY, other.maxY) - y))
  }

  func union(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x, y, max(maxX, other.maxX) - x, max(maxY, other.maxY) - y)
  }
}

extension Effects {
  /// True if SVG can express these effects of a group.
  func isVector(hasFilters: Bool) -> Bool {
    let needsFilter = !filters.isEmpty || shadow != nil
    return pixelsPerPoint == nil && (!needsFilter || hasFilters && space.isInvertibleAndAffine)
      && filters.allSatisfy { $0.isVector }
  }
}

extension PlaneTransform {
  var isInvertibleAndAffine: Bool { isAffine && inverted != nil }
}

extension Filter {
  /// True if SVG can express this filter of a group. The blur of SVG cannot repeat edge pixels. In SVG, a colour matrix whose
  /// alpha row has a constant or a colour would paint transparent pixels.
  fileprivate var isVector: Bool {
    switch self {
    case .gaussianBlur(_, let edges): edges == nil
    case .colorMatrix(let matrix):
      Array(matrix.numbers[15..<18]) == [0, 0, 0] && matrix.numbers[19] == 0
    }
  }
}
