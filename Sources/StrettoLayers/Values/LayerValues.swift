import StrettoGeometry
import StrettoImaging
import StrettoTiming

/// Values of a layer: as they were set (the model), or at a time (the presentation).
///
/// Property names, defaults and meanings are Core Animation's (semantics section 6.3).
public struct LayerValues: Sendable {
  public var name: String = ""
  public var timing: MediaTiming = MediaTiming()

  /// Rectangle of the layer in its own coordinates; its origin is the point that is shown at its corner.
  public var bounds: Rect = .zero
  /// Place of the anchor point in the superlayer's coordinates.
  public var position: Point = .zero
  /// Siblings draw in ascending order of it; with perspective it is also nearness to the eye.
  public var zPosition: Double = 0
  /// Point, in fractions of the bounds, that transforms turn about.
  public var anchorPoint: Point = Point(0.5, 0.5)
  public var anchorPointZ: Double = 0
  public var transform: LayerTransform = .identity
  /// Applied to all sublayers, about the anchor point.
  public var sublayerTransform: LayerTransform = .identity
  /// Mirrors the sublayers vertically within the bounds.
  public var isGeometryFlipped: Bool = false
  /// True if the layer shows when its back faces the viewer.
  public var isDoubleSided: Bool = true

  public var isHidden: Bool = false
  /// 0...1, clamped when drawn; for the layer and its sublayers as one picture.
  public var opacity: Double = 1
  public var masksToBounds: Bool = false
  public var backgroundColor: Color?
  /// Clamped to half the shorter side when drawn.
  public var cornerRadius: Double = 0
  public var maskedCorners: CornerMask = .all
  public var borderWidth: Double = 0
  public var borderColor: Color? = .black

  public var contents: Contents = .none
  public var contentsGravity: ContentsGravity = .resize
  /// Part of the image that is shown, in fractions of it.
  public var contentsRect: Rect = Rect(0, 0, 1, 1)
  /// Pixels of the image for each point; above 0. Counts for gravities that do not stretch.
  public var contentsScale: Double = 1
  public var magnificationFilter: ContentsFilter = .linear
  public var minificationFilter: ContentsFilter = .linear
  public var minificationFilterBias: Double = 0

  public var specific: SpecificValues = .plain
  /// Nil for the initial values.
  @usableFromInline var lightBox: LightBox?

  public init() {}
}

/// Values that only some kinds of layer have.
public enum SpecificValues: Sendable {
  case plain
  case replicator(ReplicatorValues)
  case shape(ShapeValues)
  case gradient(GradientValues)
  case emitter(EmitterValues)
  case portal(PortalValues)
  case viewReplicator(ViewReplicatorValues)
  case proxy(ProxyValues)
  // Few layers are texts, and all would carry their size.
  indirect case text(TextValues)
  indirect case glyph(GlyphValues)
}

/// `CAReplicatorLayer`: shows its sublayers many times, each time further in place, colour and time.
public struct ReplicatorValues: Sendable {
  /// Count of copies, the original included; rounded down, and 0 or less shows nothing.
  public var instanceCount: Double = 1
  /// True if the copies stand in one space with the layers around the replicator, nearer ones before others; otherwise they
  /// are flattened, and drawn in their order.
  public var preservesDepth: Bool = false
  /// Seconds by which each copy is behind the one before it; negative: ahead.
  public var instanceDelay: Double = 0
  /// Transform from each copy to the next, about the centre of the bounds.
  public var instanceTransform: LayerTransform = .identity
  /// Multiplies the colours of the first copy. None is white.
  public var instanceColor: Color? = .white
  public var redOffset: Double = 0
  public var greenOffset: Double = 0
  public var blueOffset: Double = 0
  public var alphaOffset: Double = 0

  // One entry for each copy, in place of the regular rule; copies beyond an array's end follow the rule.
  /// Seconds by which each copy is behind the original's time.
  public var instanceDelays: [Double] = []
  /// Transforms from the original's place to each copy's, about the centre of the bounds.
  public var instanceTransforms: [Transform3D] = []
  /// Colours of the copies, in place of `instanceColor` and the offsets.
  public var instanceColors: [Color] = []
  /// Factors of the colour's alpha, 0...1.
  public var instanceOpacities: [Double] = []

  public init() {}

  /// True if the offsets change the red, green or blue of copies.
  public var hasColorOffsets: Bool { redOffset != 0 || greenOffset != 0 || blueOffset != 0 }

  /// True if the offsets change the colour of copies, or their alpha.
  public var hasOffsets: Bool { hasColorOffsets || alphaOffset != 0 }

  /// How many copies are shown: the one place where an animated count is rounded.
  public var copyCount: Int { max(0, Int(clampingDown: instanceCount + 1e-9)) }

  /// Seconds by which the copies are behind, 0 among them, where the rule is one of `regular`.
  public func delays(ofCopies count: Int, regular: [Double]) -> ClosedRange<Double> {
    let given = instanceDelays.prefix(max(0, count))
    let last = given.count < count ? regular.map { $0 * Double(count - 1) } : []
    let all = [0] + given + last
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// Seconds by which copy `k` is behind.
  public func delay(ofCopy k: Int) -> Double {
    k < instanceDelays.count ? instanceDelays[k] : Double(k) * instanceDelay
  }

  /// Factor of the colours of copy `k`: not premultiplied, each component clamped to 0...1 at the end.
  public func color(ofCopy k: Int) -> Color {
    let (base, n) = (instanceColor ?? .white, Double(k))
    let regular = Color(
      base.red + n * redOffset, base.green + n * greenOffset, base.blue + n * blueOffset,
      base.alpha + n * alphaOffset)
    var color = (k < instanceColors.count ? instanceColors[k] : regular).clamped
    if k < instanceOpacities.count { color.alpha *= instanceOpacities[k].clamped(to: 0...1) }
    return color
  }
}

/// `CAShapeLayer`: a path, filled and stroked.
public struct ShapeValues: Sendable {
  public var path: Path?
  public var fillColor: Color? = .black
  public var fillRule: ShapeFillRule = .nonZero
  public var strokeColor: Color?
  /// Fractions of the whole length, over all subpaths; clamped to 0...1 when drawn.
  public var strokeStart: Double = 0
  public var strokeEnd: Double = 1
  /// 0 or less draws no line.
  public var lineWidth: Double = 1
  public var miterLimit: Double = 10
  public var lineCap: ShapeLineCap = .butt
  public var lineJoin: ShapeLineJoin = .miter
  public var lineDashPhase: Double = 0
  public var lineDashPattern: [Double] = []

  public init() {}
}

/// `CAGradientLayer`: colours that change across the bounds.
public struct GradientValues: Sendable {
  public var type: GradientType = .axial
  public var colors: [Color] = []
  /// One for each colour, not decreasing, 0 at the start and 1 at the end; another number of them means uniform spacing.
  public var locations: [Double] = []
  /// Start and end points in fractions of the bounds.
  public var startPoint: Point = Point(0.5, 0)
  public var endPoint: Point = Point(0.5, 1)

  public init() {}
}

/// `CAEmitterLayer`: a source of particles. The numbers multiply those of every cell.
public struct EmitterValues: Sendable {
  public var cells: [EmitterCell] = []
  /// The cells' values at a time, while some of them are animated; nil where they are as they were set.
  public private(set) var presentedCells: [CellValues]?
  /// Forces and other effects on the particles of all cells.
  public var behaviors: [EmitterBehavior] = []
  /// The behaviors' values at a time, while some of them are animated; nil where they are as they were set.
  private var presentedBehaviors: [BehaviorValues]?
  /// Indices of the presented cells by name, if there are many.
  private var presentedPlaces: [String: [Int]] = [:]
  public var birthRate: Double = 1
  public var lifetime: Double = 1
  public var velocity: Double = 1
  public var scale: Double = 1
  public var spin: Double = 1
  /// Centre of the source in the bounds' coordinates.
  public var emitterPosition: Point = .zero
  /// Nearness to the eye of the source's centre.
  public var emitterZPosition: Double = 0
  public var emitterSize: Size = .zero
  /// Third side of a cuboid.
  public var emitterDepth: Double = 0
  public var emitterShape: EmitterShape = .point
  public var emitterMode: EmitterMode = .volume
  public var renderMode: EmitterRenderMode = .unordered
  /// True if the particles stand in the space of the layer around the emitter, nearer ones before others; otherwise they are
  /// flattened into the emitter's plane.
  public var preservesDepth: Bool = false
  /// Two emitters with one seed emit the same particles; a whole number in 0...2^32-1.
  public var seed: Double = 0
  /// Seconds of the emitter's time after which the same particles are born again; 0 for never.
  public var loop: Double = 0
  /// True if the emitter looks as if it had always been running, rather than starting at local time 0.
  public var isWarm: Bool = false

  public init() {}

  /// Values of every cell, at the time of these values.
  public var cellValues: [CellValues] { presentedCells ?? cells.map { $0.values } }

  /// Values of every behavior, at the time of these values.
  public var behaviorValues: [BehaviorValues] {
    presentedBehaviors ?? behaviors.map { $0.values }
  }

  public mutating func change(
    behaviorsNamed name: String, _ change: (inout BehaviorValues) -> Void
  ) {
    var presented = behaviorValues
    presentedBehaviors = nil
    for index in presented.indices where presented[index].name == name { change(&presented[index]) }
    presentedBehaviors = presented
  }

  /// Presents some of the cells as if there were no others.
  public mutating func presentOnly(_ cells: [EmitterCell]) {
    presentedCells = cells.map { $0.values }
  }

  public mutating func change(cellsNamed name: String, _ change: (inout CellValues) -> Void) {
    var presented = cellValues
    if presentedCells == nil, presented.count > 8 {
      presentedPlaces = Dictionary(grouping: presented.indices) { presented[$0].name }
    }
    presentedCells = nil
    if presentedPlaces.isEmpty {
      for index in presented.indices where presented[index].name == name {
        change(&presented[index])
      }
    } else {
      for index in presentedPlaces[name] ?? [] { change(&presented[index]) }
    }
    presentedCells = presented
  }
}
