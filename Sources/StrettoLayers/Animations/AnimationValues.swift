import StrettoGeometry
import StrettoTiming

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
