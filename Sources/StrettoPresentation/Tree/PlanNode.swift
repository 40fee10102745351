import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// What is known of a layer without a time: read once, and again after a change.
struct PlanNode {
  /// The address of a node, which is stable while its plan lives.
  struct Reference: Equatable {
    private let address: UnsafeMutablePointer<PlanNode>

    init(_ layer: Layer) {
      address = .allocate(capacity: 1)
      address.initialize(to: PlanNode(layer))
    }

    /// Ends the node. No reference to it may be used afterwards.
    func end() {
      address.deinitialize(count: 1)
      address.deallocate()
    }

    var pointee: PlanNode {
      @inline(__always) unsafeAddress { UnsafePointer(address) }
      @inline(__always) nonmutating unsafeMutableAddress { address }
    }
  }

  /// Boolean facts about a layer.
  struct Facts: OptionSet {
    let rawValue: UInt16

    static let isRead: Facts = Facts(rawValue: 1)
    static let isProxy: Facts = Facts(rawValue: 2)
    /// Some copies have values or animations of their own. All other facts are those of the remaining copies.
    static let hasInstanceOverrides: Facts = Facts(rawValue: 4)
    /// Those copies differ from the others only in the paint inside the layer's outlines.
    static let overridesPaintOnly: Facts = Facts(rawValue: 8)
    /// Nothing is animated, and no state changes the layer.
    static let isStatic: Facts = Facts(rawValue: 16)
    /// Local time differs from the superlayer's.
    static let hasTiming: Facts = Facts(rawValue: 32)
    /// The layer has transitions.
    static let hasTransitions: Facts = Facts(rawValue: 64)
    /// Its drawing order among siblings may depend on its z position.
    static let mayLeavePlane: Facts = Facts(rawValue: 128)
    /// Its sublayers are placed in the 3-D space around it.
    static let keepsDepth: Facts = Facts(rawValue: 256)
    static let particlesKeepDepth: Facts = Facts(rawValue: 512)
    /// It shows no other layer.
    static let isLeaf: Facts = Facts(rawValue: 1024)
    /// Some sublayer may leave its plane.
    static let hasDepth: Facts = Facts(rawValue: 2048)
    static let isSummarized: Facts = Facts(rawValue: 4096)
    /// The superlayer has animations that name the layer (`lent`).
    static let isAnimatedBySuperlayer: Facts = Facts(rawValue: 8192)
    /// The layer looks the same at all times in its own coordinates, so that only its position and opacity are animated.
    static let isOnePicture: Facts = Facts(rawValue: 16384)

    /// The facts that are read from the layer's own values and animations.
    static let ofValues: Facts = [
      .hasInstanceOverrides, .overridesPaintOnly, .isStatic, .hasTiming, .hasTransitions,
      .mayLeavePlane, .keepsDepth, .particlesKeepDepth, .isAnimatedBySuperlayer,
    ]
  }

  /// Transforms with the layer's model values.
  struct Geometry {
    /// From its coordinates to its superlayer's, in 3-D and flattened.
    var transform: Transform3D = .identity
    var plane: PlaneTransform = .identity
    /// Transform of sublayers; nil for the identity.
    var sublayerStep: Transform3D?
  }

  /// The nodes that a node shows.
  struct Links {
    /// All of them, and how. The other fields are subsets.
    var edges: [(node: Reference, way: Showing)] = []
    /// Sublayers in tree order; for a view replicator, its proxies.
    var sublayers: [Reference] = []
    var mask: Reference?
    var copyMasks: [Reference?] = []
    /// The source of a portal or a proxy, or the glyph layer of a text.
    var source: Reference?
  }

  /// Alive while the plan is current.
  unowned(unsafe) let layer: Layer
  /// Distinguishes it from a later layer at the same address.
  let identity: LayerIdentity
  let key: ObjectIdentifier
  /// The layer's model values.
  let stored: UnsafePointer<LayerValues>

  var facts: Facts
  var geometry = Geometry()
  var links = Links()
  var summary = SubtreeSummary()
  /// The index of a proxy in its view replicator, which sets it; nil for other layers.
  var proxyIndex: Int?
  /// Position, opacity and paint at all times, if they stay in the plane and only numbers are animated.
  var program: AnimationProgram?
  /// Animations of the superlayer that name the layer, as if they were its own.
  var fromSuperlayer: [LayerAnimation] = []
  /// The layer's own paint in its coordinates, if it never changes.
  var content: Content?
  /// The layout of a text: with its model values, and with its last animated values.
  var text: LaidOutText?
  var movedText: LaidOutText?

  // Computed when first needed:
  /// The swept bounds of the layer and its subtree.
  var sweptBounds: SweptBounds?
  /// Powers of its instance transform.
  var instanceTransforms: InstanceTransforms?
  /// Whether a portal hides the layer in the model tree, and the frame for which this holds.
  var hiddenInFrame: (frame: UInt64, isHidden: Bool) = (0, false)

  /// The last frame with a full search that found it in the tree.
  var foundInFrame: UInt64 = 0
  /// The layer's change counts when it was read.
  var changes = Changes()

  init(_ layer: Layer) {
    (self.layer, identity, key) = (layer, layer.identity, ObjectIdentifier(layer))
    facts = layer.kind == .proxy ? .isProxy : []
    stored = UnsafePointer(layer.stored)
  }

  var values: LayerValues {
    @inline(__always) _read { yield stored.pointee }
  }

  struct Content {
    /// Paint below the clip to its bounds: background and gradient.
    var below: [Draw] = []
    /// Paint inside the clip, below its sublayers: contents and shape.
    var inside: [Draw] = []
    /// Paint above the sublayers, below particles: the border.
    var above: [Draw] = []
    /// A rectangle around all of it; nil if it is empty or unbounded.
    var bounds: Rect?

    @inline(__always)
    subscript(part: LayerPaint.Part) -> [Draw] {
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
  /// Whether the layer's paint is the same at all times, while its position and opacity may be animated.
  var paintsTheSame: Bool { facts.contains(.isStatic) || program?.onlyPlaces ?? false }

  func copyMask(_ k: Int) -> Reference? { k < links.copyMasks.count ? links.copyMasks[k] : nil }

  /// Whether a text was laid out with another emoji font than its scene has now.
  var hasOtherEmoji: Bool {
    text.map { $0.style.emojiFont != layer.emojiFont(for: layer.values.text) } ?? false
  }
}

// Methods of the reference, because a copy of the node would count references to all its parts.
extension PlanNode.Reference {
  /// Whether copies may apply its position and opacity, so that its subpicture has neither.
  var isPlacedByCopies: Bool {
    guard let program = pointee.program, !program.resizes || (isPlainLeaf && program.repaints),
      pointee.layer.portals.isEmpty,
      !pointee.facts.contains(.keepsDepth), !pointee.facts.contains(.hasTransitions),
      !pointee.values.hasEffects,
      pointee.values.timing.isAlwaysShown,
      [.plain, .shape, .gradient, .replicator].contains(pointee.layer.kind)
    else { return false }
    // A layer that fades as one picture is a group. If it has only one paint, the colour's alpha fades it.
    return (pointee.facts.contains(.isLeaf) && !pointee.values.masksToBounds && !program.repaints)
      || (!program.fades && pointee.values.opacity >= 1)
  }

  /// Whether a copy is only the layer's own paint: no group, no effects, and no sublayers.
  var isPlainLeaf: Bool {
    pointee.facts.contains(.isLeaf) && pointee.layer.portals.isEmpty
      && !pointee.values.masksToBounds
      && !pointee.values.hasEffects && !pointee.facts.contains(.hasTiming)
      && pointee.layer.kind != .glyph
      && (pointee.program?.paints ?? []).allSatisfy { $0.paintsAlone }
  }

  /// The fact `isOnePicture`, from the summaries of the layers that it shows.
  var showsOnePicture: Bool {
    guard pointee.content != nil, isPlacedByCopies else { return false }
    return pointee.links.sublayers.allSatisfy { !$0.pointee.summary.isTimed }
      && pointee.links.copyMasks.allSatisfy { !($0?.pointee.summary.isTimed ?? false) }
      && !(pointee.links.mask?.pointee.summary.isTimed ?? false)
  }
}
