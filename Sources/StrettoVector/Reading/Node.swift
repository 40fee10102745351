import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// Part of an animated picture, whose paints are transformed, faded, clipped and masked as one picture.
///
/// The writers of all formats use only the tree of nodes.
final class Node {
  /// The name of the layer, for messages and editors.
  var name: String
  /// The scale of the node. A node's transforms apply to its content in this order: scale, skew, rotation, translation.
  var scale: Channel = .constant([1, 1])
  /// The skew along x, in degrees.
  var skew: Channel = .constant([0])
  /// The rotation in degrees.
  var rotation: Channel = .constant([0])
  var translation: Channel = .constant([0, 0])
  /// The six numbers of a matrix that replaces the node's other transforms. The numbers of the matrix are interpolated linearly
  /// between keyframes.
  var matrix: Channel?
  var opacity: Channel = .constant([1])
  var content: [Element] = []
  var clip: Outline?
  var mask: Node?
  var blend: BlendMode = .sourceOver
  var filters: [VectorFilter] = []
  /// An upper bound for the distance in points of the visible content from the node's origin at all times. The content of the
  /// node must be complete before the reach is read for the first time.
  private(set) lazy var reach = findReach()

  init(_ name: String) { self.name = name }

  enum Element {
    case node(Node)
    case paint(PaintElement)
  }

  /// Whether the node neither fades nor clips, masks, filters or blends its content as a whole.
  var isPlain: Bool {
    opacity.constant == [1] && clip == nil && mask == nil && blend == .sourceOver && filters.isEmpty
  }

  /// Whether the node or its content moves.
  var moves: Bool {
    let own = [scale, skew, rotation, translation, opacity]
    return matrix?.isStatic == false || own.contains { !$0.isStatic }
      || (clip?.numbers.isStatic == false) || mask?.moves ?? false
      || filters.contains { !$0.numbers.isStatic }
      || content.contains {
        switch $0 {
        case .node(let node): node.moves
        case .paint(let paint): paint.moves
        }
      }
  }

  /// The transform of the node, if the transform is constant.
  var constantTransform: PlaneTransform? {
    if let matrix { return matrix.constant.map { PlaneTransform(numbers: $0) } }
    guard let scale = scale.constant, let skew = skew.constant, let rotation = rotation.constant,
      let translation = translation.constant
    else { return nil }
    return PlaneTransform(
      scale: scale, skew: skew[0], rotation: rotation[0], translation: translation)
  }
}

/// An effect on the picture of a node, with its numbers. The number of a blur is the standard deviation. The numbers of a colour
/// matrix are its 20 elements. The numbers of a shadow are the offset, the standard deviation, and red, green, blue and alpha.
struct VectorFilter {
  enum Kind { case blur, matrix, shadow }
  var kind: Kind
  var numbers: Channel

  /// The greatest distance in points by which the filter moves visible content.
  var reach: Double {
    numbers.keyValues.reduce(0) { reach, numbers in
      switch kind {
      case .matrix: reach
      case .blur: max(reach, VectorFilter.deviations * numbers[0])
      case .shadow:
        max(reach, Point(numbers[0], numbers[1]).length + VectorFilter.deviations * numbers[2])
      }
    }
  }

  /// The number of standard deviations beyond which a blur is invisible.
  private static let deviations = 3.0
}

/// An outline of an area, whose points may move.
struct Outline {
  enum Kind: Equatable {
    /// A rectangle with the numbers x, y, width, height and radius.
    case rect(CornerMask)
    /// A path whose numbers are the coordinates of all points, in order.
    case path([Verb], FillRule)
  }
  enum Verb: Int, Equatable { case move, line, quad, curve, close }

  var kind: Kind
  var numbers: Channel
}

struct PaintElement {
  var outline: Outline
  var brush: Brush
  var pen: Pen?
  /// Transform from the outline's coordinates to the node.
  var transform: PlaneTransform = .identity

  enum Brush {
    /// A colour with the numbers red, green, blue and alpha; not premultiplied, each in 0...1.
    case color(Channel)
    case gradient(GradientBrush, opacity: Channel)
    /// A part of an image, in pixels, that is stretched over the outline. The outline of an image must be a rectangle.
    case image(Image, source: Rect, nearest: Bool, opacity: Channel)
    /// Pictures that are shown one after another, each for an equal part of the file's duration.
    case frames([Image])
  }

  /// Whether any channel of the paint moves.
  var moves: Bool {
    if case .frames = brush { return true }
    return channels.contains { !$0.isStatic }
  }

  /// All channels of the paint.
  var channels: [Channel] {
    var all = [outline.numbers]
    switch brush {
    case .color(let color): all.append(color)
    case .gradient(let gradient, let opacity): all += [gradient.geometry, gradient.stops, opacity]
    case .image(_, _, _, let opacity): all.append(opacity)
    case .frames: break
    }
    if let pen { all += [pen.width, pen.dash, pen.dashPhase, pen.trim] }
    return all
  }
}

struct GradientBrush {
  /// Whether the gradient is radial, and not axial.
  var isRadial: Bool
  /// The start and end points of an axial gradient, or the centre and the radii of a radial gradient.
  var geometry: Channel
  /// The location, red, green, blue and alpha of each colour stop.
  var stops: Channel
}

struct Pen {
  var width: Channel
  var cap: LineCap
  var join: LineJoin
  var miterLimit: Double
  /// The lengths of alternating dashes and gaps; empty for a solid line.
  var dash: Channel
  var dashPhase: Channel
  /// The start and the end of the stroke, as fractions of the length of the outline. The outline of a trimmed stroke must be one
  /// subpath.
  var trim: Channel
}

extension PlaneTransform {
  init(numbers n: [Double]) { self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]) }

  var numbers: [Double] { [a, b, c, d, tx, ty] }

  /// The greatest factor by which the transform lengthens a distance.
  var norm: Double {
    let (squares, area) = (a * a + b * b + c * c + d * d, a * d - b * c)
    let difference = max(0, squares * squares - 4 * area * area).squareRoot()
    return ((squares + difference) / 2).squareRoot()
  }

  /// Makes a transform: scale first, then skew along x, rotation and translation, with angles in degrees.
  init(scale: [Double], skew: Double, rotation: Double, translation: [Double]) {
    let (s, c) = (sin(rotation / 180 * .pi), cos(rotation / 180 * .pi))
    let k = sin(skew / 180 * .pi) / cos(skew / 180 * .pi)
    // The rows of the matrix are the transformed unit vectors of the axes.
    let turn = PlaneTransform(a: c, b: s, c: -s, d: c, tx: translation[0], ty: translation[1])
    self =
      PlaneTransform.scale(scale[0], scale[1])
      * PlaneTransform(a: 1, b: 0, c: k, d: 1, tx: 0, ty: 0)
      * turn
  }

  /// The scale, skew and rotation of the linear part, with angles in degrees.
  var parts: (scale: [Double], skew: Double, rotation: Double) {
    let length = (a * a + b * b).squareRoot()
    if length == 0 {
      let other = (c * c + d * d).squareRoot()
      let angle = other == 0 ? 0 : atan2(-c, d)
      return ([0, other], 0, angle * 180 / .pi)
    }
    let angle = atan2(b, a)
    let (s, cosine) = (b / length, a / length)
    // The image of the y axis, rotated so that the image of the x axis lies on the x axis.
    let (x, y) = (c * cosine + d * s, d * cosine - c * s)
    let skew = y == 0 ? 0 : atan2(x, y.magnitude) * (y < 0 ? -1 : 1)
    return ([length, y], skew * 180 / .pi, angle * 180 / .pi)
  }
}
