import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// Facts about a layer that do not depend on time: read once, and again when the layer changes.
struct PlanNode {
  /// Address of a node, which stays where it is as long as its plan lives.
  struct Reference: Equatable {
    private let address: UnsafeMutablePointer<PlanNode>

    init(_ layer: Layer) {
      address = .allocate(capacity: 1)
      address.initialize(to: PlanNode(layer))
    }

    /// Ends the node; no reference to it may be used afterwards.
    func end() {
      address.deinitialize(count: 1)
      address.deallocate()
    }

    var pointee: PlanNode {
      @inline(__always) unsafeAddress { UnsafePointer(address) }
      @inline(__always) nonmutating unsafeMutableAddress { address }
    }
  }

  /// What is known of a layer without a look at its numbers.
  struct Facts: OptionSet {
    let rawValue: UInt16

    static let isRead: Facts = Facts(rawValue: 1)
    static let isProxy: Facts = Facts(rawValue: 2)
    /// Some copies have values or animations of their own. All other facts are those of the others.
    static let hasInstanceOverrides: Facts = Facts(rawValue: 4)
    /// Those differ from the others in what the layer paints within its outlines, and in nothing else.
    static let overridesPaintOnly: Facts = Facts(rawValue: 8)
    /// Nothing is animated, and no state speaks of the layer.
    static let isStatic: Facts = Facts(rawValue: 16)
    /// Its own timing is other than its superlayer's.
    static let hasTiming: Facts = Facts(rawValue: 32)
    /// The layer has transitions, which may show it on its way from one picture to another.
    static let hasTransitions: Facts = Facts(rawValue: 64)
    /// Its place among its siblings can depend on its z position.
    static let mayLeavePlane: Facts = Facts(rawValue: 128)
    /// The layer hands its sublayers up into the space around it.
    static let keepsDepth: Facts = Facts(rawValue: 256)
    static let particlesKeepDepth: Facts = Facts(rawValue: 512)
    /// It shows no other layer.
    static let isLeaf: Facts = Facts(rawValue: 1024)
    /// Some sublayer may leave its plane.
    static let hasDepth: Facts = Facts(rawValue: 2048)
    static let isSummarized: Facts = Facts(rawValue: 4096)
    /// The superlayer has animations that name the layer (`lent`).
    static let isAnimatedBySuperlayer: Facts = Facts(rawValue: 8192)

    /// Those that are read from the layer's own values and animations.
    static let ofValues: Facts = [
      .hasInstanceOverrides, .overridesPaintOnly, .isStatic, .hasTiming, .hasTransitions,
      .mayLeavePlane, .keepsDepth, .particlesKeepDepth, .isAnimatedBySuperlayer,
    ]
  }

  /// Transforms of a layer as they were set.
  struct Geometry {
    /// From its coordinates to its superlayer's, depth kept and flattened.
    var transform: Transform3D = .identity
    var plane: PlaneTransform = .identity
    /// Transform of sublayers; nil for the identity.
    var sublayerStep: Transform3D?
  }

  /// Nodes that a node shows.
  struct Links {
    /// All of them, and how; the others are picked out of them.
    var edges: [(node: Reference, way: Showing)] = []
    /// Sublayers in the order of the tree; for a view replicator, its proxies.
    var sublayers: [Reference] = []
    var mask: Reference?
    var copyMasks: [Reference?] = []
    /// Source of a portal or a proxy, or the glyph layer of a text.
    var source: Reference?
  }

  /// Alive as long as the plan is current.
  unowned(unsafe) let layer: Layer
  /// Tells it from a later one at its address.
  let identity: LayerIdentity
  let key: ObjectIdentifier
  /// Values of the layer as they were set.
  let stored: UnsafePointer<LayerValues>

  var facts: Facts
  var geometry = Geometry()
  var links = Links()
  var summary = SubtreeSummary()
  /// The place of a proxy among those of its view replicator, which says so; nil for other layers.
  var proxyIndex: Int?
  /// Place, opacity and paint at all times, if they stay in the plane and are changed by numbers alone.
  var program: AnimationProgram?
  /// Animations of the superlayer that name the layer, as it would have them itself.
  var lent: [LayerAnimation] = []
  /// Content in the layer's own coordinates, if it never changes.
  var content: Content?
  /// Layout of a text: as it was set, and of its last animated values.
  var text: LaidOutText?
  var movedText: LaidOutText?

  // Found when they are asked for.
  /// Areas that the layer and all below it paint in.
  var extent: Extent?
  /// Powers of its instance transform.
  var instanceTransforms: InstanceTransforms?
  /// Whether a portal hides the layer at home, and the frame for which that holds.
  var hiddenInFrame: (frame: UInt64, isHidden: Bool) = (0, false)

  /// The frame that last found it in the tree, of those that looked for all layers.
  var foundInFrame: UInt64 = 0
  /// How often the layer had changed when it was read.
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
    /// Content below the clip to its bounds: background and gradient.
    var below: [Draw] = []
    /// Content inside the clip, below its sublayers: contents and shape.
    var inside: [Draw] = []
    /// Content above the sublayers, below particles: the border.
    var above: [Draw] = []
    /// A rectangle around all of it; nil for nothing, or where it has no bounds.
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
  /// Whether the layer paints the same at all times; its place and its opacity may be animated.
  var paintsTheSame: Bool { facts.contains(.isStatic) || program?.onlyPlaces ?? false }

  func copyMask(_ k: Int) -> Reference? { k < links.copyMasks.count ? links.copyMasks[k] : nil }

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
      !pointee.facts.contains(.keepsDepth), !pointee.facts.contains(.hasTransitions),
      !pointee.values.hasLight,
      pointee.values.timing.isAlwaysShown,
      [.plain, .shape, .gradient, .replicator].contains(pointee.layer.kind)
    else { return false }
    // A layer that fades as one picture is a group; where it paints one thing only, the colour's alpha does.
    return (pointee.facts.contains(.isLeaf) && !pointee.values.masksToBounds && !program.repaints)
      || (!program.fades && pointee.values.opacity >= 1)
  }

  /// Whether a copy is no more than what the layer paints itself: no group, no effects, and no sublayers.
  var isPlainLeaf: Bool {
    pointee.facts.contains(.isLeaf) && pointee.layer.portals.isEmpty
      && !pointee.values.masksToBounds
      && !pointee.values.hasLight && !pointee.facts.contains(.hasTiming)
      && pointee.layer.kind != .glyph
      && (pointee.program?.paints ?? []).allSatisfy { $0.paintsAlone }
  }

  /// Whether the layer looks the same at all times, in its own coordinates: only its place and its opacity are animated.
  var isOnePicture: Bool {
    guard pointee.content != nil, isPlacedByCopies else { return false }
    return pointee.links.sublayers.allSatisfy { !$0.pointee.summary.isTimed }
      && pointee.links.copyMasks.allSatisfy { !($0?.pointee.summary.isTimed ?? false) }
      && !(pointee.links.mask?.pointee.summary.isTimed ?? false)
  }
}
