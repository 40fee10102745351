import StrettoGeometry
import StrettoImaging

/// A picture as flat, plain values: what the presentation of a tree at a time gives, and all that the
/// rasteriser sees. No layers, no animations, no time.
///
/// `items` holds bodies, one after another, and then the picture. A `copies` item shows a body, which stands
/// before it; a group is followed by its content, and says where that ends. Transforms lead from an item's own
/// space to that of its body (of the picture: to the scene, in points).
///
/// Copies stay copies: a body is written once, however often and from wherever it is shown. Equal indices of
/// paths, strokes, gradients and images mean the same thing.
public struct DisplayList: Sendable {
  /// While the list is written: of the body at hand, and of what is open around it.
  public var items: [Item] = []
  /// Ranges of the bodies among the items. A body only shows bodies before it.
  public private(set) var bodies: [Range<Int>] = []
  /// The items of the bodies that are written, until `close()`.
  private var closed: [Item] = []
  public var copies: [Copy] = []
  public var paths: [Path] = []
  public var strokes: [StrokeStyle] = []
  public var gradients: [Gradient] = []
  public var images: [Image] = []
  public var effects: [Effects] = []
  /// How many frames in a row have left most of the memory unused.
  private var sparseFrames = 0

  public init() {}

  /// Empties the list, but for paths, strokes, gradients and images, and keeps its memory for the next frame, unless
  /// the last two needed little of it.
  public mutating func removeItems() {
    let room = copies.capacity + items.capacity + closed.capacity
    let isSparse = room > 4096 && copies.count + items.count + closed.count <= room / 4
    sparseFrames = isSparse ? sparseFrames + 1 : 0
    let keeps = sparseFrames < 2
    items.removeAll(keepingCapacity: keeps)
    bodies.removeAll(keepingCapacity: keeps)
    closed.removeAll(keepingCapacity: keeps)
    copies.removeAll(keepingCapacity: keeps)
    effects.removeAll(keepingCapacity: keeps)
    if !keeps { sparseFrames = 0 }
  }

  /// Bytes of the items and copies that are written.
  public var bytes: Int {
    (items.count + closed.count) * MemoryLayout<Item>.stride
      + copies.count * MemoryLayout<Copy>.stride
  }

  /// Makes room for `count` more items at once: growing by doubling would hold two halves of it for a moment.
  public mutating func makeRoom(forItems count: Int) {
    let needed = items.count + count
    if needed > items.capacity { items.reserveCapacity(max(needed, 2 * items.capacity)) }
  }

  /// Takes over the paths, strokes, gradients and images of another list.
  public mutating func takeResources(of other: DisplayList) {
    (paths, strokes, gradients, images) =
      (other.paths, other.strokes, other.gradients, other.images)
  }

  /// Drops the paths, strokes, gradients and images that were added to those of another list.
  public mutating func keepResources(of other: DisplayList) {
    paths.removeLast(paths.count - other.paths.count)
    strokes.removeLast(strokes.count - other.strokes.count)
    gradients.removeLast(gradients.count - other.gradients.count)
    images.removeLast(images.count - other.images.count)
  }
}

extension DisplayList {
  /// Items of the picture itself: all after those of the bodies.
  public var picture: Range<Int> { (bodies.last?.upperBound ?? 0)..<items.count }

  /// Calls `take` with each item of a body, written or being written.
  public func forEachItem(ofBody body: Int, _ take: (Item) -> Void) {
    for item in (closed.isEmpty ? items : closed)[bodies[body]] { take(item) }
  }

  /// Makes a body of the open items from `start` on.
  ///
  /// - Returns: its index in `bodies`.
  public mutating func endBody(from start: Int) -> Int {
    let first = closed.count
    closed.append(contentsOf: items[start...])
    closed.move(from: first, by: first - start)
    bodies.append(first..<closed.count)
    items.removeSubrange(start...)
    return bodies.count - 1
  }

  /// Puts the bodies before the picture. Nothing can be written afterwards.
  public mutating func close() {
    // The shorter of both is copied, into the other's memory.
    if closed.count < items.count {
      items.move(from: 0, by: closed.count)
      items.insert(contentsOf: closed, at: 0)
      closed.removeAll(keepingCapacity: true)
    } else if !closed.isEmpty {
      _ = endBody(from: 0)
      bodies.removeLast()
      swap(&items, &closed)
    }
  }
}

extension [Item] {
  /// Tells the groups from `start` on, which alone say where items stand, that they move.
  fileprivate mutating func move(from start: Int, by offset: Int) {
    for index in start..<count {
      if case .group = self[index] { self[index] = self[index].moved(by: offset) }
    }
  }
}

/// One entry of a display list.
public enum Item: Equatable, Sendable {
  /// Paint inside a shape.
  case draw(Draw)
  /// A body, `items[bodies[body]]`, shown once for each of `copies[first ..< first + count]`, in order.
  case copies(first: Int, count: Int, body: Int)
  /// The body as one picture that is clipped, masked and faded as a whole.
  case group(Group)
}

/// One more appearance of a body.
public struct Copy: Equatable, Sendable {
  /// Transform from the body's space to the space around the `copies` item.
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
  /// Shape that the body is clipped to, with an antialiased edge. Nil clips nothing.
  public var clip: Clip?
  /// The body is `items[this + 1 ..< contentEnd]`.
  public var contentEnd: Int
  /// The mask is `items[contentEnd ..< end]`: its alpha multiplies the body's. An empty mask hides everything.
  public var end: Int
  public var hasMask: Bool
  /// Index into `effects`; -1 for none. Without them a group that fades or has a mask is isolated, and one that only
  /// clips is not.
  public var effects: Int

  public init(
    opacity: Double, clip: Clip?, contentEnd: Int, end: Int, hasMask: Bool, effects: Int = -1
  ) {
    (self.opacity, self.clip) = (opacity, clip)
    (self.contentEnd, self.end, self.hasMask) = (contentEnd, end, hasMask)
    self.effects = effects
  }
}

public struct Clip: Equatable, Sendable {
  public var shape: Shape
  public var transform: PlaneTransform
  /// Other parts of the same picture that will be laid over it, cut along the same edges. In pixels that are shared
  /// this part is laid so densely that all together are the whole. Where the picture blends it makes no difference.
  public var later: Shape?

  public init(shape: Shape, transform: PlaneTransform, later: Shape? = nil) {
    (self.shape, self.transform, self.later) = (shape, transform, later)
  }
}

public struct Draw: Equatable, Sendable {
  public var shape: Shape
  public var paint: Paint
  /// Transform from the shape's (and its paint's) own space to that of its body.
  public var transform: PlaneTransform
  /// Number of the trace of the layer that painted it (`Presenter.traces`); -1 if traces were not asked for.
  public var painter: Int32

  public init(shape: Shape, paint: Paint, transform: PlaneTransform, painter: Int32 = -1) {
    (self.shape, self.paint, self.transform) = (shape, paint, transform)
    self.painter = painter
  }
}

public enum FillRule: UInt8, Equatable, Sendable {
  case nonZero
  case evenOdd
}
