import StrettoGeometry
import StrettoImaging
import StrettoTiming

/// Values of a layer: model values as users set them, or presentation values at a time.
///
/// Names, defaults and meanings of the properties are Core Animation's (docs/core-animation.md, section 6.3).
public struct LayerValues: Sendable {
  public var name: String = ""
  public var timing: MediaTiming = MediaTiming()

  /// Rectangle of the layer in its own coordinates. The origin of the bounds is the point that is visible at the layer's corner.
  public var bounds: Rect = .zero
  /// Position of the anchor point in the superlayer's coordinates.
  public var position: Point = .zero
  /// Drawing order among siblings, which are drawn in the order of increasing zPosition. In perspective, a layer with a larger
  /// zPosition is also nearer to the eye.
  public var zPosition: Double = 0
  /// Point about which the layer's transform is applied, in fractions of the bounds.
  public var anchorPoint: Point = Point(0.5, 0.5)
  public var anchorPointZ: Double = 0
  public var transform: LayerTransform = .identity
  /// Transform of all sublayers about the anchor point.
  public var sublayerTransform: LayerTransform = .identity
  /// True if the sublayers are mirrored vertically within the bounds.
  public var isGeometryFlipped: Bool = false
  /// True if the layer is visible from behind.
  public var isDoubleSided: Bool = true

  public var isHidden: Bool = false
  /// Opacity of the layer with its sublayers as one picture, clamped to 0...1 when drawn.
  public var opacity: Double = 1
  public var masksToBounds: Bool = false
  public var backgroundColor: Color?
  /// Radius of the corners in points, clamped to half of the shorter side when drawn.
  public var cornerRadius: Double = 0
  public var maskedCorners: CornerMask = .all
  public var borderWidth: Double = 0
  public var borderColor: Color? = .black

  public var contents: Contents = .none
  public var contentsGravity: ContentsGravity = .resize
  /// Visible part of the contents image, in fractions of the image.
  public var contentsRect: Rect = Rect(0, 0, 1, 1)
  /// Pixels of the contents image per point, above 0. The scale of the contents has an effect only for gravities that do not
  /// stretch the image.
  public var contentsScale: Double = 1
  public var magnificationFilter: ContentsFilter = .linear
  public var minificationFilter: ContentsFilter = .linear
  public var minificationFilterBias: Double = 0

  public var specific: SpecificValues = .plain
  /// Effect values of the layer; nil if all effect values have their initial values.
  @usableFromInline var effectBox: EffectBox?

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
  // Text values are stored indirectly, because few layers are texts and all layers would otherwise grow.
  indirect case text(TextValues)
  indirect case glyph(GlyphValues)
}

/// `CAReplicatorLayer`: draws several copies of its sublayers, each with a different transform, colour and time offset.
public struct ReplicatorValues: Sendable {
  /// Number of copies including the original, rounded down. A replicator whose number of copies is 0 or negative shows nothing.
  public var instanceCount: Double = 1
  /// True if the copies share one 3-D space with the layers around the replicator and are sorted by depth, and false if the
  /// copies are flattened and drawn in order.
  public var preservesDepth: Bool = false
  /// Delay of each copy relative to the previous copy, in seconds. A copy with a negative delay is ahead of the previous copy.
  public var instanceDelay: Double = 0
  /// Transform from each copy to the next copy, about the centre of the bounds.
  public var instanceTransform: LayerTransform = .identity
  /// Colour by which the first copy is multiplied; nil for white.
  public var instanceColor: Color? = .white
  public var redOffset: Double = 0
  public var greenOffset: Double = 0
  public var blueOffset: Double = 0
  public var alphaOffset: Double = 0

  // In the arrays `instanceDelays`, `instanceTransforms`, `instanceColors` and `instanceOpacities`, the entry of a copy replaces
  // the value from `instanceDelay`, `instanceTransform` or the colour offsets. A copy without an entry in one of the four arrays
  // has the value from `instanceDelay`, `instanceTransform` or the colour offsets.
  /// Delays of the copies relative to the original, in seconds.
  public var instanceDelays: [Double] = []
  /// Transforms from the original to each copy, about the centre of the bounds.
  public var instanceTransforms: [Transform3D] = []
  /// Colours of the copies, which replace `instanceColor` and the colour offsets.
  public var instanceColors: [Color] = []
  /// Factors of the copies' alpha, 0...1.
  public var instanceOpacities: [Double] = []

  public init() {}

  /// True if the colour offsets change the red, green or blue component of copies.
  public var hasColorOffsets: Bool { redOffset != 0 || greenOffset != 0 || blueOffset != 0 }

  /// True if the colour offsets change the colour or the alpha of copies.
  public var hasOffsets: Bool { hasColorOffsets || alphaOffset != 0 }

  /// Number of visible copies. An animated `instanceCount` is rounded only by `copyCount`.
  public var copyCount: Int { max(0, Int(clampingDown: instanceCount + 1e-9)) }

  /// Range of the delays of all copies, including 0, in seconds. The array `regular` has the values that an animated
  /// `instanceDelay` may take.
  public func delays(ofCopies count: Int, regular: [Double]) -> ClosedRange<Double> {
    let given = instanceDelays.prefix(max(0, count))
    let last = given.count < count ? regular.map { $0 * Double(count - 1) } : []
    let all = [0] + given + last
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// Delay of copy `k` relative to the original, in seconds.
  public func delay(ofCopy k: Int) -> Double {
    k < instanceDelays.count ? instanceDelays[k] : Double(k) * instanceDelay
  }

  /// Colour by which copy `k` is multiplied, with straight alpha. Each component of the copy's colour is clamped to 0...1 at the
  /// end.
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

/// `CAShapeLayer`: a path that is filled and stroked.
public struct ShapeValues: Sendable {
  public var path: Path?
  public var fillColor: Color? = .black
  public var fillRule: ShapeFillRule = .nonZero
  public var strokeColor: Color?
  /// Start and end of the stroke, in fractions of the total length of all subpaths; clamped to 0...1 when drawn.
  public var strokeStart: Double = 0
  public var strokeEnd: Double = 1
  /// Width of the stroke in points. If the width is 0 or less, no stroke is drawn.
  public var lineWidth: Double = 1
  public var miterLimit: Double = 10
  public var lineCap: ShapeLineCap = .butt
  public var lineJoin: ShapeLineJoin = .miter
  public var lineDashPhase: Double = 0
  public var lineDashPattern: [Double] = []

  public init() {}
}

/// `CAGradientLayer`: colours that vary across the bounds.
public struct GradientValues: Sendable {
  public var type: GradientType = .axial
  public var colors: [Color] = []
  /// Locations of the gradient's colours from 0 (start) to 1 (end), in ascending order. If the number of locations differs from
  /// the number of colours, the colours of the gradient are evenly spaced.
  public var locations: [Double] = []
  /// Start and end of the gradient, in fractions of the bounds.
  public var startPoint: Point = Point(0.5, 0)
  public var endPoint: Point = Point(0.5, 1)

  public init() {}
}

/// `CAEmitterLayer`: a source of particles. The emitter's `birthRate`, `lifetime`, `velocity`, `scale` and `spin` multiply the
/// values of every cell.
public struct EmitterValues: Sendable {
  public var cells: [EmitterCell] = []
  /// Presentation values of the emitter's cells while a cell is animated; nil if all cells have their model values.
  public private(set) var presentedCells: [CellValues]?
  /// Forces and other effects on the particles of all cells.
  public var behaviors: [EmitterBehavior] = []
  /// Presentation values of the emitter's behaviors while a behavior is animated; nil if all behaviors have their model values.
  private var presentedBehaviors: [BehaviorValues]?
  /// Indices of the presented cells by name, if the emitter has many cells.
  private var presentedIndices: [String: [Int]] = [:]
  public var birthRate: Double = 1
  public var lifetime: Double = 1
  public var velocity: Double = 1
  public var scale: Double = 1
  public var spin: Double = 1
  /// Centre of the source of particles, in the coordinates of the bounds.
  public var emitterPosition: Point = .zero
  /// Height of the centre of the particle source above the plane of the emitter, in points towards the eye.
  public var emitterZPosition: Double = 0
  public var emitterSize: Size = .zero
  /// Depth of a cuboid source of particles, in points.
  public var emitterDepth: Double = 0
  public var emitterShape: EmitterShape = .point
  public var emitterMode: EmitterMode = .volume
  public var renderMode: EmitterRenderMode = .unordered
  /// True if the particles share one 3-D space with the layers around the emitter and are sorted by depth, and false if the
  /// particles are flattened into the emitter's plane.
  public var preservesDepth: Bool = false
  /// Seed of the emitter's random numbers, a whole number in 0...2^32-1. Two emitters with equal values and equal seeds emit
  /// equal particles.
  public var seed: Double = 0
  /// Period after which the particles repeat, in seconds of the emitter's local time; 0 for particles that never repeat.
  public var loop: Double = 0
  /// True if the emitter looks as if it has always been running, and false if the emitter starts at local time 0.
  public var isWarm: Bool = false

  public init() {}

  /// Presentation values of all cells of the emitter.
  public var cellValues: [CellValues] { presentedCells ?? cells.map { $0.values } }

  /// Presentation values of all behaviors of the emitter.
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

  /// Presents only the given cells, as if the emitter had no further cells.
  public mutating func presentOnly(_ cells: [EmitterCell]) {
    presentedCells = cells.map { $0.values }
  }

  public mutating func change(cellsNamed name: String, _ change: (inout CellValues) -> Void) {
    var presented = cellValues
    if presentedCells == nil, presented.count > 8 {
      presentedIndices = Dictionary(grouping: presented.indices) { presented[$0].name }
    }
    presentedCells = nil
    if presentedIndices.isEmpty {
      for index in presented.indices where presented[index].name == name {
        change(&presented[index])
      }
    } else {
      for index in presentedIndices[name] ?? [] { change(&presented[index]) }
    }
    presentedCells = presented
  }
}
