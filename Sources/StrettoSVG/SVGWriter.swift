import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster

/// The size of an SVG page, and how parts without a vector form are drawn.
public struct SVGOptions {
  /// The width of the page in points.
  public var width: Double
  public var height: Double
  /// The colour of the page behind all items, not premultiplied.
  public var background: Color
  /// Number of pixels of embedded images for each point of the page.
  public var scale: Double
  /// The number of threads that draw embedded images.
  public var threads: Int
  /// True if blurs, shadows and colour matrices are written as SVG filters. Blurs, shadows and colour matrices can also be drawn
  /// as embedded images, for viewers without filters.
  public var hasFilters: Bool

  public init(
    width: Double, height: Double, background: Color, scale: Double, threads: Int, hasFilters: Bool
  ) {
    (self.width, self.height, self.background) = (width, height, background)
    (self.scale, self.threads, self.hasFilters) = (scale, threads, hasFilters)
  }
}

/// Writes a frame as an SVG 1.1 file with the blend modes of CSS.
///
/// The parts of a frame that SVG cannot express are written as embedded images, which are as small as possible. SVG cannot
/// express conic gradients, paint of several colours in perspective, blurs that repeat edge pixels, and blend modes that CSS
/// lacks. An item with a blend mode that CSS lacks is embedded together with everything below the item.
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

/// How items are written: the transform, colour, clip paths and scale of the items.
struct WriteContext {
  /// The transform from the coordinates of the items to the coordinates of the SVG element that is being written.
  var transform: PlaneTransform = .identity
  /// An opaque colour that multiplies everything that the items paint.
  var tint: Color = .white
  /// True if the writer writes the items of a mask. The items of a mask are painted white, because SVG masks by luminance.
  var isWhite: Bool = false
  /// The clip paths around each element, outermost first. The clip paths are not put on a group, because a clipped group would
  /// keep its items from blending with the content below the group.
  var clips: [Int] = []
  /// The greatest number of pixels for each unit of the SVG element's coordinates, which may be above 1 because copies may show a
  /// subpicture enlarged.
  var scale: Double = 1
}

final class SVGWriter {
  let list: DisplayList
  let options: SVGOptions
  let survey: ListSurvey
  let facts: [ItemFacts]
  /// The number of times that each subpicture is shown. The array `pathUses` has the number of times that each path is filled.
  let shownSubpictures: [Int]
  let pathUses: [Int]
  /// The greatest number of pixels per unit of each subpicture, over all copies of the subpicture.
  let subpictureScales: [Double]
  let page: Rect
  /// True if embedded images are drawn. If embedded images are not drawn, the writer only counts them, which takes far less time.
  let draws: Bool
  var cancellation: Cancellation
  var tracer: OutlineTracer
  let rasterizer = Rasterizer()

  var out = Markup()
  /// Elements to which other elements of the SVG file refer. In the SVG file, the definitions come before all other elements.
  var definitions = Markup()
  /// Number of bytes of the SVG text that the writer has set aside while it writes a definition.
  private var waiting = 0
  private var lastID = 0
  var subpictures: [SubpictureDefinitionKey: Int] = [:]
  var gradients: [GradientKey: Int] = [:]
  var images: [ImageKey: Int] = [:]
  var paths: [Int: Int] = [:]
  private var counts: [SVGLimit: Int] = [:]
  private var stack = StackSpace()
  /// The approximate number of bytes of stack that one level of nested groups takes.
  private static let groupStackSize: UInt = 65_536

  /// Creates a writer for a display list whose picture is one group.
  init(
    _ list: DisplayList, _ options: SVGOptions, _ cancellation: Cancellation, draws: Bool = true
  ) throws {
    (self.list, self.options, self.cancellation) = (list, options, cancellation.forAnotherThread)
    self.draws = draws
    page = Rect(0, 0, options.width, options.height)
    survey = try ListSurvey(list, cancellation)
    var check = cancellation.forAnotherThread
    (facts, shownSubpictures) = try list.facts(survey, hasFilters: options.hasFilters, &check)
    subpictureScales = list.subpictureScales(options.scale)
    pathUses = list.pathUses(shownSubpictures)
    tracer = OutlineTracer(cancellation)
  }

  /// True if an item may have to be drawn as an embedded image.
  var hasPictures: Bool { facts.contains { $0.hasPicture || $0.isPicture } }

  func file() throws -> [UInt8] {
    let root = list.picture.lowerBound
    try count(.shapes, Int(clampingUp: min(survey.shapes(inItem: root), 1e12)))
    try write(root + 1..<list.end(ofItem: root), WriteContext(scale: options.scale), .page)
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

  /// The pixels with which a blend mode mixes the colours of an item.
  enum Backdrop {
    /// The pixels of all items of the display list that the writer has written before.
    case below
    /// Transparent pixels, which are the backdrop in an isolated group.
    case clear
    /// The background colour of the page.
    case page
  }

  func write(_ range: Range<Int>, _ context: WriteContext, _ backdrop: Backdrop) throws {
    var i = range.lowerBound
    if backdrop != .below, let end = endOfMixing(range) {
      try writeMixed(i..<end, context, backdrop == .page ? options.background : .clear)
      i = end
    }
    while i < range.upperBound {
      try write(i, context)
      i = list.end(ofItem: i)
    }
  }

  func write(_ i: Int, _ context: WriteContext) throws {
    try cancellation.checkCancelled()
    if stack.isBelow(SVGWriter.groupStackSize) { throw SVGError.stackTooSmall }
    switch list.items[i] {
    case .draw(let draw):
      if facts[i].isPicture { try writeRaster(of: i, context) } else { try write(draw, i, context) }
    case .group(let group):
      if facts[i].isPicture {
        try writeRaster(of: i, context)
      } else {
        try write(group, i, context)
      }
    case .glyphs(let run):
      try write(run, i, context)
    case .copies(let first, let count, let subpicture):
      try writeCopies(list.copyRange(first, count), subpicture, i, context)
    }
  }

  /// The index after the last item of the range whose blend mode SVG cannot express, or nil if the range has no such item.
  private func endOfMixing(_ range: Range<Int>) -> Int? {
    var (i, end) = (range.lowerBound, Int?.none)
    while i < range.upperBound {
      if facts[i].mixes { end = list.end(ofItem: i) }
      i = list.end(ofItem: i)
    }
    return end
  }

  // MARK: Text

  /// Writes a definition, to which other elements refer.
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

  /// Appends the end of an XML tag, or the end tag of an element, and checks the size of the file.
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
        guard case .copies(let first, let count, let subpicture) = items[i],
          scales.indices.contains(subpicture)
        else { continue }
        for k in copyRange(first, count) {
          scales[subpicture] = max(scales[subpicture], scale * copies[k].transform.gain)
        }
      }
    }
    look(picture, ofPage)
    for subpicture in subpictures.indices.reversed() {
      look(subpictures[subpicture], scales[subpicture])
    }
    return scales
  }

  /// The number of times that each path is filled. The array `shown` has the number of times that each subpicture is shown.
  fileprivate func pathUses(_ shown: [Int]) -> [Int] {
    var uses = [Int](repeating: 0, count: paths.count)
    func use(_ path: Int, _ times: Int) {
      if uses.indices.contains(path) { uses[path] = min(uses[path] + times, 1 << 32) }
    }
    for (range, times) in zip(subpictures + [picture], shown + [1]) {
      for item in items[range] {
        if case .draw(let draw) = item, case .fill(let path, _) = draw.shape { use(path, times) }
        if case .glyphs(let run) = item { for k in glyphs(of: run) { use(glyphs[k].path, times) } }
      }
    }
    return uses
  }
}

extension PlaneTransform {
  /// The greatest factor by which the transform scales a length, without the perspective of the transform.
  var gain: Double {
    squaredGain.squareRoot() / max(ww.magnitude, 1e-9)
  }
}
