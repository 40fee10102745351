import StrettoDisplayList
import StrettoGeometry

/// One step of drawing with everything resolved for the device. Bands carry out commands in order.
struct Command {
  enum Kind: UInt8 {
    case draw
    /// Begins a group: commands up to `endGroup` are drawn into a picture of their own. See `groups[index]`.
    case beginGroup
    /// Begins the mask of the group: commands up to `endGroup` are drawn into it.
    case beginMask
    /// Begins a picture whose alpha is the group's coverage: commands up to `endGroup` are drawn into it.
    case beginCoverage
    case endGroup
  }

  enum Source: UInt8 {
    case color, gradient, image
    /// The finished picture of the pass in `placedPasses[index]`, pixel on pixel.
    case picture
  }

  var kind: Kind
  var source: Source = .color
  var additive: Bool = false
  /// Whether the source replaces the pixels below instead of being painted over them.
  var replaces: Bool = false
  /// Whether the command paints the same area as the command before it. Both are composited with each other first, and their
  /// result once with what lies below.
  var sharesEdges: Bool = false
  /// Whether a command that joins paints the part of the joined area outside its own area, as a border does.
  var isOutsideHole: Bool = false
  /// Pixels of the frame that may change.
  var bounds: PixelRect
  var area: Area = .everything
  /// Premultiplied colour, or the factor for each channel of a gradient or an image.
  var color: UInt32 = 0
  /// Index of the group, gradient or image.
  var index: Int32 = 0

  /// Whether every pixel of `rect` is covered in full.
  func coversWhole(_ rect: PixelRect) -> Bool {
    guard bounds.intersection(rect) == rect else { return false }
    if case .everything = area { return true }
    guard case .rect(let extent) = area else { return false }
    return extent.minX <= Double(rect.x0) && extent.maxX >= Double(rect.x1)
      && extent.minY <= Double(rect.y0) && extent.maxY >= Double(rect.y1)
  }
}

/// A covered area, in one of the forms from which coverage can be computed.
enum Area {
  /// All pixels within the command's bounds.
  case everything
  /// An upright rectangle in pixels.
  case rect(Extent)
  /// `outlines[outline]`, placed by the affine `transform` where it is drawn.
  case outline(outline: Int32, transform: Affine)
  /// An outline, as above, that `SmallShapes` can draw.
  case small(outline: Int32, transform: Affine)
}

/// A plane transform without perspective.
struct Affine {
  var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

  init(_ m: PlaneTransform) { (a, b, c, d, tx, ty) = (m.a, m.b, m.c, m.d, m.tx, m.ty) }

  /// Upright rectangles stay upright rectangles.
  var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

  func apply(_ p: Point) -> Point { Point(p.x * a + p.y * c + tx, p.x * b + p.y * d + ty) }
}

extension Area {
  /// This area as one for bands rather than for `SmallShapes`.
  var general: Area {
    guard case .small(let outline, let transform) = self else { return self }
    return .outline(outline: outline, transform: transform)
  }
}

/// A shape and its transform to the device.
struct PlacedShape {
  var shape: Shape
  var transform: PlaneTransform
}

/// A body drawn as a whole.
struct GroupCommand {
  var bounds: PixelRect
  /// Premultiplied colour by which every pixel is multiplied.
  var color: UInt32 = ~0
  var blend: BlendMode
  var clip: Area?
  /// See `Clip.later`.
  var later: Area?
  var hasMask: Bool = false
  /// Whether its blend mode acts on the covered part of each pixel, which a second picture holds.
  var drawsCoverage: Bool = false
  /// Whether the picture begins clear. If not, it begins as a copy of what lies below, and replaces it.
  var isIsolated: Bool = true

  /// Whether its picture is painted over what lies below, or added to it.
  var isPlain: Bool { isIsolated && (blend == .sourceOver || blend == .additive) }

  /// Whether the group does nothing but clip.
  var onlyClips: Bool {
    clip != nil && later == nil && !hasMask && blend == .sourceOver && color == ~0
  }

  /// Bytes of its pictures in one band: its own and, at most, one of mask and coverage at a time.
  var bytesInBand: Int {
    let pictures = hasMask || drawsCoverage ? 2 : 1
    return 4 * bounds.width * min(bounds.height, Int(bandHeight)) * pictures
  }
}

/// Everything that bands need, made once a frame and not changed while they are drawn.
///
/// A class rather than a struct that cannot be copied: checking the uses of its 150 fields took the compiler of Swift 6.3 a
/// fifth of this room's time.
final class CommandList {
  private(set) var commands = Arena<Command>()
  var groups = Arena<GroupCommand>()
  var gradients = Arena<GradientPaint>()
  /// Colour tables of all radial gradients.
  var colors = Arena<UInt32>()
  var images = Arena<ImageSampler>()
  var passes = Arena<Pass>()
  var placedPasses = Arena<PlacedPass>()
  var steps = Arena<PassStep>()
  var outlines = Arena<Outline>()
  var store = OutlineStore()
  /// Clips of groups that are being expanded, or were.
  var clips = Arena<PlacedShape>()
  /// Asked now and then while outlines are made and sorted.
  var cancellation: Cancellation = .never
  /// Why the frame is refused. Nothing is added any more then, and it is not drawn.
  private(set) var refusal: RasterError?
  /// Bytes of the finished pictures of all passes.
  var pictureBytes = 0
  /// Sum of the numbers of bands that the commands reach into, truncated ones included.
  private(set) var bandEntries = 0

  /// Whether drawing some commands, which may change this many `pixels`, takes less time than waking a second thread.
  func isShort(_ range: Range<Int>, _ pixels: Int, _ frame: PixelRect) -> Bool {
    let points = store.points.count * range.count / max(1, commands.count)
    let nanoseconds =
      frame.width * frame.height / 32 + pixels + 128 * range.count + 16 * points
    return nanoseconds < 50_000
  }

  func refuse(_ limit: FrameLimit) { refusal = .limit(limit) }

  @inline(__always) func append(_ command: Command) {
    if commands.count >= FrameLimit.commands.most { return refuse(.commands) }
    bandEntries += BandBins.bands(command.bounds).count
    if bandEntries > FrameLimit.commandsInBands.most { return refuse(.commandsInBands) }
    if !commands.append(command) { refusal = .noMemory }
  }

  /// Appends to one of the arenas, and returns the index of its last element. Without memory the frame is refused.
  @discardableResult @inline(__always)
  func add<Element>(_ element: Element, to arena: inout Arena<Element>) -> Int32 {
    if !arena.append(element) { refusal = .noMemory }
    return Int32(truncatingIfNeeded: arena.count - 1)
  }

  /// Keeps the first `count` commands.
  func truncate(to count: Int) { commands.truncate(to: count) }

  /// Moves command `i` to index `first`, which is not above `i`.
  func move(_ i: Int, to first: Int) {
    let command = commands[i]
    for k in stride(from: i, to: first, by: -1) { commands[k] = commands[k - 1] }
    commands[first] = command
  }

  /// Removes command `i`.
  func remove(_ i: Int) {
    for k in i..<commands.count - 1 { commands[k] = commands[k + 1] }
    commands.truncate(to: commands.count - 1)
  }

  var isCancelled: Bool { cancellation.isCancelled || store.cancellation.isCancelled }

  /// Empties the list for a frame.
  func begin(_ cancellation: Cancellation) {
    self.cancellation = cancellation.forAnotherThread
    store.cancellation = cancellation.forAnotherThread
    removeAll()
  }

  private func removeAll() {
    commands.removeAll()
    groups.removeAll()
    gradients.removeAll()
    colors.removeAll()
    images.removeAll()
    passes.removeAll()
    placedPasses.removeAll()
    steps.removeAll()
    outlines.removeAll()
    store.removeAll()
    clips.removeAll()
    (refusal, bandEntries, pictureBytes) = (nil, 0, 0)
  }

  func giveBack() {
    commands.giveBack()
    groups.giveBack()
    gradients.giveBack()
    colors.giveBack()
    images.giveBack()
    passes.giveBack()
    placedPasses.giveBack()
    steps.giveBack()
    outlines.giveBack()
    store.giveBack()
    clips.giveBack()
  }
}
