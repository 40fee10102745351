import StrettoGeometry
import StrettoTiming

/// Kinds of animation. The raw values equal the constants of `stretto_animation_kind`.
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

  /// Name of the Core Animation class for this kind of animation.
  public var className: String {
    [
      "CABasicAnimation", "CAKeyframeAnimation", "CAAnimationGroup", "CASpringAnimation",
      "CATransition",
    ][Int(rawValue)]
  }
}

/// Animation object that users change. A layer copies the values of each animation that is added to the layer.
public final class Animation: @unchecked Sendable {
  public var values: AnimationValues

  public init(_ values: AnimationValues) { self.values = values }

  /// Creates an animation of the property that `keyPath` names in any kind of layer. Animation groups and transitions have no key
  /// path.
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
  /// Kind of value that the animated property has.
  public var targetKind: ValueKind = .any
  /// Fixed number of elements if the animated value is a list; nil if lists of any length are allowed.
  public private(set) var targetCount: Int?
  /// Kind of the animation's key values: the numbers that the value function takes, or else the kind of the animated property.
  public var valueKind: ValueKind { valueFunction?.valueKind ?? targetKind }
  public var valueRule: ValueRule {
    var rule = ValueRule(animating: valueKind)
    if valueFunction == nil { rule.count = targetCount }
    return rule
  }
  /// Timing of the animation. A duration of 0 stands for 0.25 seconds, Core Animation's default.
  public var timing: MediaTiming = MediaTiming(duration: 0)
  /// Timing function of the whole animation; nil for linear progress.
  public var timingFunction: TimingFunction?
  /// True if the animation has no effect after its active interval, not even by its fill mode.
  public var isRemovedOnCompletion: Bool = true
  /// True if the animated value is added to the underlying value instead of replacing the underlying value.
  public var isAdditive: Bool = false
  /// True if each iteration of the animation continues from the end of the previous iteration.
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
  /// Tension of the spline at each key value in the cubic modes. A key value without an entry has the tension 0.
  public var tensionValues: [Double] = []
  public var continuityValues: [Double] = []
  public var biasValues: [Double] = []
  /// Motion path of an animated point, which replaces the key values.
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
  /// Depth of nested animation groups; 1 for an animation that is not a group. The depth is stored, because computing the depth
  /// would visit all members of the group.
  public private(set) var depth: Int = 1
  /// Number of animations in this animation: the animation itself and all members of groups at all depths.
  public private(set) var count: Int = 1

  /// Unknown markup in the animation's element of a document.
  public var unknownMarkup: UnknownMarkup?

  public init(_ kind: AnimationKind) { self.kind = kind }

  /// Sets the key path and the allowed kind of the key values.
  public mutating func aim(at target: PropertyPath, _ keyPath: String) {
    (self.keyPath, targetKind, targetCount) = (keyPath, target.kind, target.count)
  }

  /// Applies a function to each key value of the animation that was set.
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
      duration: "Duration of one iteration in seconds; 0 reads as 0.25.")
    + [
      P(
        Form.curve, "timingFunction", [], section: "2.8",
        """
        Timing function of the whole iteration: a name or four numbers for two control points; none is linear.
        """,
        { $0.timingFunction }, { $0.timingFunction = $1 }),
      P(
        Form.flag, "removedOnCompletion", [],
        "Whether the animation has no effect after its end, not even by its fill mode.",
        { $0.isRemovedOnCompletion }, { $0.isRemovedOnCompletion = $1 }),
    ].inSection("2.7")

  static let single: [P] = [
    P(
      Form.flag, "additive", [],
      """
      Whether the animated value is added to the underlying value instead of replacing the underlying value.
      """,
      { $0.isAdditive }, { $0.isAdditive = $1 }),
    P(
      Form.flag, "cumulative", [],
      "Whether each iteration continues from the end of the previous iteration.",
      { $0.isCumulative }, { $0.isCumulative = $1 }),
    P(
      Form.optionalName(), "valueFunction", [], section: "9.2",
      """
      Function that makes a transform from the values: a rotation, a scaling or a translation. Set the function before \
      the values.
      """,
      { $0.valueFunction }, { $0.valueFunction = $1 }),
  ].inSection("3.1")

  static let basic: [P] = [
    P(
      Form.any, "fromValue", [],
      "Value at the start; none is the value without the animation.",
      { $0.fromValue }, { $0.fromValue = $1 }),
    P(
      Form.any, "toValue", [], "Value at the end; none is the value without the animation.",
      { $0.toValue }, { $0.toValue = $1 }),
    P(
      Form.any, "byValue", [], "Difference between the end value and the start value.",
      { $0.byValue }, { $0.byValue = $1 }),
  ].inSection("3.2")

  static let keyframe: [P] = [
    P(
      Form.numbers, "keyTimes", [],
      """
      Key time of each value, from 0 to 1 in ascending order, and one more in the discrete mode. If a list is too short, \
      the surplus entries of the other list are ignored. The first value holds before the first key time, and the last \
      value after the last key time.
      """, animatable: false, in: 0...1, ascending: true, { $0.keyTimes }, { $0.keyTimes = $1 }),
    P(
      Form.curves, "timingFunctions", [],
      """
      Timing functions of the segments between values: names or control points, one per segment. Missing ones are \
      linear.
      """,
      { $0.timingFunctions }, { $0.timingFunctions = $1 }),
    P(
      Form.name(), "calculationMode", [], section: "4",
      "Interpolation between the values.",
      { $0.calculationMode }, { $0.calculationMode = $1 }),
    P(
      Form.numbers, "tensionValues", [], section: "4.3",
      """
      Tension of the spline at each value in the cubic modes. 1 is a corner, and negative numbers give wider curves; \
      none is 0.
      """,
      animatable: false, { $0.tensionValues }, { $0.tensionValues = $1 }),
    P(
      Form.numbers, "continuityValues", [], section: "4.3",
      "Sharpness of the spline's corner at each value in the cubic modes; none is 0, which is smooth.",
      animatable: false, { $0.continuityValues }, { $0.continuityValues = $1 }),
    P(
      Form.numbers, "biasValues", [], section: "4.3",
      """
      Bias of the spline at each value in the cubic modes. A positive bias moves the bend behind the value; none is 0.
      """,
      animatable: false, { $0.biasValues }, { $0.biasValues = $1 }),
    P(
      Form.path, "path", [], section: "4.5",
      """
      Motion path of an animated point, instead of values. Each line and curve is a segment, and moves are jumps.
      """,
      animatable: false, { $0.path }, { $0.path = $1 }),
    P(
      Form.optionalName(), "rotationMode", [], section: "4.5",
      "Whether the layer rotates so that its x axis points along the path, or against the path.",
      { $0.rotationMode }, { $0.rotationMode = $1 }),
  ].inSection("4.1")

  static let spring: [P] = [
    P(
      Form.constant, "mass", [], "Mass on the spring.",
      in: springRange, { $0.spring.mass }, { $0.spring.mass = $1 }),
    P(
      Form.constant, "stiffness", [],
      "Stiffness of the spring: force per unit of distance from the end value.",
      in: springRange, { $0.spring.stiffness }, { $0.spring.stiffness = $1 }),
    P(
      Form.constant, "damping", [],
      """
      Damping of the spring: force against the motion per unit of speed. A spring without damping never comes to rest.
      """,
      in: 0...springRange.upperBound, { $0.spring.damping }, { $0.spring.damping = $1 }),
    P(
      Form.constant, "initialVelocity", [],
      """
      Speed at the start per second, in units of the distance from start to end. A positive speed is towards the end.
      """,
      in: -springRange.upperBound...springRange.upperBound,
      documentName: "velocity", { $0.spring.initialVelocity }, { $0.spring.initialVelocity = $1 }),
    P(
      Form.flag, "allowsOverdamping", [],
      "Whether the spring may be overdamped. Otherwise a larger damping counts as critical damping.",
      { $0.spring.allowsOverdamping }, { $0.spring.allowsOverdamping = $1 }),
    P(
      Form.constant, "perceptualDuration", [], traits: .derived,
      """
      Perceived duration of the motion in seconds. Setting the duration changes the stiffness and keeps the bounce.
      """,
      in: 1e-3...1e4, { $0.spring.perceptualDuration }, { $0.spring.perceptualDuration = $1 }),
    P(
      Form.constant, "bounce", [], traits: .derived,
      """
      Bounce, -0.999...1: 1 is undamped, 0 is critically damped, and a negative bounce is overdamped. Setting the bounce \
      changes the damping.
      """,
      in: -0.999...1, { $0.spring.bounce }, { $0.spring.bounce = $1 }),
    P(
      Form.constant, "dampingRatio", [], traits: .derived, section: "23",
      """
      Damping as a multiple of critical damping, at which the spring does not overshoot. Setting the ratio changes the \
      damping.
      """,
      in: 0.01...1000, { $0.spring.dampingRatio }, { $0.spring.dampingRatio = $1 }),
    P(
      Form.constant, "settlesIn", [], traits: .derived, section: "23",
      """
      Seconds until the spring stays within a thousandth of its end value. Setting the time changes stiffness and \
      damping and keeps the damping ratio.
      """, in: 0.01...1e4, { $0.spring.settlingTime }, { $0.spring.settlingTime = $1 }),
  ].inSection("3.4")
}

/// Allowed range of the mass and the stiffness of a spring, chosen so that no product or quotient of mass and stiffness
/// overflows.
private let springRange: ClosedRange<Double> = 1e-9...1e12

/// Rotation of a layer that moves along a path.
public enum RotationMode: String, NamedOption {
  /// Rotates the layer's x axis into the direction of travel.
  case auto
  /// Rotates the layer's x axis against the direction of travel.
  case autoReverse
}
