// Declarations of the Core Animation classes that exported sources use, without implementations. With the declarations, a
// compiler without Apple's frameworks checks names, types and labels. Each class declares only members of Apple's headers.

public typealias CGFloat = Double
public typealias CFTimeInterval = Double

public struct CGPoint {
  public var x = 0.0
  public var y = 0.0
  public init(x: CGFloat, y: CGFloat) {}
  public static var zero: CGPoint { CGPoint(x: 0, y: 0) }
}

public struct CGSize {
  public var width = 0.0
  public var height = 0.0
  public init(width: CGFloat, height: CGFloat) {}
}

public struct CGRect {
  public var origin = CGPoint.zero
  public var size = CGSize(width: 0, height: 0)
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {}
}

public struct CATransform3D {
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat,
    m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat,
    m42: CGFloat,
    m43: CGFloat, m44: CGFloat
  ) {}
}

public let CATransform3DIdentity = CATransform3DMakeScale(1, 1, 1)
public func CATransform3DMakeTranslation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D
{ fatalError() }
public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  fatalError()
}
public func CACurrentMediaTime() -> CFTimeInterval { 0 }

public class NSNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public required init(floatLiteral value: Double) {}
  public required init(integerLiteral value: Int) {}
}

public class NSValue {
  public init(cgPoint: CGPoint) {}
  public init(cgSize: CGSize) {}
  public init(cgRect: CGRect) {}
  public init(caTransform3D: CATransform3D) {}
}

public class NSNull { public init() {} }

open class NSObject {
  public init() {}
  public func setValue(_ value: Any?, forKey key: String) {}
}

public struct Selector {}
public func NSSelectorFromString(_ name: String) -> Selector { Selector() }

/// Stand-in for a class that is known only at run time. On Apple's systems the type is `AnyObject`, on which any method can be called.
public class RunTimeClass {
  public func perform(_ selector: Selector, with argument: Any?) -> Unmanaged<AnyObject>? { nil }
}
public func NSClassFromString(_ name: String) -> RunTimeClass? { nil }

public class CFString: ExpressibleByStringLiteral {
  public required init(stringLiteral value: String) {}
}

public class CGColor {}
public class CGImage {}
public class CGPath {}

public class CGMutablePath: CGPath {
  public override init() {}
  public func move(to: CGPoint) {}
  public func addLine(to: CGPoint) {}
  public func addQuadCurve(to: CGPoint, control: CGPoint) {}
  public func addCurve(to: CGPoint, control1: CGPoint, control2: CGPoint) {}
  public func closeSubpath() {}
}

public class UIColor {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public var cgColor: CGColor { fatalError() }
}

public class UIImage {
  public init?(named: String) {}
  public var cgImage: CGImage? { nil }
}

// MARK: Names

public enum CAMediaTimingFillMode { case removed, backwards, forwards, both }
public enum CAMediaTimingFunctionName { case linear, easeIn, easeOut, easeInEaseOut, `default` }
public enum CAValueFunctionName {
  case rotateX, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY,
    translateZ
}
public enum CAAnimationCalculationMode { case linear, discrete, paced, cubic, cubicPaced }
public enum CAAnimationRotationMode { case rotateAuto, rotateAutoReverse }
public enum CATransitionType { case fade, moveIn, push, reveal }
public enum CATransitionSubtype { case fromLeft, fromRight, fromTop, fromBottom }
public enum CALayerContentsGravity {
  case resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
}
public enum CALayerContentsFilter { case linear, nearest, trilinear }
public enum CALayerCornerCurve { case circular, continuous }
public enum CAShapeLayerFillRule { case nonZero, evenOdd }
public enum CAShapeLayerLineCap { case butt, round, square }
public enum CAShapeLayerLineJoin { case miter, round, bevel }
public enum CAGradientLayerType { case axial, radial, conic }
public enum CATextLayerAlignmentMode { case natural, left, right, center, justified }
public enum CATextLayerTruncationMode { case none, start, middle, end }
public enum CAEmitterLayerEmitterShape { case point, line, rectangle, circle, cuboid, sphere }
public enum CAEmitterLayerEmitterMode { case points, outline, surface, volume }
public enum CAEmitterLayerRenderMode {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

public struct CACornerMask: OptionSet {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

public class CAMediaTimingFunction {
  public init(name: CAMediaTimingFunctionName) {}
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {}
}

public class CAValueFunction { public init?(name: CAValueFunctionName) {} }

// MARK: Layers

public class CALayer: NSObject {
  public override init() {}
  public var beginTime: CFTimeInterval = 0
  public var timeOffset: CFTimeInterval = 0
  public var speed: Float = 1
  public var duration: CFTimeInterval = 0
  public var repeatCount: Float = 0
  public var repeatDuration: CFTimeInterval = 0
  public var autoreverses = false
  public var fillMode = CAMediaTimingFillMode.removed
  public var name: String?
  public var bounds = CGRect(x: 0, y: 0, width: 0, height: 0)
  public var position = CGPoint.zero
  public var zPosition: CGFloat = 0
  public var anchorPoint = CGPoint.zero
  public var anchorPointZ: CGFloat = 0
  public var transform = CATransform3DIdentity
  public var sublayerTransform = CATransform3DIdentity
  public var isGeometryFlipped = false
  public var isDoubleSided = true
  public var isHidden = false
  public var opacity: Float = 1
  public var masksToBounds = false
  public var backgroundColor: CGColor?
  public var cornerRadius: CGFloat = 0
  public var maskedCorners: CACornerMask = []
  public var cornerCurve = CALayerCornerCurve.circular
  public var borderWidth: CGFloat = 0
  public var borderColor: CGColor?
  public var contents: Any?
  public var contentsGravity = CALayerContentsGravity.resize
  public var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  public var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  public var contentsScale: CGFloat = 1
  public var magnificationFilter = CALayerContentsFilter.linear
  public var minificationFilter = CALayerContentsFilter.linear
  public var minificationFilterBias: Float = 0
  public var shadowColor: CGColor?
  public var shadowOpacity: Float = 0
  public var shadowOffset = CGSize(width: 0, height: -3)
  public var shadowRadius: CGFloat = 3
  public var shadowPath: CGPath?
  public var compositingFilter: Any?
  public var allowsGroupOpacity = true
  public var shouldRasterize = false
  public var rasterizationScale: CGFloat = 1
  public var mask: CALayer?
  public func addSublayer(_ layer: CALayer) {}
  public func add(_ animation: CAAnimation, forKey key: String?) {}
}

public class CATransformLayer: CALayer {}

public class CAReplicatorLayer: CALayer {
  public var instanceCount = 1
  public var instanceDelay: CFTimeInterval = 0
  public var preservesDepth = false
  public var instanceTransform = CATransform3DIdentity
  public var instanceColor: CGColor?
  public var instanceRedOffset: Float = 0
  public var instanceGreenOffset: Float = 0
  public var instanceBlueOffset: Float = 0
  public var instanceAlphaOffset: Float = 0
}

public class CAShapeLayer: CALayer {
  public var path: CGPath?
  public var fillColor: CGColor?
  public var fillRule = CAShapeLayerFillRule.nonZero
  public var strokeColor: CGColor?
  public var strokeStart: CGFloat = 0
  public var strokeEnd: CGFloat = 1
  public var lineWidth: CGFloat = 1
  public var miterLimit: CGFloat = 10
  public var lineCap = CAShapeLayerLineCap.butt
  public var lineJoin = CAShapeLayerLineJoin.miter
  public var lineDashPhase: CGFloat = 0
  public var lineDashPattern: [NSNumber]?
}

public class CAGradientLayer: CALayer {
  public var type = CAGradientLayerType.axial
  public var colors: [Any]?
  public var locations: [NSNumber]?
  public var startPoint = CGPoint.zero
  public var endPoint = CGPoint.zero
}

public class CATextLayer: CALayer {
  public var string: Any?
  public var font: CFString?
  public var fontSize: CGFloat = 36
  public var foregroundColor: CGColor?
  public var isWrapped = false
  public var truncationMode = CATextLayerTruncationMode.none
  public var alignmentMode = CATextLayerAlignmentMode.natural
}

public class CAEmitterLayer: CALayer {
  public var emitterCells: [CAEmitterCell]?
  public var birthRate: Float = 1
  public var lifetime: Float = 1
  public var velocity: Float = 1
  public var scale: Float = 1
  public var spin: Float = 1
  public var emitterPosition = CGPoint.zero
  public var emitterZPosition: CGFloat = 0
  public var emitterSize = CGSize(width: 0, height: 0)
  public var emitterDepth: CGFloat = 0
  public var emitterShape = CAEmitterLayerEmitterShape.point
  public var emitterMode = CAEmitterLayerEmitterMode.volume
  public var renderMode = CAEmitterLayerRenderMode.unordered
  public var preservesDepth = false
  public var seed: UInt32 = 0
}

public class CAEmitterCell: NSObject {
  public override init() {}
  public var name: String?
  public var isEnabled = true
  public var birthRate: Float = 0
  public var lifetime: Float = 0
  public var lifetimeRange: Float = 0
  public var emissionLatitude: CGFloat = 0
  public var emissionLongitude: CGFloat = 0
  public var emissionRange: CGFloat = 0
  public var velocity: CGFloat = 0
  public var velocityRange: CGFloat = 0
  public var xAcceleration: CGFloat = 0
  public var yAcceleration: CGFloat = 0
  public var zAcceleration: CGFloat = 0
  public var scale: CGFloat = 1
  public var scaleRange: CGFloat = 0
  public var scaleSpeed: CGFloat = 0
  public var spin: CGFloat = 0
  public var spinRange: CGFloat = 0
  public var color: CGColor?
  public var redRange: Float = 0
  public var greenRange: Float = 0
  public var blueRange: Float = 0
  public var alphaRange: Float = 0
  public var redSpeed: Float = 0
  public var greenSpeed: Float = 0
  public var blueSpeed: Float = 0
  public var alphaSpeed: Float = 0
  public var contents: Any?
  public var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  public var contentsScale: CGFloat = 1
  public var magnificationFilter = "linear"
  public var minificationFilter = "linear"
  public var minificationFilterBias: Float = 0
  public var emitterCells: [CAEmitterCell]?
  public var beginTime: CFTimeInterval = 0
  public var timeOffset: CFTimeInterval = 0
  public var speed: Float = 1
  public var duration: CFTimeInterval = 0
  public var repeatCount: Float = 0
  public var repeatDuration: CFTimeInterval = 0
  public var autoreverses = false
  public var fillMode = CAMediaTimingFillMode.removed
}

// MARK: Animations

public class CAAnimation {
  public init() {}
  public var beginTime: CFTimeInterval = 0
  public var timeOffset: CFTimeInterval = 0
  public var speed: Float = 1
  public var duration: CFTimeInterval = 0
  public var repeatCount: Float = 0
  public var repeatDuration: CFTimeInterval = 0
  public var autoreverses = false
  public var fillMode = CAMediaTimingFillMode.removed
  public var timingFunction: CAMediaTimingFunction?
  public var isRemovedOnCompletion = true
}

public class CAPropertyAnimation: CAAnimation {
  public convenience init(keyPath: String?) { self.init() }
  public var isAdditive = false
  public var isCumulative = false
  public var valueFunction: CAValueFunction?
}

public class CABasicAnimation: CAPropertyAnimation {
  public var fromValue: Any?
  public var toValue: Any?
  public var byValue: Any?
}

public class CASpringAnimation: CABasicAnimation {
  public var mass: CGFloat = 1
  public var stiffness: CGFloat = 100
  public var damping: CGFloat = 10
  public var initialVelocity: CGFloat = 0
  public var allowsOverdamping = false
}

public class CAKeyframeAnimation: CAPropertyAnimation {
  public var values: [Any]?
  public var path: CGPath?
  public var keyTimes: [NSNumber]?
  public var timingFunctions: [CAMediaTimingFunction]?
  public var calculationMode = CAAnimationCalculationMode.linear
  public var tensionValues: [NSNumber]?
  public var continuityValues: [NSNumber]?
  public var biasValues: [NSNumber]?
  public var rotationMode: CAAnimationRotationMode?
}

public class CATransition: CAAnimation {
  public var type = CATransitionType.fade
  public var subtype: CATransitionSubtype?
  public var startProgress: Float = 0
  public var endProgress: Float = 1
}

public class CAAnimationGroup: CAAnimation {
  public var animations: [CAAnimation]?
}
