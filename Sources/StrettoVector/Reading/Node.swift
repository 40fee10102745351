import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// Part of a moving picture: things that are painted, in order, moved, faded, clipped and masked as one.
///
/// A tree of nodes is all that the writers of formats see.
final class Node {
  /// Of the layer, for messages and editors.
  var name: String
  /// Applied to the content in this order: scale, skew, rotation, translation.
  var scale: Channel = .still([1, 1])
  /// Degrees.
  var skew: Channel = .still([0])
  /// Degrees.
  var rotation: Channel = .still([0])
  var translation: Channel = .still([0, 0])
  /// Six numbers of a transform that is applied in place of the others; they go evenly from keyframe to keyframe.
  var matrix: Channel?
  var opacity: Channel = .still([1])
  var content: [Element] = []
  var clip: Outline?
  var mask: Node?
  var blend: BlendMode = .sourceOver
  var filters: [VectorFilter] = []

  init(_ name: String) { self.name = name }

  enum Element {
    case node(Node)
    case paint(PaintElement)
  }

  /// Whether it changes nothing about its content as a whole.
  var isPlain: Bool {
    opacity.still == [1] && clip == nil && mask == nil && blend == .sourceOver && filters.isEmpty
  }

  /// Whether something moves in it, or it moves itself.
  var moves: Bool {
    let own = [scale, skew, rotation, translation, opacity]
    return matrix?.isStill == false || own.contains { !$0.isStill }
      || (clip?.numbers.isStill == false) || mask?.moves ?? false
      || filters.contains { !$0.numbers.isStill }
      || content.contains {
        switch $0 {
        case .node(let node): node.moves
        case .paint(let paint): paint.moves
        }
      }
  }

  /// The transform, if it stands still.
  var stillTransform: PlaneTransform? {
    if let matrix { return matrix.still.map { PlaneTransform(numbers: $0) } }
    guard let scale = scale.still, let skew = skew.still, let rotation = rotation.still,
      let translation = translation.still
    else { return nil }
    return PlaneTransform(
      scale: scale, skew: skew[0], rotation: rotation[0], translation: translation)
  }
}

/// Effect on the picture of a node. Numbers: of a blur the deviation; of a matrix its 20; of a shadow the offset, the
/// deviation, and red, green, blue and alpha.
struct VectorFilter {
  enum Kind { case blur, matrix, shadow }
  var kind: Kind
  var numbers: Channel
}

/// An area of points that may move.
struct Outline {
  enum Kind: Equatable {
    /// Numbers: x, y, width, height, radius.
    case rect(CornerMask)
    /// Numbers: the coordinates of all points, in order.
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
  /// Transform from the outline to the node.
  var transform: PlaneTransform = .identity

  enum Brush {
    /// Numbers: red, green, blue, alpha; straight, 0...1.
    case color(Channel)
    case gradient(GradientBrush, opacity: Channel)
    /// A part of an image, in pixels, stretched over the outline, which is a rectangle.
    case image(Image, source: Rect, nearest: Bool, opacity: Channel)
    /// Pictures that are shown one after another, each for an equal part of the file's time.
    case frames([Image], opacity: Channel)
  }

  /// Whether something about it moves.
  var moves: Bool {
    if case .frames = brush { return true }
    return channels.contains { !$0.isStill }
  }

  /// All channels of it.
  var channels: [Channel] {
    var all = [outline.numbers]
    switch brush {
    case .color(let color): all.append(color)
    case .gradient(let gradient, let opacity): all += [gradient.geometry, gradient.stops, opacity]
    case .image(_, _, _, let opacity), .frames(_, let opacity): all.append(opacity)
    }
    if let pen { all += [pen.width, pen.dash, pen.dashPhase, pen.trim] }
    return all
  }
}

struct GradientBrush {
  /// Whether it runs from a centre outwards.
  var isRadial: Bool
  /// Numbers: start and end of an axis, or centre and radii.
  var geometry: Channel
  /// Numbers of each stop: location, red, green, blue, alpha.
  var stops: Channel
}

struct Pen {
  var width: Channel
  var cap: LineCap
  var join: LineJoin
  var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid line.
  var dash: Channel
  var dashPhase: Channel
  /// Start and end, as shares of the length of the outline, which is one subpath.
  var trim: Channel
}

extension PlaneTransform {
  init(numbers n: [Double]) { self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]) }

  var numbers: [Double] { [a, b, c, d, tx, ty] }

  /// Scale first, then skew along x, rotation and translation; angles in degrees.
  init(scale: [Double], skew: Double, rotation: Double, translation: [Double]) {
    let (s, c) = (sin(rotation / 180 * .pi), cos(rotation / 180 * .pi))
    let k = sin(skew / 180 * .pi) / cos(skew / 180 * .pi)
    // Rows of the matrix: images of the axes.
    let turn = PlaneTransform(a: c, b: s, c: -s, d: c, tx: translation[0], ty: translation[1])
    self =
      PlaneTransform.scale(scale[0], scale[1])
      * PlaneTransform(a: 1, b: 0, c: k, d: 1, tx: 0, ty: 0)
      * turn
  }

  /// Scale, skew and rotation (degrees) of the linear part.
  var parts: (scale: [Double], skew: Double, rotation: Double) {
    let length = (a * a + b * b).squareRoot()
    if length == 0 {
      let other = (c * c + d * d).squareRoot()
      let angle = other == 0 ? 0 : atan2(-c, d)
      return ([0, other], 0, angle * 180 / .pi)
    }
    let angle = atan2(b, a)
    let (s, cosine) = (b / length, a / length)
    // The second axis, turned back.
    let (x, y) = (c * cosine + d * s, d * cosine - c * s)
    let skew = y == 0 ? 0 : atan2(x, y.magnitude) * (y < 0 ? -1 : 1)
    return ([length, y], skew * 180 / .pi, angle * 180 / .pi)
  }
}
