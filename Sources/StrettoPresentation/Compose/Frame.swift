import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

struct Frame {
  private(set) var root: Layer?
  private(set) var time = 0.0
  /// The part of the scene that is visible in the frame; nil for the whole scene.
  private var seen: Rect?
  var layerInstances = 0.0
  /// The number of bytes by which a frame grows from one check of the memory limit to the next.
  static let countedBytes = 64 << 10
  /// The number of bytes of the display list and hit records at which the memory limit is checked next, and the number of bytes
  /// at the last check.
  var (nextBytes, bytes) = (0, 0)
  /// The number of path elements and gradient colours that were counted in the display list so far, and the number of paths and
  /// gradients that were counted.
  var written = (elements: 0, paths: 0, gradients: 0)
  var subpictures: [SubpictureKey: Subpicture] = [:]
  var subpictureBounds = SubpictureBounds()
  /// The index of the last path of each shape layer in the display list.
  var pathIndices: [ObjectIdentifier: Int] = [:]
  /// The number of times that the tree traversal has tested whether a portal hides its source.
  var portalLooks = 0
  /// The hit records of the layers that paint, by hit id; nil unless the caller asks for hit records.
  private(set) var hitRecords: [HitRecord]?
  private(set) var traceBytes = 0
  /// The indices of the current copies, outermost replicator first. A `WalkContext` has the range of indices that identifies the
  /// copy of its layer.
  private var indices: [Int] = []
  /// The portals around the current layer, each with the copy of the portal, innermost portal last.
  private var portals: [(layer: Layer, copy: [Int])] = []

  mutating func begin(_ root: Layer, _ time: Double, seen: Rect?, _ hitRecords: [HitRecord]?) {
    (self.root, self.time, self.seen) = (root, time, seen)
    (layerInstances, portalLooks) = (0, 0)
    (nextBytes, bytes, traceBytes) = (Frame.countedBytes, 0, 0)
    subpictures.removeAll(
      keepingCapacity: subpictures.capacity < 4096 || subpictures.count > subpictures.capacity / 4)
    subpictureBounds.removeAll()
    pathIndices.removeAll(keepingCapacity: true)
    self.hitRecords = hitRecords
  }

  /// Releases the hit records, and the layers to which the hit records refer.
  mutating func finish() { hitRecords = nil }

  /// Releases the layers of the tree, except layers in hit records.
  mutating func end() {
    root = nil
    portals.removeAll(keepingCapacity: true)
  }

  /// The visible part of the space around an item; nil if the visible part is unknown.
  func seenArea(_ context: WalkContext) -> Rect? { context.isInSharedSubpicture ? nil : seen }

  @inline(__always)
  mutating func copy(_ context: WalkContext) -> [Int] {
    let range = context.copy
    if indices.count > range.upperBound { indices.removeSubrange(range.upperBound...) }
    return range.lowerBound == 0 ? indices : Array(indices[range])
  }

  @inline(__always)
  mutating func enterCopy(_ k: Int, _ context: inout WalkContext) {
    let (start, end) = (context.copy.lowerBound, context.copy.upperBound)
    if indices.count > end { indices.removeSubrange(end...) }
    indices.append(k)
    context.copy = start..<end + 1
  }

  /// Writes the copy indices `copy` back to the range of `indices` that belongs to `context`, after the traversal has overwritten
  /// the range.
  mutating func reenterCopy(_ copy: [Int], _ context: WalkContext) {
    indices.replaceSubrange(context.copy.lowerBound..., with: copy)
  }

  mutating func enter(_ portal: Layer, source copy: [Int], _ context: inout WalkContext) {
    let outer = self.copy(context)
    portals.removeSubrange(context.portals...)
    portals.append((portal, outer))
    context.portals += 1
    let start = context.copy.upperBound
    indices += copy
    context.copy = start..<start + copy.count
  }

  /// True if the traversal is already inside a portal. A portal inside its own source shows nothing.
  func isInside(_ portal: Layer, _ context: WalkContext) -> Bool {
    portals[..<context.portals].contains { $0.layer === portal }
  }

  /// True if each layer instance is written separately, because the caller asks for hit records.
  func names(_ context: WalkContext) -> Bool { hitRecords != nil && !context.isMaskOrShadow }

  /// Adds the hit record of a layer that paints, and returns the hit id of the record.
  mutating func note(_ hitRecord: HitRecord) -> Int32 {
    hitRecords?.append(hitRecord)
    traceBytes += hitRecord.bytes
    return Int32(truncatingIfNeeded: (hitRecords?.count ?? 0) - 1)
  }

  mutating func removeTrace() {
    if let hitRecord = hitRecords?.popLast() { traceBytes -= hitRecord.bytes }
  }

  /// The innermost portal around the current layer.
  func portal(_ context: WalkContext) -> (layer: Layer, copy: [Int])? {
    portals[..<context.portals].last
  }
}
