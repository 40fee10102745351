import StrettoDisplayList
import StrettoGeometry

/// One step of drawing, with everything resolved for the device: what the bands carry out in order.
struct Command {
  enum Kind: UInt8 {
    case draw
    /// From here to `endGroup` everything goes into a picture of its own; see `groups[index]`.
    case beginGroup
    /// From here to `endGroup` everything goes into the mask of the group.
    case beginMask
    case endGroup
  }

  enum Source: UInt8 { case color, gradient, image }

  var kind: Kind
  var source: Source = .color
  var additive: Bool = false
  /// The frame's pixels that may change.
  var bounds: PixelRect
  var area: Area = .everything
  /// The premultiplied colour, or the factor for every channel of a gradient's or image's pixels.
  var color: UInt32 = 0
  /// The group, or the gradient or image.
  var index: Int32 = 0
}

/// What is covered, in one of the forms that coverage can be computed from.
enum Area {
  /// All that a command may change.
  case everything
  /// An upright rectangle in pixels.
  case rect(Extent)
  /// `outlines[outline]`, placed by the affine `transform` where it is drawn.
  case outline(outline: Int32, transform: Affine)
  /// `edgeLists[list]`: edges that were placed once and sorted into bands.
  case edges(list: Int32)
}

/// A plane transform without perspective.
struct Affine {
  var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

  init(_ m: PlaneTransform) { (a, b, c, d, tx, ty) = (m.a, m.b, m.c, m.d, m.tx, m.ty) }
}

/// A body drawn as a whole.
struct GroupCommand {
  var bounds: PixelRect
  /// 0...255.
  var opacity: UInt32
  var additive: Bool
  var clip: Area?
  var hasMask: Bool
}

/// The edges of a large outline: those that reach into band b of the frame are
/// `edges[starts[firstStart + b - firstBand] ..< starts[firstStart + b - firstBand + 1]]`.
struct EdgeList {
  var firstBand: Int32
  var bandCount: Int32
  var firstStart: Int32
  var evenOdd: Bool
}

/// All that the bands need, made once a frame and not changed while they are drawn.
struct CommandList: ~Copyable {
  var commands = Arena<Command>()
  var groups = Arena<GroupCommand>()
  var gradients = Arena<GradientPaint>()
  /// The tables of all radial gradients.
  var colors = Arena<UInt32>()
  var images = Arena<ImageSampler>()
  var outlines = Arena<Outline>()
  var store = OutlineStore()
  var edgeLists = Arena<EdgeList>()
  var edgeStarts = Arena<Int32>()
  var edges = Arena<Edge>()
  /// The edges of the outline at hand before they are sorted.
  var placed = Arena<Edge>()

  mutating func removeAll() {
    commands.removeAll()
    groups.removeAll()
    gradients.removeAll()
    colors.removeAll()
    images.removeAll()
    outlines.removeAll()
    store.removeAll()
    edgeLists.removeAll()
    edgeStarts.removeAll()
    edges.removeAll()
  }
}
