import StrettoGeometry
import StrettoImaging

/// A picture as flat values, which the presenter writes for a tree at a time. The rasteriser sees nothing else: no layers, no
/// animations and no time.
///
/// `items` holds subpictures, one after another, and then the root picture. A `copies` item refers to a subpicture that stands
/// before it. A group is followed by its content, and says where that ends. Transforms map from an item's own space to that of
/// its subpicture (of the root picture: to the scene, in points).
///
/// Each subpicture is written once, however often it is shown. Equal indices of paths, strokes, gradients and images mean equal
/// values.
public struct DisplayList: Sendable {
  /// While the list is written, these are the items of the current subpicture and of those that are open around it.
  public var items: [Item] = []
  /// The ranges of the subpictures among the items. A subpicture only shows earlier ones.
  public private(set) var subpictures: [Range<Int>] = []
  /// The items of finished subpictures, until `close()`.
  private var closed: [Item] = []
  public var copies: [Copy] = []
  public var paths: [Path] = []
  public var strokes: [StrokeStyle] = []
  public var gradients: [Gradient] = []
  public var images: [Image] = []
  public var effects: [Effects] = []
  /// The number of consecutive frames that left most of the memory unused.
  private var sparseFrames = 0

  public init() {}

  /// Removes the items, but keeps paths, strokes, gradients and images. The memory is kept for the next frame, unless the last
  /// two frames needed little of it.
  public mutating func removeItems() {
    let room = copies.capacity + items.capacity + closed.capacity
    let isSparse = room > 4096 && copies.count + items.count + closed.count <= room / 4
    sparseFrames = isSparse ? sparseFrames + 1 : 0
    let keeps = sparseFrames < 2
    items.removeAll(keepingCapacity: keeps)
    subpictures.removeAll(keepingCapacity: keeps)
    closed.removeAll(keepingCapacity: keeps)
    copies.removeAll(keepingCapacity: keeps)
    effects.removeAll(keepingCapacity: keeps)
    if !keeps { sparseFrames = 0 }
  }

  /// Bytes of the items and copies that are written so far.
  public var bytes: Int {
    (items.count + closed.count) * MemoryLayout<Item>.stride
      + copies.count * MemoryLayout<Copy>.stride
  }

  /// Reserves capacity for `count` more items at once, because growth by doubling needs both arrays for a moment.
  public mutating func makeRoom(forItems count: Int) {
    let needed = items.count + count
    if needed > items.capacity { items.reserveCapacity(max(needed, 2 * items.capacity)) }
  }

  /// Copies the paths, strokes, gradients and images of another list.
  public mutating func takeResources(of other: DisplayList) {
    (paths, strokes, gradients, images) =
      (other.paths, other.strokes, other.gradients, other.images)
  }

  /// Removes the paths, strokes, gradients and images that this list has beyond those of another list.
  public mutating func keepResources(of other: DisplayList) {
    paths.removeLast(paths.count - other.paths.count)
    strokes.removeLast(strokes.count - other.strokes.count)
    gradients.removeLast(gradients.count - other.gradients.count)
    images.removeLast(images.count - other.images.count)
  }
}

extension DisplayList {
  /// The items of the root picture, which follow those of the subpictures.
  public var picture: Range<Int> { (subpictures.last?.upperBound ?? 0)..<items.count }

  /// Calls `take` with each item of a subpicture, whether it is finished or still being written.
  public func forEachItem(ofSubpicture body: Int, _ take: (Item) -> Void) {
    for item in (closed.isEmpty ? items : closed)[subpictures[body]] { take(item) }
  }

  /// Makes a subpicture of the open items from `start` on.
  ///
  /// - Returns: Its index in `subpictures`.
  public mutating func endSubpicture(from start: Int) -> Int {
    let first = closed.count
    closed.append(contentsOf: items[start...])
    closed.move(from: first, by: first - start)
    subpictures.append(first..<closed.count)
    items.removeSubrange(start...)
    return subpictures.count - 1
  }

  /// Puts the subpictures before the root picture. Nothing can be written afterwards.
  public mutating func close() {
    // Copies the shorter part into the memory of the other one.
    if closed.count < items.count {
      items.move(from: 0, by: closed.count)
      items.insert(contentsOf: closed, at: 0)
      closed.removeAll(keepingCapacity: true)
    } else if !closed.isEmpty {
      _ = endSubpicture(from: 0)
      subpictures.removeLast()
      swap(&items, &closed)
    }
  }
}

extension [Item] {
  /// Moves the groups from `start` on by `offset`. Only groups contain indices of items.
  fileprivate mutating func move(from start: Int, by offset: Int) {
    for index in start..<count {
      if case .group = self[index] { self[index] = self[index].moved(by: offset) }
    }
  }
}

/// One entry of a display list.
public enum Item: Equatable, Sendable {
  /// Paints a shape.
  case draw(Draw)
  /// Shows the subpicture `items[bodies[body]]` once for each of `copies[first ..< first + count]`, in order.
  case copies(first: Int, count: Int, body: Int)
  /// The content as one picture that is clipped, masked and faded as a whole.
  case group(Group)
}

/// One use of a subpicture.
public struct Copy: Equatable, Sendable {
  /// Transform from the subpicture's space to the space around the `copies` item.
  public var transform: PlaneTransform
  /// Multiplies every pixel of the subpicture, component by component (not premultiplied), in 0...1. The subpicture counts as one
  /// group: with alpha below 1, overlapping content inside it does not shine through.
  public var color: Color
  /// How the pixels are composited with what lies below: additive for the particles of an emitter in that mode.
  public var blend: BlendMode

  public init(transform: PlaneTransform, color: Color = .white, blend: BlendMode = .sourceOver) {
    (self.transform, self.color, self.blend) = (transform, color, blend)
  }
}

/// Content that is drawn as a whole before it is composited with what lies below.
public struct Group: Equatable, Sendable {
  /// 0...1, for the whole content at once.
  public var opacity: Double
  /// The shape that the content is clipped to, with an antialiased edge; nil for no clip.
  public var clip: Clip?
  /// The content is `items[this + 1 ..< contentEnd]`.
  public var contentEnd: Int
  /// The mask is `items[contentEnd ..< end]`. Its alpha multiplies the content's. An empty mask hides everything.
  public var end: Int
  public var hasMask: Bool
  /// Index into `effects`; -1 for none. Without effects, a group with an opacity or a mask is isolated, and a group that only
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
  /// Other parts of the same polygon that will be drawn over it, cut along the same edges. In shared pixels this part is blended
  /// so that all parts together equal the whole (docs/decisions/compositing.md). Ignored for pictures with a blend mode.
  public var later: Shape?

  public init(shape: Shape, transform: PlaneTransform, later: Shape? = nil) {
    (self.shape, self.transform, self.later) = (shape, transform, later)
  }
}

public struct Draw: Equatable, Sendable {
  public var shape: Shape
  public var paint: Paint
  /// Transform from the space of the shape and its paint to that of its subpicture.
  public var transform: PlaneTransform
  /// The hit id of the layer that painted it, an index into `Presenter.hitRecords`; -1 if hits were not asked for.
  public var hitID: Int32

  public init(shape: Shape, paint: Paint, transform: PlaneTransform, hitID: Int32 = -1) {
    (self.shape, self.paint, self.transform) = (shape, paint, transform)
    self.hitID = hitID
  }
}

public enum FillRule: UInt8, Equatable, Sendable {
  case nonZero
  case evenOdd
}
