import StrettoDisplayList
import StrettoGeometry

/// One drawing operation with all coordinates and colours resolved for the device. All commands that reach into a band are drawn
/// in order.
struct Command {
  enum Kind: UInt8 {
    case draw
    /// Begins a group. The following commands up to `endGroup` are drawn into a picture of their own, as `groups[index]`
    /// describes.
    case beginGroup
    /// Begins the mask of a group. The following commands up to `endGroup` are drawn into the mask's picture.
    case beginMask
    /// Begins a picture whose alpha is the coverage of a group. The following commands up to `endGroup` are drawn into the
    /// picture of the coverage.
    case beginCoverage
    case endGroup
  }

  /// Pixels of the frame that the command may change.
  var bounds: PixelRect
  var area: Area = .everything
  var kind: Kind
  var additive: Bool = false
  /// True if the paint replaces the pixels below, and false if the paint is composited over the pixels below.
  var replaces: Bool = false
  /// Paint of a `draw` command. In the commands of a group, `paint.index` is the index of the group.
  var paint: DevicePaint
  /// Indices in `joinedPaints` of further paints of the same area, from the bottom to the top. The paint of a `draw` command, or
  /// the picture of a group that ends, is composited with these paints first, and the result is composited once with the pixels
  /// below.
  var joined: Range<Int32> = 0..<0

  /// True if the command covers every pixel of `rect` fully.
  func coversWhole(_ rect: PixelRect) -> Bool {
    guard bounds.intersection(rect) == rect else { return false }
    if case .everything = area { return true }
    guard case .rect(let extent) = area else { return false }
    return extent.minX <= Double(rect.x0) && extent.maxX >= Double(rect.x1)
      && extent.minY <= Double(rect.y0) && extent.maxY >= Double(rect.y1)
  }
}

/// A paint that is resolved for the device.
struct DevicePaint {
  enum Source: UInt8 {
    case color, gradient, image
    /// The finished picture of a pass, whose pixels coincide with the pixels of the device.
    case picture
  }

  /// Premultiplied colour of the paint, or the factor for each channel of a gradient, an image or a picture.
  var color: UInt32 = 0
  /// Index of the gradient, the image or the placed pass in the command list.
  var index: Int32 = 0
  var source: Source = .color
}

/// A paint that shares the edges of the command before it.
struct JoinedPaint {
  var paint: DevicePaint
  /// Area that the paint does not cover, if the paint is a border, whose outer contour is the outline of the shared area.
  var hole: Area?
}

/// A covered area, in one of the forms from which coverage can be computed.
enum Area {
  /// All pixels within the bounds of the command.
  case everything
  /// An upright rectangle on the device, in pixels.
  case rect(Extent)
  /// The outline `outlines[outline]`, transformed to the device by the affine `transform`.
  case outline(outline: Int32, transform: Affine)
  /// An outline that fits into a tile and that `SmallShapes` draws, with fields as in `outline`.
  case small(outline: Int32, transform: Affine)
}

/// A plane transform without perspective.
struct Affine {
  var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

  init(_ m: PlaneTransform) { (a, b, c, d, tx, ty) = (m.a, m.b, m.c, m.d, m.tx, m.ty) }

  /// True if the transform maps upright rectangles to upright rectangles.
  var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

  func apply(_ p: Point) -> Point { Point(p.x * a + p.y * c + tx, p.x * b + p.y * d + ty) }
}

extension Area {
  /// This area in a form that bands can draw. An area for `SmallShapes` becomes an outline, and any other area does not change.
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

/// A group that is drawn into a picture of its own.
struct GroupCommand {
  var bounds: PixelRect
  /// Premultiplied colour by which every pixel of the group's picture is multiplied.
  var color: UInt32 = ~0
  var blend: BlendMode
  var clip: Area?
  /// Area of the parts of the shape that are drawn after this group; see `Clip.laterParts`.
  var later: Area?
  var hasMask: Bool = false
  /// True if the group's blend mode acts on the covered part of each pixel, and a second picture holds the coverage of the group.
  var drawsCoverage: Bool = false
  /// True if the picture of the group begins with clear pixels. If the group is not isolated, the picture begins as a copy of the
  /// pixels below the group, and the finished picture replaces the pixels below.
  var isIsolated: Bool = true
  /// Paint of the group's mask, if the mask is one paint that covers the whole picture.
  var mask: DevicePaint?

  /// True if the group's picture is painted over the pixels below the group, or is added to them.
  var isPlain: Bool { isIsolated && (blend == .sourceOver || blend == .additive) }

  /// True if the group only clips its content.
  var onlyClips: Bool {
    clip != nil && later == nil && !hasMask && blend == .sourceOver && color == ~0
  }

  /// Number of bytes that the pictures of the group need in one band. A group has its own picture and at most one more, for the
  /// mask or for the coverage.
  var bytesInBand: Int {
    let pictures = hasMask || drawsCoverage ? 2 : 1
    return 4 * bounds.width * min(bounds.height, Int(bandHeight)) * pictures
  }
}

/// Commands, outlines, paints and groups of a frame part. A command list is made once for each frame, and does not change while
/// bands are drawn.
///
/// `CommandList` is a class and not a noncopyable struct, because checking the exclusive use of 150 fields took the compiler of
/// Swift 6.3 a fifth of this module's compile time.
final class CommandList {
  private(set) var commands = Arena<Command>()
  private(set) var joinedPaints = Arena<JoinedPaint>()
  var groups = Arena<GroupCommand>()
  var gradients = Arena<GradientPaint>()
  /// Colour tables of all gradients that have a colour table.
  var colors = Arena<UInt32>()
  var images = Arena<ImageSampler>()
  var passes = Arena<Pass>()
  var placedPasses = Arena<PlacedPass>()
  var steps = Arena<PassStep>()
  var outlines = Arena<Outline>()
  var store: OutlineStore
  /// Clips of the groups that are being expanded, and of groups that were expanded before.
  var clips = Arena<PlacedShape>()
  let budget: FrameBudget
  /// Number of bytes of the finished pictures of all passes.
  var pictureBytes = 0
  /// Sum over all commands of the number of bands that the command reaches into, including commands that were removed by
  /// `truncate`.
  private(set) var bandEntries = 0

  init(_ budget: FrameBudget) {
    self.budget = budget
    store = OutlineStore(budget)
  }

  /// True if there may be one more command or joined paint.
  private var allowsCommand: Bool {
    budget.allows(commands.count + joinedPaints.count + 1, of: .commands)
  }

  @inline(__always) func append(_ command: Command) {
    bandEntries += BandBins.bands(command.bounds).count
    guard allowsCommand, budget.allows(bandEntries, of: .commandsInBands) else { return }
    var command = command
    let joined = Int32(truncatingIfNeeded: joinedPaints.count)
    command.joined = joined..<joined
    if !commands.append(command) { budget.end() }
  }

  /// Adds a paint to the last command.
  func join(_ paint: JoinedPaint) {
    if !allowsCommand { return }
    let last = commands.count - 1
    let end = add(paint, to: &joinedPaints) + 1
    commands[last].joined = commands[last].joined.lowerBound..<end
    commands[last].area = commands[last].area.general
  }

  /// Removes the commands of a mask from command `start` on if the mask is one paint that covers the whole picture of the group,
  /// and sets the paint as the group's `mask`. When such a group is composited, each row of its picture is multiplied by the paint.
  func foldMask(from start: Int) {
    let (index, mask) = (Int(commands[start].paint.index), commands[start + 1])
    let group = groups[index]
    guard commands.count == start + 2, group.isPlain, group.later == nil, mask.kind == .draw,
      mask.paint.source != .picture, !mask.additive, mask.joined.isEmpty,
      mask.coversWhole(group.bounds)
    else { return }
    groups[index].mask = mask.paint
    truncate(to: start)
  }

  /// Swaps command `i` with the command after it, which begins a group. After the swap, command `i` is the first command of the
  /// group and fills the group's picture.
  func moveIntoGroup(_ i: Int) {
    let begin = commands[i + 1]
    commands[i + 1] = commands[i]
    (commands[i + 1].area, commands[i + 1].bounds) = (.everything, begin.bounds)
    commands[i] = begin
  }

  /// Removes the command `start`, which begins a group, and joins the paints in the group to the command `head` before the group.
  /// If `head` equals `start`, the other paints in the group are joined to the first command in the group.
  func dissolveGroup(_ start: Int, into head: Int) {
    if head == start { commands[head] = commands[head + 1] }
    for i in head + 2..<commands.count {
      add(JoinedPaint(paint: commands[i].paint), to: &joinedPaints)
    }
    commands.truncate(to: head + 1)
    let end = Int32(truncatingIfNeeded: joinedPaints.count)
    commands[head].joined = commands[head].joined.lowerBound..<end
  }

  /// Appends an element to one of the arenas, and returns the index of the arena's last element. If there is no memory for the
  /// new element, the frame ends with an error.
  @discardableResult @inline(__always)
  func add<Element>(_ element: Element, to arena: inout Arena<Element>) -> Int32 {
    if !arena.append(element) { budget.end() }
    return Int32(truncatingIfNeeded: arena.count - 1)
  }

  /// Removes the commands from index `count` on, of which there is at least one.
  func truncate(to count: Int) {
    joinedPaints.truncate(to: Int(commands[count].joined.lowerBound))
    commands.truncate(to: count)
  }

  /// Number of calls of `begin`.
  private(set) var frame = 0

  /// Removes the contents of the previous frame from the list.
  func begin() {
    frame += 1
    commands.removeAll()
    joinedPaints.removeAll()
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
    (bandEntries, pictureBytes) = (0, 0)
  }
}
