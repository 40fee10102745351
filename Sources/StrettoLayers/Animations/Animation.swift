import StrettoGeometry
import StrettoTiming

/// Kinds of animation. The raw values are those of `stretto_animation_kind`.
public enum AnimationKind: Int32, CaseIterable, Sendable {
  case basic = 0
  case keyframe, group, spring, transition

  public var properties: [Property<AnimationValues>] {
    @export(interface) get { AnimationProperties.tables[Int(rawValue)] }
  }

  /// True if the animation runs from one value to another, which is a basic or a spring animation.
  public var isBasic: Bool { self == .basic || self == .spring }

  /// True if the animation changes one property that a key path names.
  public var hasKeyPath: Bool { self != .group && self != .transition }

  /// Name of the Core Animation class.
  public var className: String {
    [
      "CABasicAnimation", "CAKeyframeAnimation", "CAAnimationGroup", "CASpringAnimation",
      "CATransition",
    ][Int(rawValue)]
  }
}

/// Animation object that users change. A layer copies the values of an animation that is added to it.
public final class Animation: @unchecked Sendable {
  public var values: AnimationValues

  public init(_ values: AnimationValues) { self.values = values }

  /// Creates an animation of the property that `keyPath` names in any kind of layer. Groups and transitions have no key path.
  public init(_ kind: AnimationKind, keyPath: String?) throws(KeyPathError) {
    values = AnimationValues(kind)
    guard let keyPath, kind.hasKeyPath else { return }
    let target = try PropertyPath.inAnyKind(keyPath)
    guard target.isAnimatable else { throw .notAnimatable }
    values.aim(at: target, keyPath)
  }
}

public struct AnimationValues: Sendable {
  public let kind: AnimationKind
  public var keyPath: String = ""
  /// Kind of value of the animated property.
  public var targetKind: ValueKind = .any
  /// Fixed number of elements of an animated list; nil if lists of any length are allowed.
  public private(set) var targetCount: Int?
  /// Kind of the key values: the numbers of the value function, or else the kind of the animated property.
  public var valueKind: ValueKind { valueFunction?.valueKind ?? targetKind }
  public var valueRule: ValueRule {
    var rule = ValueRule(animating: valueKind)
    if valueFunction == nil { rule.count = targetCount }
    return rule
  }
  /// Timing of the animation. A duration of 0 reads as 0.25 seconds, Core Animation's default.
  public var timing: MediaTiming = MediaTiming(duration: 0)
  /// Timing function of the whole animation; nil is linear.
  public var timingFunction: TimingFunction?
  /// True if the animation has no effect after its active interval, not even by its fill mode.
  public var isRemovedOnCompletion: Bool = true
  /// True if the animated value is added to the underlying value instead of replacing the underlying value.
  public var isAdditive: Bool = false
  /// True if each iteration continues from the end of the previous iteration.
  public var isCumulative: Bool = false

  /// Start value of a basic animation.
  public var fromValue: Value = .none
  public var toValue: Value = .none
  public var byValue: Value = .none

  /// Key values of a keyframe animation.
  public var keyValues: [Value] = []
  public var keyTimes: [Double] = []
  public var timingFunctions: [TimingFunction] = []
  public var calculationMode: CalculationMode = .linear
  /// Tension of the spline at each key value in the cubic modes; missing entries are 0.
  public var tensionValues: [Double] = []
  public var continuityValues: [Double] = []
  public var biasValues: [Double] = []
  /// Motion path of a point, which replaces the key values.
  public var path: Path?
  /// Rotation of the layer along its motion path; nil for no rotation.
  public var rotationMode: RotationMode?

  /// Function that turns the numbers of a basic or keyframe animation into a transform.
  public var valueFunction: ValueFunction?

  /// Parameters of a spring animation.
  public var spring: Spring = Spring()

  public var transition: TransitionValues = TransitionValues()

  /// Members of an animation group.
  public var animations: [AnimationValues] = [] {
    didSet {
      depth = 1 + (animations.map { $0.depth }.max() ?? 0)
      count = animations.reduce(1) { $0 + $1.count }
    }
  }
  /// Depth of nested groups; 1 for an animation that is not a group. The depth is stored because counting would visit all
  /// members.
  public private(set) var depth: Int = 1
  /// Number of animations: this animation and all members at all depths.
  public private(set) var count: Int = 1

  /// Unknown markup in the animation's element of a document.
  public var unknownMarkup: UnknownMarkup?

  public init(_ kind: AnimationKind) { self.kind = kind }

  /// Sets the key path and the allowed kind of the key values.
  public mutating func aim(at target: PropertyPath, _ keyPath: String) {
    (self.keyPath, targetKind, targetCount) = (keyPath, target.kind, target.count)
  }

  /// Applies a function to each key value that was set.
  public mutating func changeValues<E: Error>(
    _ change: (Value) throws(E) -> Value
  ) throws(E) {
    fromValue = try change(fromValue)
    toValue = try change(toValue)
    byValue = try change(byValue)
    keyValues = try keyValues.map(change)
  }

  /// True if the animation takes its key path from the key that it is added under.
  public var takesKeyAsPath: Bool { kind.hasKeyPath && keyPath.isEmpty }
}

enum AnimationProperties {
  typealias P = Property<AnimationValues>

  static let tables: [[P]] = [
    common + single + basic, common + single + keyframe, common, common + single + basic + spring,
    common + transition,
  ]

  static let common: [P] =
    MediaTiming.properties(
      { $0.timing }, { $0.timing = $1 },
      duration: "The length of one cycle in seconds; 0 reads as 0.25.")
    + [
      P(
        Form.curve, "timingFunction", [], section: "2.8",
        "Eases the whole cycle: a name or four control points; none is linear.",
        { $0.timingFunction }, { $0.timingFunction = $1 }),
      P(
        Form.flag, "removedOnCompletion", [],
        "Whether it has no effect at all once it is over, even by its fill mode.",
        { $0.isRemovedOnCompletion }, { $0.isRemovedOnCompletion = $1 }),
    ].inSection("2.7")

  static let single: [P] = [
    P(
      Form.flag, "additive", [],
      "Whether its values are added to what is there, in place of replacing it.",
      { $0.isAdditive }, { $0.isAdditive = $1 }),
    P(
      Form.flag, "cumulative", [], "Whether each repetition goes on from where the last one ended.",
      { $0.isCumulative }, { $0.isCumulative = $1 }),
    P(
      Form.optionalName(), "valueFunction", [], section: "9.2",
      "Makes a transform from numbers: a turn, scales or a translation. Set it before the values.",
      { $0.valueFunction }, { $0.valueFunction = $1 }),
  ].inSection("3.1")

  static let basic: [P] = [
    P(
      Form.any, "fromValue", [],
      "The value at the start; none is the value without this animation.",
      { $0.fromValue }, { $0.fromValue = $1 }),
    P(
      Form.any, "toValue", [], "The value at the end; none is the value without this animation.",
      { $0.toValue }, { $0.toValue = $1 }),
    P(
      Form.any, "byValue", [], "The change from start to end.",
      { $0.byValue }, { $0.byValue = $1 }),
  ].inSection("3.2")

  static let keyframe: [P] = [
    P(
      Form.numbers, "keyTimes", [],
      """
      When each value is reached, from 0 to 1 and not decreasing: one for each value, and one more in the discrete \
      mode. The shorter list counts; the first value holds before, the last after them.
      """, animatable: false, in: 0...1, ascending: true, { $0.keyTimes }, { $0.keyTimes = $1 }),
    P(
      Form.curves, "timingFunctions", [],
      "Ease the segments between values: names or control points, one for each; missing ones are linear.",
      { $0.timingFunctions }, { $0.timingFunctions = $1 }),
    P(
      Form.name(), "calculationMode", [], section: "4",
      "How values between the given ones are found.",
      { $0.calculationMode }, { $0.calculationMode = $1 }),
    P(
      Form.numbers, "tensionValues", [], section: "4.3",
      "Tightness of the curve at each value in the cubic modes: 1 is a corner, below 0 wider; none is 0.",
      animatable: false, { $0.tensionValues }, { $0.tensionValues = $1 }),
    P(
      Form.numbers, "continuityValues", [], section: "4.3",
      "Sharpness of the corner at each value in the cubic modes; none is 0, smooth.",
      animatable: false, { $0.continuityValues }, { $0.continuityValues = $1 }),
    P(
      Form.numbers, "biasValues", [], section: "4.3",
      "Where the curve bends at each value in the cubic modes: above 0 after it; none is 0.",
      animatable: false, { $0.biasValues }, { $0.biasValues = $1 }),
    P(
      Form.path, "path", [], section: "4.5",
      "The path of an animated point, in place of values: each line and curve is a segment, moves are jumps.",
      animatable: false, { $0.path }, { $0.path = $1 }),
    P(
      Form.optionalName(), "rotationMode", [], section: "4.5",
      "Whether the layer turns so that its x axis lies along the path, or against it.",
      { $0.rotationMode }, { $0.rotationMode = $1 }),
  ].inSection("4.1")

  static let spring: [P] = [
    P(
      Form.constant, "mass", [], "The mass on the spring.",
      in: springRange, { $0.spring.mass }, { $0.spring.mass = $1 }),
    P(
      Form.constant, "stiffness", [],
      "Stiffness of the spring: force for each unit of distance from the end value.",
      in: springRange, { $0.spring.stiffness }, { $0.spring.stiffness = $1 }),
    P(
      Form.constant, "damping", [],
      "Damping: force against the motion for each unit of speed; at 0 it never comes to rest.",
      in: 0...springRange.upperBound, { $0.spring.damping }, { $0.spring.damping = $1 }),
    P(
      Form.constant, "initialVelocity", [],
      "Speed at the start, in distances from start to end each second; positive is towards the end.",
      in: -springRange.upperBound...springRange.upperBound,
      documentName: "velocity", { $0.spring.initialVelocity }, { $0.spring.initialVelocity = $1 }),
    P(
      Form.flag, "allowsOverdamping", [],
      "Whether damping above the critical one counts; otherwise it counts as critical.",
      { $0.spring.allowsOverdamping }, { $0.spring.allowsOverdamping = $1 }),
    P(
      Form.constant, "perceptualDuration", [], traits: .derived,
      "Seconds that the motion seems to take; sets the stiffness and keeps the bounce.",
      in: 1e-3...1e4, { $0.spring.perceptualDuration }, { $0.spring.perceptualDuration = $1 }),
    P(
      Form.constant, "bounce", [], traits: .derived,
      "How much it overshoots, -0.999...1: 0 not at all (critical damping), 1 for ever; sets the damping.",
      in: -0.999...1, { $0.spring.bounce }, { $0.spring.bounce = $1 }),
    P(
      Form.constant, "dampingRatio", [], traits: .derived, section: "23",
      "Damping as a multiple of the critical one, at which nothing overshoots; sets the damping.",
      in: 0.01...1000, { $0.spring.dampingRatio }, { $0.spring.dampingRatio = $1 }),
    P(
      Form.constant, "settlesIn", [], traits: .derived, section: "23",
      """
      Seconds after which it stays within a thousandth of the end; sets stiffness and damping and keeps \
      the damping ratio.
      """, in: 0.01...1e4, { $0.spring.settlesIn }, { $0.spring.settlesIn = $1 }),
  ].inSection("3.4")
}

/// Allowed range of mass and stiffness. Products and quotients of numbers in this range cannot overflow.
private let springRange: ClosedRange<Double> = 1e-9...1e12

/// Rotation of a layer that moves along a path.
public enum RotationMode: String, NamedOption {
  /// Rotates the x axis into the direction of travel.
  case auto
  /// Rotates the x axis against the direction of travel.
  case autoReverse
}
