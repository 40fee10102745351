import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// The data of one layer in an evaluation plan that do not depend on time. The data of a plan node are read once, and again after
/// a change of the layer.
struct PlanNode {
  /// The address of a plan node, which is stable while the plan lives.
  typealias Reference = StableValue<PlanNode>

  /// Boolean facts about a layer.
  struct Facts: OptionSet {
    let rawValue: UInt16

    static let isRead: Facts = Facts(rawValue: 1)
    static let isProxy: Facts = Facts(rawValue: 2)
    /// Some copies of the layer have their own values or animations. If some copies have overrides, all other facts describe the
    /// copies without overrides.
    static let hasInstanceOverrides: Facts = Facts(rawValue: 4)
    /// The copies with their own values differ from other copies only in the paint inside the layer's outlines.
    static let overridesPaintOnly: Facts = Facts(rawValue: 8)
    /// The layer is not animated, and no state of the scene changes the layer.
    static let isStatic: Facts = Facts(rawValue: 16)
    /// The layer's local time differs from the superlayer's local time.
    static let hasTiming: Facts = Facts(rawValue: 32)
    /// The layer has transitions.
    static let hasTransitions: Facts = Facts(rawValue: 64)
    /// The layer's drawing order among its siblings may depend on its z position.
    static let mayLeavePlane: Facts = Facts(rawValue: 128)
    /// The layer's sublayers are placed in the 3-D space around the layer.
    static let keepsDepth: Facts = Facts(rawValue: 256)
    static let particlesKeepDepth: Facts = Facts(rawValue: 512)
    /// The layer shows no other layer.
    static let isLeaf: Facts = Facts(rawValue: 1024)
    /// Some sublayer of the layer may leave its plane.
    static let hasDepth: Facts = Facts(rawValue: 2048)
    static let isSummarized: Facts = Facts(rawValue: 4096)
    /// The superlayer has animations that name the layer.
    static let isAnimatedBySuperlayer: Facts = Facts(rawValue: 8192)
    /// The layer looks the same at all times in its own coordinates, so that only its position and opacity are animated.
    static let isOnePicture: Facts = Facts(rawValue: 16384)

    /// The facts that follow from the layer's own values and animations.
    static let ofValues: Facts = [
      .hasInstanceOverrides, .overridesPaintOnly, .isStatic, .hasTiming, .hasTransitions,
      .mayLeavePlane, .keepsDepth, .particlesKeepDepth, .isAnimatedBySuperlayer,
    ]
  }

  /// The layer's transforms with its model values.
  struct Geometry {
    /// Transform from the layer's coordinates to the superlayer's coordinates, in 3-D. The property `plane` is the 3-D transform
    /// flattened into the plane of the superlayer.
    var transform: Transform3D = .identity
    var plane: PlaneTransform = .identity
    /// Transform of sublayers; nil for the identity.
    var sublayerGeometry: Transform3D?
  }

  /// The nodes of the layers that a layer shows.
  struct Links {
    /// The nodes of all layers that the layer shows, with the kind of each edge. The other properties of `Links` are subsets of
    /// `edges`.
    var edges: [(node: Reference, kind: TreeEdge)] = []
    /// The sublayers in tree order. The sublayers of a view replicator are its proxies.
    var sublayers: [Reference] = []
    var mask: Reference?
    var copyMasks: [Reference?] = []
    /// The source of a portal or a proxy, or the glyph layer of a text.
    var source: Reference?
  }

  /// The layer, which is alive while the plan is current.
  unowned(unsafe) let layer: Layer
  /// Distinguishes the layer from a later layer at the same address.
  let identity: LayerIdentity
  let key: ObjectIdentifier
  /// The layer's model values.
  let stored: StableValue<LayerValues>

  var facts: Facts
  var geometry = Geometry()
  var links = Links()
  var summary = SubtreeSummary()
  /// The index of a proxy in its view replicator, which sets the index; nil for a layer that is not a proxy.
  var proxyIndex: Int?
  /// The compiled animations of position, opacity and paint; nil if the layer leaves its plane or an animation does not animate
  /// numbers.
  var program: AnimationProgram?
  /// The superlayer's animations that name the layer, converted to animations of the layer.
  var fromSuperlayer: [LayerAnimation] = []
  /// The layer's own paint in its own coordinates; nil if the paint changes.
  var content: Content?
  /// The layout of a text with its model values. The property `movedText` is the layout of the text with the animated values of
  /// the last frame.
  var text: LaidOutText?
  var movedText: LaidOutText?

  /// The swept bounds of the layer and its subtree; nil until computed.
  var sweptBounds: SweptBounds?
  /// The powers of the replicator's instance transform, one for each copy; nil until computed.
  var instanceTransforms: InstanceTransforms?
  /// `isHidden` is true if a portal hides the layer in the model tree, and `frame` is the number of the frame for which
  /// `isHidden` is valid.
  var hiddenInFrame: (frame: UInt64, isHidden: Bool) = (0, false)
  /// The instance of the layer's copy 0 in the model tree, and the frame and the time of the tree's root for which the instance
  /// is valid.
  var inTree: (frame: UInt64, top: LocalTime, isShown: Bool, instance: PresentedLayer?) = (
    0, .top(at: 0), false, nil
  )

  /// The number of the last frame in which a search of the tree found the layer.
  var foundInFrame: UInt64 = 0
  /// The layer's change counts when the layer was last read.
  var changes = Changes()

  init(_ layer: Layer) {
    (self.layer, identity, key) = (layer, layer.identity, ObjectIdentifier(layer))
    facts = layer.kind == .proxy ? .isProxy : []
    stored = layer.stored
  }

  var values: LayerValues {
    @inline(__always) unsafeAddress { stored.readOnly }
  }

  struct Content {
    /// The layer's paint below the clip to the layer's bounds, which is the background and the gradient.
    var below: [Draw] = []
    /// The layer's paint inside the clip and below the sublayers, which is the contents and the shape.
    var inside: [Draw] = []
    /// The layer's paint above the sublayers and below particles, which is the border.
    var above: [Draw] = []
    /// A rectangle around all paint of the layer; nil if the rectangle is empty or unbounded.
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
  /// True if the layer's paint is the same at all times. The layer's position and opacity may be animated.
  @inline(__always)
  var paintsTheSame: Bool { facts.contains(.isStatic) || program?.changesPlacementOnly ?? false }

  /// True if a text was laid out with another emoji font than its scene has now.
  var hasOtherEmoji: Bool {
    text.map { $0.style.emojiFont != layer.emojiFont(for: layer.values.text) } ?? false
  }
}

// The methods of a plan node belong to its reference, because a copy of the node would retain and release all parts of the node.
extension PlanNode.Reference {
  /// True if copies may apply the layer's position and opacity, so that the layer's subpicture contains neither.
  var isPlacedByCopies: Bool {
    guard let program = pointee.program, !program.resizes || (isPlainLeaf && program.repaints),
      pointee.layer.portals.isEmpty,
      !pointee.facts.contains(.keepsDepth), !pointee.facts.contains(.hasTransitions),
      !pointee.values.hasEffects,
      pointee.values.timing.isAlwaysShown,
      [.plain, .shape, .gradient, .replicator].contains(pointee.layer.kind)
    else { return false }
    // A layer that fades as one picture is a group, unless the layer has only one paint. A layer with one paint fades by the
    // alpha of the paint's colour.
    return (pointee.facts.contains(.isLeaf) && !pointee.values.masksToBounds && !program.repaints)
      || (!program.fades && pointee.values.opacity >= 1)
  }

  /// True if a copy of the layer is only the layer's own paint, without groups, effects and sublayers.
  var isPlainLeaf: Bool {
    pointee.facts.contains(.isLeaf) && pointee.layer.portals.isEmpty
      && !pointee.values.masksToBounds
      && !pointee.values.hasEffects && !pointee.facts.contains(.hasTiming)
      && pointee.layer.kind != .glyph
      && (pointee.program?.paints ?? []).allSatisfy { $0.paintsAlone }
  }

  /// True if the fact `isOnePicture` applies, according to the summaries of the layers that the layer shows.
  var showsOnePicture: Bool {
    guard pointee.content != nil, isPlacedByCopies else { return false }
    return pointee.links.sublayers.allSatisfy { !$0.pointee.summary.isTimed }
      && pointee.links.copyMasks.allSatisfy { !($0?.pointee.summary.isTimed ?? false) }
      && !(pointee.links.mask?.pointee.summary.isTimed ?? false)
  }
}
