import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster
import Testing

/// A small frame with its pixels and a rasteriser, for tests.
final class Canvas {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]
  let rasterizer = Rasterizer()

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: 0xDEAD_BEEF, count: width * height)
  }

  /// Draws a frame. A frame that the rasteriser rejects fails the test.
  @discardableResult
  func draw(
    _ list: DisplayList, scale: Double = 1, background: Color = .clear, threads: Int = 1
  ) -> [UInt32] {
    do {
      return try drawn(list, scale: scale, background: background, threads: threads)
    } catch {
      Issue.record("refused: \(error)")
      return pixels
    }
  }

  @discardableResult
  func drawn(
    _ list: DisplayList, scale: Double = 1, background: Color = .clear, threads: Int = 1,
    cancellation: Cancellation = .never
  ) throws -> [UInt32] {
    var list = list
    list.close()
    try pixels.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return }
      try rasterizer.draw(
        list, scale: scale, background: background,
        into: PixelTarget(pixels: start, width: width, height: height, bytesPerRow: 4 * width),
        threads: threads, cancellation: cancellation)
    }
    return pixels
  }

  /// Coverage of `shape` in 0...255, row by row: the alpha of the shape drawn in white on a transparent backdrop.
  func coverage(
    of shape: Shape, paths: [Path] = [], strokes: [StrokeStyle] = [],
    _ transform: PlaneTransform = .identity
  ) -> [Int] {
    var list = DisplayList()
    (list.paths, list.strokes) = (paths, strokes)
    list.fill(shape, .white, transform)
    return draw(list).map { Int($0 >> 24) }
  }

  /// The area that `shape` covers, in pixels.
  func area(
    of shape: Shape, paths: [Path] = [], strokes: [StrokeStyle] = [],
    _ transform: PlaneTransform = .identity
  ) -> Double {
    Double(coverage(of: shape, paths: paths, strokes: strokes, transform).reduce(0, +)) / 255
  }
}

extension DisplayList {
  mutating func fill(_ shape: Shape, _ color: Color, _ transform: PlaneTransform = .identity) {
    items.append(.draw(Draw(shape: shape, paint: .color(color), transform: transform)))
  }

  /// Appends a group around the items that `content` appends, with a mask if `mask` is given.
  mutating func group(
    opacity: Double = 1, clip: Clip? = nil, effects: Effects? = nil,
    content: (inout DisplayList) -> Void,
    mask: ((inout DisplayList) -> Void)? = nil
  ) {
    let start = items.count
    items.append(.group(Group(opacity: 1, clip: nil, contentEnd: 0, end: 0, hasMask: false)))
    content(&self)
    let contentEnd = items.count
    mask?(&self)
    items[start] = .group(
      Group(
        opacity: opacity, clip: clip, contentEnd: contentEnd, end: items.count,
        hasMask: mask != nil, effects: effects.map { add($0) } ?? -1))
  }

  /// Appends the subpicture that `content` writes, with one instance for each element of `all`.
  mutating func copies(_ all: [Copy], content: (inout DisplayList) -> Void) {
    let (start, first) = (items.count, copies.count)
    copies += all
    content(&self)
    let body = endSubpicture(from: start)
    items.append(.copies(first: first, count: all.count, subpicture: body))
  }
}

/// A generator of random numbers that gives equal numbers on every machine and in every run.
struct LCG {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let unit = Double(state >> 33) / Double(UInt64(1) << 31)
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }

  mutating func color(alpha: ClosedRange<Double> = 0...1) -> Color {
    Color(next(0...1), next(0...1), next(0...1), next(alpha))
  }

  mutating func point(in r: ClosedRange<Double>) -> Point { Point(next(r), next(r)) }
}

extension Path {
  static func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    path.close()
    return path
  }
}

extension PlaneTransform {
  static func rotation(_ angle: Double) -> PlaneTransform {
    PlaneTransform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }
}

func channels(_ pixel: UInt32) -> [Int] { (0..<4).map { Int(pixel >> (8 * UInt32($0)) & 255) } }

/// The largest difference between two pictures in any channel of any pixel.
func largestDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
  var largest = 0
  for (p, q) in zip(a, b) where p != q {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      largest = max(largest, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
    }
  }
  return largest
}
