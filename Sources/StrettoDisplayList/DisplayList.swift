import StrettoGeometry
import StrettoImaging

/// A picture as flat, plain values: what the presentation of a tree at a time gives, and all that the
/// rasteriser sees. No layers, no animations, no time.
///
/// `items` is a tree written in order: a container (`copies`, `group`) is followed by its body, and says
/// where the body ends. Transforms lead from an item's own space to the space around the nearest
/// enclosing `copies` (or to the scene, in points).
///
/// Copies stay copies: a body is written once, however often it is shown.
public struct DisplayList: Sendable {
  public var items: [Item] = []
  public var copies: [Copy] = []
  public var paths: [Path] = []
  public var strokes: [StrokeStyle] = []
  public var gradients: [Gradient] = []
  public var images: [Image] = []

  public init() {}

  /// Empties the list and keeps its memory for the next frame.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    paths.removeAll(keepingCapacity: true)
    strokes.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
  }
}

/// One entry of a display list.
public enum Item: Equatable, Sendable {
  /// Paint inside a shape.
  case draw(Draw)
  /// The body, `items[this + 1 ..< end]`, shown once for each of `copies[first ..< first + count]`, in order.
  case copies(first: Int, count: Int, end: Int)
  /// The body as one picture that is clipped, masked and faded as a whole.
  case group(Group)
}

/// One more appearance of a body.
public struct Copy: Equatable, Sendable {
  /// From the body's space to the space around the `copies` item.
  public var transform: PlaneTransform
  /// Multiplies every pixel of the body, component by component (not premultiplied), in 0...1. The body
  /// counts as one group: where alpha is below 1, what overlaps inside it does not shine through.
  public var color: Color
  /// How the pixels meet what lies below: additive for the particles of an emitter in that mode.
  public var blend: BlendMode

  public init(transform: PlaneTransform, color: Color = .white, blend: BlendMode = .sourceOver) {
    (self.transform, self.color, self.blend) = (transform, color, blend)
  }
}

/// A body that is drawn as a whole before it meets what lies below.
public struct Group: Equatable, Sendable {
  /// 0...1, for the whole body at once.
  public var opacity: Double
  /// What of the body remains: the inside of this shape, its edge antialiased. Nil clips nothing.
  public var clip: Clip?
  /// The body is `items[this + 1 ..< contentEnd]`.
  public var contentEnd: Int
  /// The mask is `items[contentEnd ..< end]`: its alpha multiplies the body's. An empty mask hides everything.
  public var end: Int
  public var hasMask: Bool

  public init(opacity: Double, clip: Clip?, contentEnd: Int, end: Int, hasMask: Bool) {
    (self.opacity, self.clip) = (opacity, clip)
    (self.contentEnd, self.end, self.hasMask) = (contentEnd, end, hasMask)
  }
}

public struct Clip: Equatable, Sendable {
  public var shape: Shape
  public var transform: PlaneTransform

  public init(shape: Shape, transform: PlaneTransform) {
    (self.shape, self.transform) = (shape, transform)
  }
}

public struct Draw: Equatable, Sendable {
  public var shape: Shape
  public var paint: Paint
  /// From the shape's (and its paint's) own space to the space around the nearest enclosing `copies`.
  public var transform: PlaneTransform

  public init(shape: Shape, paint: Paint, transform: PlaneTransform) {
    (self.shape, self.paint, self.transform) = (shape, paint, transform)
  }
}

public enum BlendMode: UInt8, Equatable, Sendable {
  case sourceOver
  /// Premultiplied sum, clamped (`plusLighter`).
  case additive
}

public enum FillRule: UInt8, Equatable, Sendable {
  case nonZero
  case evenOdd
}
