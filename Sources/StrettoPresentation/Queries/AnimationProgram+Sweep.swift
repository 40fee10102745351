import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

extension AnimationProgram {
  /// The bounds of the layer at their greatest animated size, about the origin of the bounds.
  var largestBounds: Rect? {
    guard resizes else { return rest.bounds }
    guard let width = range(.width), let height = range(.height) else { return nil }
    // Bounds of a negative size extend to the other side of their origin.
    let (x, y) = (rest.bounds.x + min(width.low, 0), rest.bounds.y + min(height.low, 0))
    return Rect(
      x, y, max(width.high, 0) - min(width.low, 0), max(height.high, 0) - min(height.low, 0))
  }

  /// The area that a rectangle of the layer covers over all times, in the superlayer's coordinates; nil if the area is unknown.
  func sweep(_ inside: Rect) -> Rect? {
    guard let x = range(.positionX), let y = range(.positionY) else { return nil }
    guard resizes, let largest = largestBounds else {
      return sweep(inside, anchor: anchor, position: .zero)?.swept(x, y)
    }
    // For any animated size, the anchor point lies between the anchor points for the smallest and the greatest size.
    let far = Size(
      max(largest.width, rest.bounds.width) * (anchorPoint.x.magnitude + 1),
      max(largest.height, rest.bounds.height) * (anchorPoint.y.magnitude + 1))
    let box = Rect(anchor.x - far.width, anchor.y - far.height, 2 * far.width, 2 * far.height)
    return sweep(box.union(inside), anchor: anchor, position: .zero)?.swept(x, y)
  }

  /// The area that a rectangle covers when the rectangle is rotated and scaled about an anchor point, and the anchor point is
  /// placed at a position.
  func sweep(_ inside: Rect, anchor: Point, position: Point) -> Rect? {
    var matrix = rest.plane
    matrix.tx += -anchor.x * matrix.a - anchor.y * matrix.c + position.x
    matrix.ty += -anchor.x * matrix.b - anchor.y * matrix.d + position.y
    let unmoved = matrix.boundingBox(of: inside)
    guard changesMatrix else { return unmoved.insetBy(-slack(unmoved)) }
    guard let scaleX = range(.scaleX), let scaleY = range(.scaleY),
      let moveX = range(.translationX),
      let moveY = range(.translationY)
    else { return nil }
    let far = Size(
      max((inside.minX - anchor.x).magnitude, (inside.maxX - anchor.x).magnitude),
      max((inside.minY - anchor.y).magnitude, (inside.maxY - anchor.y).magnitude))
    let reach = Point(far.width * scaleX.farthest, far.height * scaleY.farthest).length
    let turned = Rect(position.x - reach, position.y - reach, 2 * reach, 2 * reach)
      .swept(moveX, moveY)
    let all = turned.union(unmoved)
    return all.insetBy(-slack(all))
  }

  /// A margin in points for rounding errors in the bounds of a rectangle.
  private func slack(_ rect: Rect) -> Double {
    1e-6
      * (1 + rect.minX.magnitude + rect.maxX.magnitude + rect.minY.magnitude + rect.maxY.magnitude)
  }

  /// The range of an animation channel's values over all times; nil if the range is unknown.
  private func range(_ channel: Channel) -> Span? {
    let own = channels[channel.rawValue]
    var (all, added) = (Span(low: own, high: own), Span(low: 0, high: 0))
    for track in tracks {
      guard let number = track.number(of: channel) else { continue }
      guard !track.isCumulative, let span = track.range(number, clocks[track.clock].outputs) else {
        return nil
      }
      if track.isAdditive {
        added.low += min(0, span.low)
        added.high += max(0, span.high)
      } else {
        all = all.union(span)
      }
    }
    all.low += added.low
    all.high += added.high
    return all.low.isFinite && all.high.isFinite ? all : nil
  }
}

private struct Span {
  var low: Double
  var high: Double

  func union(_ other: Span) -> Span { Span(low: min(low, other.low), high: max(high, other.high)) }

  var farthest: Double { max(low.magnitude, high.magnitude) }
}

extension AnimationProgram.Track {
  /// The range of the animated values of x (axis 0) or y (axis 1); nil if the range is unknown.
  fileprivate func range(_ axis: Int, _ outputs: ClosedRange<Double>) -> Span? {
    if keys == nil, motionPath == nil { return span(from[axis], to[axis], outputs) }
    // If the progress of an animation leaves 0...1, the animated values exceed the keyframes or extrapolate the path, so the
    // range is unknown.
    guard outputs == 0...1 else { return nil }
    if let keys { return keys.range(axis) }
    guard let bounds = motionPath?.bounds else { return nil }
    return axis == 0
      ? Span(low: bounds.minX, high: bounds.maxX) : Span(low: bounds.minY, high: bounds.maxY)
  }
}

extension AnimationProgram.Keys {
  fileprivate func range(_ axis: Int) -> Span {
    let first = Span(low: values[0][axis], high: values[0][axis])
    return values.indices.dropFirst().reduce(first) { all, index in
      let outputs = index - 1 < curves.count ? curves[index - 1].outputs : 0...1
      return all.union(span(values[index - 1][axis], values[index][axis], outputs))
    }
  }
}

private func span(_ from: Double, _ to: Double, _ outputs: ClosedRange<Double>) -> Span {
  let (a, b) = (from + (to - from) * outputs.lowerBound, from + (to - from) * outputs.upperBound)
  return Span(low: min(from, to, a, b), high: max(from, to, a, b))
}

extension Rect {
  /// A rectangle around all translations of this rectangle by vectors in the given ranges.
  fileprivate func swept(_ x: Span, _ y: Span) -> Rect {
    Rect(minX + x.low, minY + y.low, width + x.high - x.low, height + y.high - y.low)
  }
}
