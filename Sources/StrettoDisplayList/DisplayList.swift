import StrettoGeometry
import StrettoImaging

/// A picture as an array of simple values. The presenter writes the display list of a layer tree for one time, and the rasteriser
/// draws the display list.
///
/// A display list contains no layers, animations or times. The array `items` has the items of all subpictures, one subpicture
/// after another, and then the items of the root picture. A `copies` item shows a subpicture whose items come before the `copies`
/// item. A group item is followed by the items of the group's content, and has the index at which the content ends. The transform
/// of an item in a subpicture maps the item's own space to the space of the subpicture. The transform of an item in the root
/// picture maps the item's own space to the scene, in points.
///
/// Each subpicture is written once, even if many copies show the subpicture. `removeItems()` keeps the paths, strokes, gradients
/// and images of a display list, so that the indices of paths, strokes, gradients and images stay valid for the next frame.
public struct DisplayList: Sendable {
  /// The items of the root picture and of all unfinished subpictures while the display list is being written, and the items of
  /// all pictures after `close()`.
  public var items: [Item] = []
  /// The range of each subpicture's items in the array of all items. A subpicture can only show subpictures with a lower index.
  public private(set) var subpictures: [Range<Int>] = []
  /// The items of finished subpictures while the display list is being written, and an empty array after `close()`.
  private var closed: [Item] = []
  public var copies: [Copy] = []
  /// The glyphs of all glyph runs.
  public var glyphs: [Glyph] = []
  public var paths: [Path] = []
  public var strokes: [StrokeStyle] = []
  public var gradients: [Gradient] = []
  public var images: [Image] = []
  /// The rectangles and filters of images. Most items have no image, so that the items are smaller without them.
  public var imagePaints: [ImagePaint] = []
  public var effects: [Effects] = []
  /// The number of consecutive frames in which most of the memory of the items stayed unused.
  private var sparseFrames = 0

  public init() {}

  /// Removes all items of the display list, and keeps the paths, strokes, gradients and images.
  ///
  /// The memory of the items stays allocated for the next frame, unless the last two frames left most of the memory unused.
  public mutating func removeItems() {
    let capacity = copies.capacity + glyphs.capacity + items.capacity + closed.capacity
    let count = copies.count + glyphs.count + items.count + closed.count
    let isSparse = capacity > 4096 && count <= capacity / 4
    sparseFrames = isSparse ? sparseFrames + 1 : 0
    let keeps = sparseFrames < 2
    items.removeAll(keepingCapacity: keeps)
    subpictures.removeAll(keepingCapacity: keeps)
    closed.removeAll(keepingCapacity: keeps)
    copies.removeAll(keepingCapacity: keeps)
    glyphs.removeAll(keepingCapacity: keeps)
    effects.removeAll(keepingCapacity: keeps)
    if !keeps { sparseFrames = 0 }
  }

  /// The size in bytes of the items, copies and glyphs that have been written so far.
  public var bytes: Int {
    (items.count + closed.count) * MemoryLayout<Item>.stride
      + copies.count * MemoryLayout<Copy>.stride + glyphs.count * MemoryLayout<Glyph>.stride
  }

  /// Reserves memory for more items and copies in one step, because growing an array several times would each time need memory for
  /// the old and the new array.
  public mutating func reserveCapacity(forItems count: Int, copies copyCount: Int = 0) {
    let (needed, neededCopies) = (items.count + count, copies.count + copyCount)
    if needed > items.capacity { items.reserveCapacity(max(needed, 2 * items.capacity)) }
    if neededCopies > copies.capacity {
      copies.reserveCapacity(max(neededCopies, 2 * copies.capacity))
    }
  }

  /// Copies the paths, strokes, gradients and images of another display list.
  public mutating func takeResources(of other: DisplayList) {
    (paths, strokes, gradients) = (other.paths, other.strokes, other.gradients)
    (images, imagePaints) = (other.images, other.imagePaints)
  }
}

extension DisplayList {
  /// The range of the root picture's items in `items` after `close()`. The items of all subpictures come before the root picture.
  public var picture: Range<Int> { (subpictures.last?.upperBound ?? 0)..<items.count }

  /// Calls `take` with each item of a subpicture, before or after `close()`.
  public func forEachItem(ofSubpicture subpicture: Int, _ take: (Item) -> Void) {
    for item in (closed.isEmpty ? items : closed)[subpictures[subpicture]] { take(item) }
  }

  /// Ends the subpicture whose items begin at the index `start` of `items`.
  ///
  /// - Returns: The index of the new subpicture in `subpictures`.
  public mutating func endSubpicture(from start: Int) -> Int {
    let first = closed.count
    closed.append(contentsOf: items[start...])
    closed.move(from: first, by: first - start)
    subpictures.append(first..<closed.count)
    items.removeSubrange(start...)
    return subpictures.count - 1
  }

  /// This display list with all items of the root picture inside one group. The group that `wrapped` adds has no clip, mask,
  /// opacity or effect.
  package func wrapped() -> DisplayList {
    var result = self
    let start = picture.lowerBound
    let moved = items[start...].map { $0.moved(by: 1) }
    let end = start + 1 + moved.count
    let group = Group(opacity: 1, clip: nil, contentEnd: end, end: end, hasMask: false)
    result.items.replaceSubrange(start..., with: [.group(group)] + moved)
    return result
  }

  /// Puts the items of the subpictures before the items of the root picture. After `close()`, no items can be added to the
  /// display list.
  public mutating func close() {
    // Copies the shorter of the arrays `items` and `closed` into the memory of the longer array.
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
  /// Adds `offset` to the item indices that the items from index `start` on contain. Groups are the only items that contain item
  /// indices.
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
  /// Fills the outlines of glyphs, in order.
  case glyphs(GlyphRun)
  /// Shows the subpicture `items[subpictures[subpicture]]` once for each copy in `copies[first ..< first + count]`, in order.
  case copies(first: Int, count: Int, subpicture: Int)
  /// Draws the content of the group as one picture, which is then clipped, masked and faded as a whole.
  case group(Group)
}

/// One copy of a subpicture.
public struct Copy: Equatable, Sendable {
  /// The transform from the space of the subpicture to the space around the `copies` item.
  public var transform: PlaneTransform
  /// A colour that multiplies every pixel of the subpicture, component by component, not premultiplied and in 0...1.
  ///
  /// The colour multiplies the flattened subpicture, as for a group. If the alpha of the colour is below 1, content of the
  /// subpicture that is covered by other content does not shine through.
  public var color: Color
  /// How the copy is composited with the backdrop. The copies of an emitter in additive mode are composited additively.
  public var blend: BlendMode

  public init(transform: PlaneTransform, color: Color = .white, blend: BlendMode = .sourceOver) {
    (self.transform, self.color, self.blend) = (transform, color, blend)
  }
}

/// A group of items: content that is drawn into a picture of its own, which is then composited with the backdrop.
public struct Group: Equatable, Sendable {
  /// Opacity in 0...1 of the picture of the group's whole content.
  public var opacity: Double
  /// The shape to which the content of the group is clipped, with an antialiased edge, or nil if the content is not clipped.
  public var clip: Clip?
  /// The index after the last item of the group's content. The content of a group begins with the item after the group.
  public var contentEnd: Int
  /// The index after the last item of the group's mask. The mask of a group is `items[contentEnd ..< end]`, and the alpha of the
  /// mask multiplies the alpha of the content. A mask without items hides all content of the group.
  public var end: Int
  public var hasMask: Bool
  /// The index of the group's effects in `effects`, or -1 for a group without effects. A group without effects is isolated if the
  /// group has an opacity below 1 or a mask.
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
  /// The area of the adjacent parts that are drawn after this part, if the clip shows one part of a polygon that was cut; nil if
  /// there are no such parts.
  ///
  /// Pixels on the edges between two parts are blended so that all parts together look like the whole polygon
  /// (docs/decisions/compositing.md). A group with a blend mode ignores `laterParts`.
  public var laterParts: Shape?

  public init(shape: Shape, transform: PlaneTransform, laterParts: Shape? = nil) {
    (self.shape, self.transform, self.laterParts) = (shape, transform, laterParts)
  }
}

public struct Draw: Equatable, Sendable {
  public var shape: Shape
  public var paint: Paint
  /// The transform from the space of the shape and its paint to the space of the subpicture.
  public var transform: PlaneTransform
  /// The hit id of the layer that paints the shape: an index into `Presenter.hitRecords`, or -1 if the display list is not for a
  /// hit test.
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
