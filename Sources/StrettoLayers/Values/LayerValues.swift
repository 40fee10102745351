import StrettoGeometry
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
