import StrettoDisplayList
import StrettoGeometry

// The area that a node's content covers at all times. The content of a node must be complete before its bounds are read.

extension Node {
  /// A rectangle around the content at all times, in the node's own coordinates.
  func innerBounds(_ duration: Double) -> Rect {
    var box = Box()
    for element in content {
      switch element {
      case .node(let node): box.add(node.outerBounds(duration))
      case .paint(let paint): box.add(paint.bounds)
      }
    }
    if let mask { box.add(mask.outerBounds(duration)) }
    return box.rect
  }

  private func outerBounds(_ duration: Double) -> Rect {
    let inner = innerBounds(duration)
    if let constant = constantTransform { return constant.bounds(of: inner) }
    var box = Box()
    for k in 0..<64 {
      let time = duration * Double(k) / 64
      if let matrix {
        box.add(PlaneTransform(numbers: matrix.value(at: time)).bounds(of: inner))
        continue
      }
      box.add(
        PlaneTransform(
          scale: scale.value(at: time), skew: skew.value(at: time)[0],
          rotation: rotation.value(at: time)[0], translation: translation.value(at: time)
        ).bounds(of: inner))
    }
    return box.rect.insetBy(-0.05 * max(box.rect.width, box.rect.height))
  }

  /// An upper bound for the distance in points of the visible content from the node's origin at all times.
  func findReach() -> Double {
    var farthest = 0.0
    for element in content {
      switch element {
      case .node(let node): farthest = max(farthest, node.outerReach)
      case .paint(let paint): farthest = max(farthest, paint.bounds.distanceFromOrigin)
      }
    }
    if let clip { farthest = min(farthest, clip.bounds.distanceFromOrigin) }
    if let mask { farthest = min(farthest, mask.outerReach) }
    return farthest < Node.longestReach ? farthest : Node.longestReach
  }

  /// The largest value of `reach` in points, which is more than the width of any scene.
  private static let longestReach = 1e5

  /// The reach of the node's content, measured from the origin of the node around this node.
  private var outerReach: Double {
    if let matrix {
      return matrix.values.map {
        let m = PlaneTransform(numbers: $0)
        return m.norm * reach + Point(m.tx, m.ty).length
      }.max() ?? reach
    }
    let shift = translation.values.map { Point($0[0], $0[1]).length }.max() ?? 0
    return shift + reach * stretch
  }

  /// An upper bound, at least 1, for the factor by which the scale and the skew of the node lengthen a distance.
  var stretch: Double {
    let greatest = scale.values.reduce(1) { max($0, $1[0].magnitude, $1[1].magnitude) }
    let shears = skew.values.map { sin($0[0] / 180 * .pi) / cos($0[0] / 180 * .pi) }
    return greatest * shears.reduce(1) { max($0, 1 + $1.magnitude) }
  }
}

extension Channel {
  /// The values at all keyframes, and at three times between the keyframes of a timing function, which may overshoot.
  fileprivate var values: [[Double]] {
    guard case .moving(let track, _) = self else { return keyValues }
    return track.segments.flatMap { segment in
      let shares = segment.easing == nil ? [0, 1] : [0, 0.25, 0.5, 0.75, 1]
      return shares.map { segment.value(at: segment.start + (segment.end - segment.start) * $0) }
    }
  }
}

extension PaintElement {
  /// A rectangle around the paint at all times, in the coordinates of the node.
  fileprivate var bounds: Rect {
    let width = pen?.width.keyValues.map { $0[0] }.max() ?? 0
    // A miter may extend as far as the miter limit allows.
    let reach = width * (pen.map { $0.join == .miter ? min($0.miterLimit, 4) : 1 } ?? 0)
    return transform.bounds(of: outline.bounds.insetBy(-reach))
  }
}

extension Outline {
  /// A rectangle around the points of the outline in all keyframes.
  fileprivate var bounds: Rect {
    var box = Box()
    for numbers in numbers.keyValues { box.add(kind, numbers) }
    return box.rect
  }
}

extension Rect {
  /// The distance of the rectangle's farthest corner from the origin of the coordinates.
  fileprivate var distanceFromOrigin: Double {
    Point(max(minX.magnitude, maxX.magnitude), max(minY.magnitude, maxY.magnitude)).length
  }
}

/// A bounding rectangle that grows with each added point or rectangle.
private struct Box {
  private var low = Point(.infinity, .infinity)
  private var high = Point(-.infinity, -.infinity)

  var rect: Rect {
    low.x <= high.x ? Rect(low.x, low.y, high.x - low.x, high.y - low.y) : Rect(0, 0, 0, 0)
  }

  mutating func add(_ point: Point) {
    low = Point(min(low.x, point.x), min(low.y, point.y))
    high = Point(max(high.x, point.x), max(high.y, point.y))
  }

  mutating func add(_ rect: Rect) {
    add(Point(rect.minX, rect.minY))
    add(Point(rect.maxX, rect.maxY))
  }

  mutating func add(_ kind: Outline.Kind, _ numbers: [Double]) {
    if case .rect = kind { return add(Rect(numbers[0], numbers[1], numbers[2], numbers[3])) }
    for k in stride(from: 0, to: numbers.count - 1, by: 2) {
      add(Point(numbers[k], numbers[k + 1]))
    }
  }
}

extension PlaneTransform {
  /// A rectangle around the transformed corners of a rectangle.
  func bounds(of rect: Rect) -> Rect {
    var box = Box()
    for (x, y) in [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY),
      (rect.maxX, rect.maxY),
    ] {
      box.add(apply(Point(x, y)))
    }
    return box.rect
  }
}
