import StrettoGeometry
import StrettoTiming

/// What kind of animation. The raw values are those of `stretto_animation_kind`.
public enum AnimationKind: Int32, CaseIterable, Sendable {
  case basic = 0
  case keyframe, group

  public var properties: [Property<AnimationValues>] { AnimationProperties.tables[Int(rawValue)] }

  /// Core Animation's name of the class.
  public var className: String {
    switch self {
    case .basic: "CABasicAnimation"
    case .keyframe: "CAKeyframeAnimation"
    case .group: "CAAnimationGroup"
    }
  }
}

/// A change of a property over time, as its maker holds it; a layer takes a copy of its values.
public final class Animation: @unchecked Sendable {
  public var values: AnimationValues

  /// An animation of what `keyPath` names, for whatever kind of layer; groups have no key path of their own.
  public init(_ kind: AnimationKind, keyPath: String?) throws(KeyPathError) {
    values = AnimationValues(kind)
    guard let keyPath, kind != .group else { return }
    let target = try PropertyPath.inAnyKind(keyPath)
    guard target.isAnimatable else { throw .notAnimatable }
    (values.keyPath, values.valueKind) = (keyPath, target.kind)
  }
}

/// Everything that an animation says of itself.
public struct AnimationValues: Sendable {
  public let kind: AnimationKind
  public var keyPath: String = ""
  /// What kind of value the key path takes.
  public var valueKind: ValueKind = .any
  /// A duration of 0 reads as a quarter of a second, Core Animation's default.
  public var timing: MediaTiming = MediaTiming(duration: 0)
  /// Eases the whole; none is linear.
  public var timingFunction: TimingFunction?
  /// Whether it has no effect, not even by its fill mode, once its active time is over.
  public var isRemovedOnCompletion: Bool = true
  /// Whether its values are added to those that are there, rather than taking their place.
  public var isAdditive: Bool = false
  /// Whether each repetition goes on from where the one before it ended.
  public var isCumulative: Bool = false

  /// Of a basic animation.
  public var fromValue: Value = .none
  public var toValue: Value = .none
  public var byValue: Value = .none

  /// Of a keyframe animation.
  public var keyValues: [Value] = []
  public var keyTimes: [Double] = []
  public var timingFunctions: [TimingFunction] = []
  public var calculationMode: CalculationMode = .linear

  /// Of a group.
  public var animations: [AnimationValues] = [] {
    didSet {
      depth = 1 + (animations.map { $0.depth }.max() ?? 0)
      count = animations.reduce(1) { $0 + $1.count }
    }
  }
  /// How many groups deep an animation is: 1 for one that is no group. Kept, because counting takes as long as
  /// there are animations, and groups of groups of groups have many.
  public private(set) var depth: Int = 1
  /// How many animations this is, with those inside it.
  public private(set) var count: Int = 1

  /// What a document said of it and the engine does not know.
  public var kept: KeptMarkup?

  public init(_ kind: AnimationKind) { self.kind = kind }
}

enum AnimationProperties {
  typealias P = Property<AnimationValues>

  static let tables: [[P]] = [common + single + basic, common + single + keyframe, common]

  static let common: [P] =
    MediaTiming.properties(
      { $0.timing }, { $0.timing = $1 },
      duration: "The length of one cycle in seconds; 0 reads as 0.25.") + [
      .curve(
        "timingFunction", [], section: "2.8",
        "Eases the whole: a name or four control points; none is linear.",
        { $0.timingFunction }, { $0.timingFunction = $1 }),
      .boolean(
        "removedOnCompletion", [], section: "2.7",
        "Whether it has no effect at all once it is over, even by its fill mode.",
        animatable: false, { $0.isRemovedOnCompletion }, { $0.isRemovedOnCompletion = $1 }),
    ]

  static let single: [P] = [
    .boolean(
      "additive", [], section: "3.1",
      "Whether its values are added to what is there, in place of replacing it.",
      animatable: false, { $0.isAdditive }, { $0.isAdditive = $1 }),
    .boolean(
      "cumulative", [], section: "3.1",
      "Whether each repetition goes on from where the last one ended.",
      animatable: false, { $0.isCumulative }, { $0.isCumulative = $1 }),
  ]

  static let basic: [P] = [
    .any(
      "fromValue", [], section: "3.2", "The value at the start; none is the value underneath.",
      { $0.fromValue }, { $0.fromValue = $1 }),
    .any(
      "toValue", [], section: "3.2", "The value at the end; none is the value underneath.",
      { $0.toValue }, { $0.toValue = $1 }),
    .any(
      "byValue", [], section: "3.2", "The difference of end and start.",
      { $0.byValue }, { $0.byValue = $1 }),
  ]

  static let keyframe: [P] = [
    .numbers(
      "keyTimes", [], section: "4.1",
      """
      When each value is reached, from 0 to 1 and not decreasing; one a value, in the discrete mode one \
      more.
      """,
      animatable: false, in: 0...1, ascending: true, { $0.keyTimes }, { $0.keyTimes = $1 }),
    .curves(
      "timingFunctions", [], section: "4.1",
      "Ease the segments between values: names or control points, one a segment.",
      { $0.timingFunctions }, { $0.timingFunctions = $1 }),
    .name(
      "calculationMode", [], section: "4", "How values between the given ones are found.",
      { $0.calculationMode }, { $0.calculationMode = $1 }),
  ]
}
