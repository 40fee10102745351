import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// Facts about a layer that do not depend on time: read once, and again when the layer changes.
struct PlanNode {
  /// Nodes stay where they are as long as their plan lives.
  typealias Reference = UnsafeMutablePointer<PlanNode>

  /// Alive as long as the plan is current.
  unowned(unsafe) let layer: Layer
  /// Tells it from a later one at its address.
  let identity: LayerIdentity
  let key: ObjectIdentifier
  let isProxy: Bool
  var isRead = false
  /// The frame that last found it in the tree, of those that looked for all layers.
  var foundInFrame: UInt64 = 0
  /// How often the layer had changed when it was read.
  var changes = Changes()
  /// Values of the layer as they were set.
  let stored: UnsafePointer<LayerValues>
  /// Whether some copies have values or animations of their own. The facts below are those of the others.
  var isAddressed = false
  /// Whether those differ from the others in what the layer paints within its outlines, and in nothing else.
  var repaintsCopies = false
  var isStill = false
  /// Place, opacity and paint at all moments, if they stay in the plane and are changed by numbers alone.
  var program: AnimationProgram?
  /// Areas that the layer and all below it paint in, once somebody has asked.
  var extent: Extent?
  /// Content in the layer's own coordinates, if it never changes.
  var content: Content?
  /// Transform from its coordinates to its superlayer's, as it was set.
  var geometry: Transform3D = .identity
  var plane: PlaneTransform = .identity
  /// Transform of sublayers as it was set; nil for the identity.
  var sublayerStep: Transform3D?
  /// Whether its own timing is other than its superlayer's.
  var hasTiming = false
  /// Whether the layer has transitions, which may show it on its way from one picture to another.
  var hasTransitions = false
  /// Whether its place among its siblings can depend on its z position.
  var mayLeavePlane = false
  /// Whether the layer hands its sublayers up into the space around it.
  var keepsDepth = false
  var particlesKeepDepth = false
  var isLeaf = false
  /// Cached powers of its instance transform.
  var instanceTransforms: InstanceTransforms?

  /// Nodes that it shows, and how; the following four are picked out of them.
  var edges: [(node: Reference, way: Showing)] = []
  /// Sublayers in the order of the tree; for a view replicator, its proxies.
  var sublayers: [Reference] = []
  var hasDepth = false
  var mask: Reference?
  var copyMasks: [Reference?] = []
  /// Source of a portal or a proxy, or the glyph layer of a text.
  var source: Reference?
  /// The place of a proxy among those of its view replicator, which says so; nil for other layers.
  var proxyIndex: Int?
  var summary = SubtreeSummary()
  var isSummarized = false

  /// Layout of a text: as it was set, and of its last animated values.
  var text: LaidOutText?
  var movedText: LaidOutText?

  /// Cached answer whether a portal hides the layer at home, and the frame for which it holds.
  var hiddenInFrame: (frame: UInt64, isHidden: Bool) = (0, false)

  init(_ layer: Layer) {
    (self.layer, identity, key) = (layer, layer.identity, ObjectIdentifier(layer))
    isProxy = layer.kind == .proxy
    stored = UnsafePointer(layer.stored)
  }

  var values: LayerValues {
    @inline(__always) _read { yield stored.pointee }
  }

  struct Content {
    enum Part {
      case below, inside, above

      var paints: ArraySlice<LayerPaint> {
        switch self {
        case .below: LayerPaint.allCases[..<1]
        case .inside: LayerPaint.allCases[1..<3]
        case .above: LayerPaint.allCases[3...]
        }
      }
    }

    /// Content below the clip to its bounds: background and gradient.
    var below: [Draw] = []
    /// Content inside the clip, below its sublayers: contents and shape.
    var inside: [Draw] = []
    /// Content above the sublayers, below particles: the border.
    var above: [Draw] = []
    /// A rectangle around all of it; nil for nothing, or where it has no bounds.
    var bounds: Rect?

    @inline(__always)
    subscript(part: Part) -> [Draw] {
      switch part {
      case .below: below
      case .inside: inside
      case .above: above
      }
    }

    var count: Int { below.count + inside.count + above.count }
  }
}

extension PlanNode {
  /// Whether the layer paints the same at all times; its place and its opacity may be animated.
  var paintsTheSame: Bool { isStill || program?.onlyPlaces ?? false }

  func copyMask(_ k: Int) -> Reference? { k < copyMasks.count ? copyMasks[k] : nil }

  /// Whether a text was laid out with another emoji font than its scene has now.
  var hasOtherEmoji: Bool {
    text.map { $0.style.emojiFont != layer.emojiFont(for: layer.values.text) } ?? false
  }
}

// Asked of the node where it lies: a copy would count references to all its parts.
extension PlanNode.Reference {
  /// Whether copies may take over its place and its opacity, so that a body has neither.
  var isPlacedByCopies: Bool {
    guard let program = pointee.program, !program.resizes || (isPlainLeaf && program.repaints),
      pointee.layer.portals.isEmpty,
      !pointee.keepsDepth, !pointee.hasTransitions, !pointee.values.hasLight,
      pointee.values.timing.isAlwaysShown,
      [.plain, .shape, .gradient, .replicator].contains(pointee.layer.kind)
    else { return false }
    // A layer that fades as one picture is a group; where it paints one thing only, the colour's alpha does.
    return (pointee.isLeaf && !pointee.values.masksToBounds && !program.repaints)
      || (!program.fades && pointee.values.opacity >= 1)
  }

  /// Whether a copy is no more than what the layer paints itself: no group, no effects, and no sublayers.
  var isPlainLeaf: Bool {
    pointee.isLeaf && pointee.layer.portals.isEmpty && !pointee.values.masksToBounds
      && !pointee.values.hasLight && !pointee.hasTiming && pointee.layer.kind != .glyph
      && (pointee.program?.paints ?? []).allSatisfy { $0.paintsAlone }
  }

  /// Whether the layer looks the same at all times, in its own coordinates: only its place and its opacity are animated.
  var isOnePicture: Bool {
    guard pointee.content != nil, isPlacedByCopies else { return false }
    return pointee.sublayers.allSatisfy { !$0.pointee.summary.isTimed }
      && pointee.copyMasks.allSatisfy { !($0?.pointee.summary.isTimed ?? false) }
      && !(pointee.mask?.pointee.summary.isTimed ?? false)
  }
}
