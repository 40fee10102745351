import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoRaster
import StrettoText

/// Finds the topmost layer that is painted at a point.
///
/// A layer is hit where the layer itself paints something in any copy: background, contents, fill, stroke, border or particles.
/// Clips, masks and transforms are applied. A point in the bounds of a layer without paint is not a hit. Each painting, from the
/// topmost down, is drawn alone into one tiny pixel, so that the hit test and the rasteriser agree (docs/decisions/copies.md).
public final class HitTester {
  private let presenter: Presenter
  private let rasterizer: Rasterizer

  /// Pixels per point of the scene for the pixel that the hit tester draws. At 64 pixels per point, this pixel is far smaller than
  /// any visible detail.
  private static let pixelsPerPoint: Double = 64

  /// The cancellation of the caller, which is checked before each painting is examined.
  public var cancellation: Cancellation = .never {
    didSet { presenter.cancellation = cancellation.forAnotherThread }
  }

  /// The number of paintings that the last call examined. A painting is examined only if its bounds contain the point.
  public private(set) var examinedCount = 0

  /// Creates a hit tester that shares the memory of a presenter and a rasteriser.
  public init(_ presenter: Presenter = Presenter(), _ rasterizer: Rasterizer = Rasterizer()) {
    (self.presenter, self.rasterizer) = (presenter, rasterizer)
  }

  /// The topmost layer of a tree at a point, or nil if nothing is painted at the point.
  @export(interface)
  public func hitTest(_ root: Layer, _ point: Point, at time: Double) throws(PresentationError)
    -> Hit?
  {
    try hitTest(root, [point], at: time)[0]
  }

  /// The topmost layer of a tree at each of several points, at one time. The tree is evaluated once for all points.
  public func hitTest(_ root: Layer, _ points: [Point], at time: Double) throws(PresentationError)
    -> [Hit?]
  {
    examinedCount = 0
    let area = HitTester.area(around: points)
    presenter.hitRecordLimit = points.count == 1 ? HitTester.mostHitRecords : .max
    try presenter.hitRecord(root, at: time, seen: area)
    defer { presenter.finish() }
    let list = presenter.list
    let paintedItems = PaintedItems(list, presenter.hitRecords)
    var candidates = HitCandidates(paintedItems, list, points.count, in: area)
    var hits: [Hit?] = []
    hits.reserveCapacity(points.count)
    for point in points {
      hits.append(try topmost(at: point, list, paintedItems, &candidates))
    }
    return hits
  }

  /// The least alpha factor with which the content of a container can be visible. Each group rounds its pixels to 8 bits.
  private static let leastAlpha = 1.0 / 1024

  /// Half the side of the drawn pixel, in points.
  private static let half = 0.5 / HitTester.pixelsPerPoint
  /// The greatest distance between the point and paint that is hit, in points.
  static let distance = 2 * half

  /// A rectangle that contains all paint that points can hit. The rectangle is empty if there are no points.
  private static func area(around points: [Point]) -> Rect {
    guard let first = points.first else { return .zero }
    let low = points.reduce(first) { Point(min($0.x, $1.x), min($0.y, $1.y)) }
    let high = points.reduce(first) { Point(max($0.x, $1.x), max($0.y, $1.y)) }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y).insetBy(-2 * distance)
  }

  /// The greatest number of hit records of a hit test of one point, which take 400 to 800 bytes each. The area around several
  /// points may contain any number of copies.
  private static let mostHitRecords = 1 << 17

  /// The greatest number of outline corners that may be drawn for one point, over all paintings. The same items have fewer corners
  /// in a frame, because a frame has fewer pixels for each point.
  private static let mostCorners = 2 * FrameLimit.corners.most

  private func topmost(
    at point: Point, _ list: DisplayList, _ paintedItems: PaintedItems,
    _ candidates: inout HitCandidates
  ) throws(PresentationError) -> Hit? {
    let half = HitTester.half
    let aim = PlaneTransform.translation(half - point.x, half - point.y)
    var cancellation = cancellation.forAnotherThread
    var corners = 0
    for index in candidates.near(point).reversed() {
      let painted = paintedItems.all[index]
      guard cancellation.shouldContinueNow() else { throw .cancelled }
      let isNear = list.mayReach(
        point, painted.item, painted.transform, within: HitTester.distance)
      guard isNear else { continue }
      let alpha = paintedItems.alpha(around: painted)
      // A painting with an alpha factor below `leastAlpha` is rounded to 0 in the 8 bits of the pixel.
      if let alpha, alpha < HitTester.leastAlpha { continue }
      examinedCount += 1
      if !list.surelyCovers(point, painted, alpha, within: HitTester.distance) {
        let isHit = try isPainted(list.isolating(painted, paintedItems.containers, at: aim))
        corners += rasterizer.cornerCount
        if !isHit {
          let most = HitTester.mostCorners
          if corners > most { throw .tooManyCorners(most: most) }
          continue
        }
      }
      let hitRecord = presenter.hitRecords[painted.hitID]
      let local = (hitRecord.plane * painted.transform).inverted?.apply(point) ?? .zero
      return Hit(
        layer: hitRecord.layer, copy: hitRecord.copy, point: local,
        character: hitRecord.character(at: local),
        portal: hitRecord.portalOrProxy)
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
        // A painting that exceeds a limit of the rasteriser counts as not painted.
        case .limit: break
        }
      }
      return nil
    }
    if let failure { throw failure }
    return pixel >> 24 > 0
  }
}

extension HitRecord {
  /// The character at a point of a copy of a glyph layer, or nil if the layer is not a glyph layer.
  fileprivate func character(at point: Point) -> Int? {
    guard layer.textOfGlyph != nil, let k = copy.last else { return nil }
    return text?.layout.character(ofCopy: k, at: point)
  }
}
