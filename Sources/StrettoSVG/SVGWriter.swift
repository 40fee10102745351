import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster

/// The size of a page, and how pictures are drawn on it.
public struct SVGOptions {
  /// Width of the page in points.
  public var width: Double
  public var height: Double
  /// Straight (not premultiplied) colour behind everything.
  public var background: Color
  /// Pixels a point of what has no vector form.
  public var scale: Double
  /// Count of the threads that draw pictures.
  public var threads: Int
  /// Whether blurs, shadows and matrices are SVG's filters, or pictures for those who have none.
  public var hasFilters: Bool

  public init(
    width: Double, height: Double, background: Color, scale: Double, threads: Int, hasFilters: Bool
  ) {
    (self.width, self.height, self.background) = (width, height, background)
    (self.scale, self.threads, self.hasFilters) = (scale, threads, hasFilters)
  }
}

/// A frame as a file of SVG 1.1, with the blend modes of CSS.
///
/// A thing that SVG has no word for is a picture inside, as small as can be: cones and perspective of what has several
/// colours; blurs with edges that go on; and all up to what meets the picture below it in a way of its own.
///
/// - Throws: `SVGError`, `RasterError` or `Cancelled`.
public func svg(of list: DisplayList, _ options: SVGOptions, _ cancellation: Cancellation) throws
  -> [UInt8]
{
  let list = list.wrapped()
  let counting = try SVGWriter(list, options, cancellation, draws: false)
  if counting.hasPictures { _ = try counting.file() }
  return try SVGWriter(list, options, cancellation).file()
}

/// Place where items are written, with the transform and scale on the way there.
struct Place {
  /// Transform from the items' space to that of the text that is being written.
  var transform: PlaneTransform = .identity
  /// Multiplies what is painted; opaque.
  var tint: Color = .white
  /// Whether alpha alone counts, as in a mask, which SVG reads by its light: everything is painted white.
  var isWhite: Bool = false
  /// Around each thing that is painted, outermost first: a group would keep what blends from what lies below.
  var clips: [Int] = []
  /// Pixels that a unit of the text's space takes at most: a body may be shown larger than it is.
  var scale: Double = 1
}

final class SVGWriter {
  let list: DisplayList
  let options: SVGOptions
  let survey: ListSurvey
  let facts: [ItemFacts]
  /// Count of the uses of each body, and of each path.
  let shownSubpictures: [Int]
  let pathUses: [Int]
  /// Pixels that a unit of each body's space takes where it is shown largest.
  let subpictureScales: [Double]
  let page: Rect
  /// False where pictures inside are only counted, which takes no time beside drawing them.
  let draws: Bool
  var cancellation: Cancellation
  var tracer: OutlineTracer
  let rasterizer = Rasterizer()

  var out = Markup()
  /// Elements that others refer to; they stand first.
  var definitions = Markup()
  /// Bytes of texts that wait while a definition is written.
  private var waiting = 0
  private var lastID = 0
  var subpictures: [PlacedSubpictureKey: Int] = [:]
  var gradients: [GradientKey: Int] = [:]
  var images: [ImageKey: Int] = [:]
  var paths: [Int: Int] = [:]
  private var counts: [SVGLimit: Int] = [:]
  private var stack = StackRoom()
  /// Stack that the groups of one layer take, with all that is written on the way, about.
  private static let groupRoom: UInt = 65_536

  /// A list whose picture is one group.
  init(
    _ list: DisplayList, _ options: SVGOptions, _ cancellation: Cancellation, draws: Bool = true
  ) throws {
    (self.list, self.options, self.cancellation) = (list, options, cancellation.another)
    self.draws = draws
    page = Rect(0, 0, options.width, options.height)
    survey = try ListSurvey(list, cancellation)
    var check = cancellation.another
    (facts, shownSubpictures) = try list.facts(survey, hasFilters: options.hasFilters, &check)
    subpictureScales = list.subpictureScales(options.scale)
    pathUses = list.pathUses(shownSubpictures)
    tracer = OutlineTracer(cancellation)
  }

  /// Whether something may have to be drawn for the file.
  var hasPictures: Bool { facts.contains { $0.hasPicture || $0.isPicture } }

  func file() throws -> [UInt8] {
    let root = list.picture.lowerBound
    try count(.shapes, Int(clampingUp: min(survey.shapes(inItem: root), 1e12)))
    try write(root + 1..<list.end(ofItem: root), Place(scale: options.scale), .page)
    var file = Markup()
    file.add("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    file.attribute("width", options.width)
    file.attribute("height", options.height)
    file.attribute("viewBox", "0 0 \(number(options.width)) \(number(options.height))")
    file.add(">\n")
    if !definitions.bytes.isEmpty {
      file.add("<defs>\n")
      file.add(definitions)
      file.add("</defs>\n")
    }
    if options.background.clamped.alpha > 0 {
      file.add("<rect")
      file.attributes(of: page)
      file.paint("fill", options.background)
      file.add("/>\n")
    }
    file.add(out)
    file.add("</svg>\n")
    return file.bytes
  }

  // MARK: Items

  /// Pixels below items that blend.
  enum Ground {
    /// Everything that was written before.
    case below
    /// Nothing.
    case clear
    /// The file's background.
    case page
  }

  func write(_ range: Range<Int>, _ place: Place, _ ground: Ground) throws {
    var i = range.lowerBound
    if ground != .below, let end = endOfMixing(range) {
      try writeMixed(i..<end, place, ground == .page ? options.background : .clear)
      i = end
    }
    while i < range.upperBound {
      try write(i, place)
      i = list.end(ofItem: i)
    }
  }

  func write(_ i: Int, _ place: Place) throws {
    try cancellation.checkCancelled()
    if stack.isBelow(SVGWriter.groupRoom) { throw SVGError.stackTooSmall }
    switch list.items[i] {
    case .draw(let draw):
      if facts[i].isPicture { try writePicture(of: i, place) } else { try write(draw, i, place) }
    case .group(let group):
      if facts[i].isPicture {
        try writePicture(of: i, place)
      } else {
        try write(group, i, place)
      }
    case .copies(let first, let count, let body):
      try writeCopies(list.copyRange(first, count), body, i, place)
    }
  }

  /// End of the last item, among some, that meets the items below in a way that SVG has no word for.
  private func endOfMixing(_ range: Range<Int>) -> Int? {
    var (i, end) = (range.lowerBound, Int?.none)
    while i < range.upperBound {
      if facts[i].mixes { end = list.end(ofItem: i) }
      i = list.end(ofItem: i)
    }
    return end
  }

  // MARK: Text

  /// Writes something that others refer to.
  func define(_ write: () throws -> Void) throws {
    let outer = out
    out = Markup()
    waiting += outer.bytes.count
    try write()
    waiting -= outer.bytes.count
    definitions.add(out)
    out = outer
    try checkSize()
  }

  func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Ends an element without content, or a tag.
  func endElement(_ end: StaticString = "/>\n") throws {
    out.add(end)
    try checkSize()
  }

  private func checkSize() throws {
    let size = out.bytes.count + definitions.bytes.count + waiting
    if size > SVGLimit.bytes.most { throw SVGError.limit(.bytes) }
  }

  func count(_ limit: SVGLimit, _ more: Int) throws {
    let sum = counts[limit, default: 0] + more
    if sum > limit.most { throw SVGError.limit(limit) }
    counts[limit] = sum
  }
}

extension DisplayList {
  fileprivate func subpictureScales(_ ofPage: Double) -> [Double] {
    var scales = [Double](repeating: 0, count: subpictures.count)
    func look(_ range: Range<Int>, _ scale: Double) {
      for i in range {
        guard case .copies(let first, let count, let body) = items[i], scales.indices.contains(body)
        else { continue }
        for k in copyRange(first, count) {
          scales[body] = max(scales[body], scale * copies[k].transform.gain)
        }
      }
    }
    look(picture, ofPage)
    for body in subpictures.indices.reversed() { look(subpictures[body], scales[body]) }
    return scales
  }

  /// Count of the fills of each path, if each body is shown so often.
  fileprivate func pathUses(_ shown: [Int]) -> [Int] {
    var uses = [Int](repeating: 0, count: paths.count)
    for (range, times) in zip(subpictures + [picture], shown + [1]) {
      for case .draw(let draw) in items[range] {
        if case .fill(let path, _) = draw.shape, uses.indices.contains(path) {
          uses[path] = min(uses[path] + times, 1 << 32)
        }
      }
    }
    return uses
  }
}

extension PlaneTransform {
  /// Factor by which a line may become longer, perspective apart.
  var gain: Double {
    let sum = a * a + b * b + c * c + d * d
    let determinant = a * d - b * c
    let root = max(0, sum * sum - 4 * determinant * determinant).squareRoot()
    return ((sum + root) / 2).squareRoot() / max(ww.magnitude, 1e-9)
  }
}
