import StrettoText
import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoRaster

/// The topmost layer at a point.
public struct Hit {
  public let layer: Layer
  /// Indices of the copy in the replicators around the layer, outermost first.
  public let copy: [Int]
  /// The point in the layer's own coordinates.
  public let point: Point
  /// The index of the character at the point, counted in graphemes; nil unless the layer is a glyph layer.
  public let character: Int?
  /// The portal or proxy through which the layer is seen, and its copy; nil if the layer is seen in the model tree. Of nested
  /// portals, it is the innermost.
  public let via: (layer: Layer, copy: [Int])?
}

/// Finds the layer that is painted at a point.
///
/// A layer is hit where it paints something itself, in any copy: background, contents, fill, stroke, border or particles, with
/// clips, masks and transforms applied. Bounds alone do not count. Each painting, topmost first, is drawn alone into one tiny
/// pixel, so that the rasteriser itself gives the answer (docs/decisions/copies.md).
public final class HitTester {
  private let presenter: Presenter
  private let rasterizer: Rasterizer

  /// Pixels for each point of the scene. The pixel that is drawn is far smaller than anything visible.
  private static let pixelsPerPoint: Double = 64

  /// Cancellation, checked before each painting is examined.
  public var cancellation: Cancellation = .never {
    didSet { presenter.cancellation = cancellation.another }
  }

  /// The number of paintings that the last call examined: those whose bounds contain the point.
  public private(set) var examinedCount = 0

  /// Makes a hit tester that shares the memory of a presenter and a rasteriser.
  public init(_ presenter: Presenter = Presenter(), _ rasterizer: Rasterizer = Rasterizer()) {
    (self.presenter, self.rasterizer) = (presenter, rasterizer)
  }

  /// The topmost layer at a point of a tree; nil if nothing is painted there.
  @export(interface)
  public func hitTest(_ root: Layer, _ point: Point, at time: Double) throws(PresentationError)
    -> Hit?
  {
    try hitTest(root, [point], at: time)[0]
  }

  /// The topmost layer at each of some points of a tree at one time. The tree is read once.
  public func hitTest(_ root: Layer, _ points: [Point], at time: Double) throws(PresentationError)
    -> [Hit?]
  {
    examinedCount = 0
    let area = HitTester.area(around: points)
    try presenter.hitRecord(root, at: time, seen: area)
    defer { presenter.finish() }
    let list = presenter.list
    let paintings = Paintings(list, presenter.hitRecords)
    var candidates = Candidates(paintings, list, points.count, in: area)
    var hits: [Hit?] = []
    hits.reserveCapacity(points.count)
    for point in points {
      hits.append(try topmost(at: point, list, paintings, &candidates))
    }
    return hits
  }

  /// Containers with a smaller factor leave nothing of their content, because each group rounds its pixels to 8 bits.
  private static let leastAlpha = 1.0 / 1024

  /// Half the side of the pixel that is drawn, in points.
  private static let half = 0.5 / HitTester.pixelsPerPoint
  /// The greatest distance of a hit from the point, in points.
  fileprivate static let distance = 2 * half

  /// The area that contains all hits of some points; empty without points.
  private static func area(around points: [Point]) -> Rect {
    guard let first = points.first else { return .zero }
    let low = points.reduce(first) { Point(min($0.x, $1.x), min($0.y, $1.y)) }
    let high = points.reduce(first) { Point(max($0.x, $1.x), max($0.y, $1.y)) }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y).insetBy(-2 * distance)
  }

  private func topmost(
    at point: Point, _ list: DisplayList, _ paintings: Paintings, _ candidates: inout Candidates
  ) throws(PresentationError) -> Hit? {
    let half = HitTester.half
    let aim = PlaneTransform.translation(half - point.x, half - point.y)
    var cancellation = cancellation.another
    for index in candidates.near(point).reversed() {
      let painting = paintings.all[index]
      guard cancellation.shouldContinueNow() else { throw .cancelled }
      let isNear = list.mayReach(
        point, painting.item, painting.transform, within: HitTester.distance)
      guard isNear else { continue }
      let alpha = paintings.alpha(around: painting)
      // The pixel has 8 bits.
      if let alpha, alpha < HitTester.leastAlpha { continue }
      examinedCount += 1
      if !list.surelyCovers(point, painting, alpha, within: HitTester.distance),
        try !isPainted(list.isolating(painting, paintings.containers, at: aim))
      {
        continue
      }
      let hitRecord = presenter.hitRecords[painting.hitID]
      let local = (hitRecord.plane * painting.transform).inverted?.apply(point) ?? .zero
      return Hit(
        layer: hitRecord.layer, copy: hitRecord.copy, point: local,
        character: hitRecord.character(at: local),
        via: hitRecord.via)
    }
    return nil
  }

  private func isPainted(_ list: DisplayList) throws(PresentationError) -> Bool {
    var pixel: UInt32 = 0
    let failure: PresentationError? = withUnsafeMutableBytes(of: &pixel) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      do throws(RasterError) {
        try rasterizer.draw(
          list, scale: HitTester.pixelsPerPoint, background: .clear,
          into: PixelTarget(pixels: start, width: 1, height: 1, bytesPerRow: 4), threads: 1,
          cancellation: cancellation)
      } catch {
        switch error {
        case .cancelled: return .cancelled
        case .noMemory: return .noMemory
        // A painting beyond the limits of a frame is not seen.
        case .limit: break
        }
      }
      return nil
    }
    if let failure { throw failure }
    return pixel >> 24 > 0
  }
}

/// A grid of paintings by position, so that many points need not examine all of them.
private struct Candidates {
  private var grid: BoundsGrid?
  private let count: Int
  /// The indices of the paintings in the grid.
  private var numbers: [Int] = []
  /// The smallest number of points for which a grid is built.
  private static let fewest = 4

  /// - Parameters:
  ///   - pointCount: The number of points that will be asked about.
  ///   - area: The area that contains them.
  init(_ paintings: Paintings, _ list: DisplayList, _ pointCount: Int, in area: Rect) {
    count = paintings.all.count
    if pointCount < Candidates.fewest { return }
    var all: [Rect] = []
    for (number, painting) in paintings.all.enumerated() {
      guard
        let seen = list.reach(
          ofItem: painting.item, painting.transform, in: area, within: HitTester.distance)
      else { continue }
      numbers.append(number)
      all.append(seen)
    }
    var grid = BoundsGrid(all)
    for rect in all { grid.append(rect) }
    self.grid = grid
  }

  /// The indices of the paintings that may cover a point, in drawing order.
  mutating func near(_ point: Point) -> [Int] {
    let place = Rect(point.x, point.y, 0, 0).insetBy(-HitTester.distance)
    guard let found = grid?.touching(place) else { return Array(0..<count) }
    return found.map { numbers[$0] }
  }
}

extension HitRecord {
  /// The character that a copy of a glyph layer shows at a point in its coordinates; nil for other layers.
  fileprivate func character(at point: Point) -> Int? {
    guard layer.textOfGlyph != nil, let k = copy.last else { return nil }
    return text?.layout.character(ofCopy: k, at: point)
  }
}
