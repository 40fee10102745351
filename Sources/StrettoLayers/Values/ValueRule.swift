import StrettoGeometry
import StrettoText
import StrettoTiming

/// Rule of the values that are allowed at a key path. Readers of outside values use it: the C interface, and readers of
/// documents.
public struct ValueRule: Sendable {
  public var kind: ValueKind
  /// Range of allowed numbers, in a list each of them; nil for all finite ones.
  public var range: ClosedRange<Double>?
  /// True if the numbers of a list must not decrease.
  public var isAscending: Bool
  /// Allowed names of a `name` or `names` property.
  public var names: [String]
  /// Count of the numbers of a list; nil for any.
  public var count: Int?
  /// Check of texts; nil allows any that can be laid out.
  public var check: TextCheck?
  /// True if fractions are allowed: an animated count may be fractional.
  public var allowsFractions: Bool = false
  /// True if there may be no value.
  public var allowsNone: Bool

  /// Rule of a property.
  public init<Owner>(_ property: Property<Owner>) {
    (kind, range, isAscending) = (property.kind, property.range, property.isAscending)
    (names, allowsNone, count) = (property.names, property.allowsNone, property.count)
    check = property.check
  }

  /// Rule of a property, or of the component of it that a path leads to.
  public init<Owner>(_ path: PropertyPath, in table: [Property<Owner>]) {
    self.init(table[path.index])
    kind = path.kind
    if path.component != nil { (allowsNone, count) = (false, nil) }
  }

  /// Rule of what a path leads to from a kind of layer, in whatever table it is.
  public init(_ path: PropertyPath, of kind: LayerKind) {
    guard path.cell != nil else {
      self.init(path, in: kind.properties)
      return
    }
    switch path.list {
    case .emitterCells: self.init(path, in: CellProperties.table)
    case .emitterBehaviors: self.init(path, in: BehaviorProperties.table)
    case .filters, .backgroundFilters: self.init(path, in: FilterProperties.table)
    }
  }

  /// Rule of the values of an animation whose key path leads to values of a kind.
  public init(animating kind: ValueKind) {
    (self.kind, range, isAscending, names) = (kind, nil, false, [])
    (allowsFractions, allowsNone) = (true, true)
  }

  public func value(_ number: Double) throws(ValueError) -> Value {
    guard kind == .number else { return try value([number]) }
    try check(number)
    return .number(number)
  }

  @export(interface)
  public func value(_ numbers: [Double]) throws(ValueError) -> Value {
    for number in numbers { try check(number) }
    if let count, numbers.count != count { throw .listCount(numbers.count, allowed: count) }
    guard let value = Value(numbers, as: kind) else { throw .count(numbers.count) }
    switch value {
    case .integer(let x) where !allowsFractions && x != x.rounded(): throw .fraction(x)
    case .numbers(let all) where isAscending:
      for (a, b) in zip(all, all.dropFirst()) where b < a { throw .decreasing(a, b) }
    case .curve(let curve): try check(curve)
    case .curves(let curves): for curve in curves { try check(curve) }
    default: break
    }
    return value
  }

  /// Makes a value of a text: any text, a name, names separated by spaces, or the name of a curve.
  @export(interface)
  public func value(_ text: String) throws(ValueError) -> Value {
    switch kind {
    case .string, .any:
      guard TextValues.allows(text) else { throw .characters }
      try check?(text)
      return .string(text)
    case .features:
      guard (try? FontFeature.list(text)) != nil else { throw .features(text) }
      return .string(text)
    case .name:
      try check(text)
      return .string(text)
    case .names:
      for word in text.words { try check(word) }
      return .string(text)
    case .filters:
      for word in text.words where FilterValues(word) == nil {
        try check(word.utf8.contains(0x3D) ? FilterValues.type(in: word) : word)
        throw .filter(word)
      }
      guard FilterValues.list(text) != nil else { throw .filter(text) }
      return .string(text)
    case .curve:
      guard let curve = TimingFunction(name: text) else {
        throw .name(text, allowed: TimingFunction.names)
      }
      return .curve(curve)
    default: throw .kind
    }
  }

  private func check(_ number: Double) throws(ValueError) {
    if kind == .boolean, number != 0, number != 1 { throw .boolean(number) }
    guard range.map({ $0.contains(number) }) ?? number.isFinite else {
      throw .number(number, allowed: range)
    }
  }

  private func check(_ name: String) throws(ValueError) {
    if !names.contains(name) { throw .name(name, allowed: names) }
  }

  private func check(_ curve: TimingFunction) throws(ValueError) {
    guard TimingFunction.isValid(curve.c1x, curve.c1y, curve.c2x, curve.c2y) else {
      throw .curve(curve)
    }
  }
}

/// Reason why a value is not allowed. Its `sentence` says what each case means.
public enum ValueError: Error, Equatable, Sendable {
  case number(Double, allowed: ClosedRange<Double>?)
  case boolean(Double), fraction(Double), decreasing(Double, Double)
  /// This count of numbers makes no value of the kind.
  case count(Int)
  case listCount(Int, allowed: Int)
  case curve(TimingFunction)
  case name(String, allowed: [String])
  case filter(String), features(String), numberFormat(String)
  /// A text of more characters than a text layer can show.
  case characters
  /// A text was given for a value that is no text.
  case kind
}

/// Reason why an animation cannot be shown. Its `sentence` says what each case means.
public enum AnimationError: Error, Equatable, Sendable {
  case pathNeedsPoint, noValues, threeEnds, speedNotAlone
  case valueFunction(name: String)
}

extension AnimationValues {
  /// Throws for values that contradict each other, here or in an animation inside a group. It allows misfits that Core
  /// Animation plays: more or fewer key times or timing functions than values.
  @export(interface)
  public func check() throws(AnimationError) {
    try checkValueFunction()
    if setsSpeed, isAdditive || isCumulative { throw .speedNotAlone }
    switch kind {
    case .basic, .spring: try checkEnds()
    case .keyframe:
      if path != nil, targetKind != .point { throw .pathNeedsPoint }
      if keyframeCount == 0 { throw .noValues }
    case .group:
      for child in animations {
        if child.setsSpeed { throw .speedNotAlone }
        try child.check()
      }
    case .transition: break
    }
  }

  /// True if it animates the speed of a layer's time.
  private var setsSpeed: Bool {
    (PropertyPath.sublayer(in: keyPath)?.keyPath ?? keyPath) == "speed"
  }

  /// Throws if a start, an end and a difference are all given.
  public func checkEnds() throws(AnimationError) {
    if fromValue != .none, toValue != .none, byValue != .none { throw .threeEnds }
  }

  private func checkValueFunction() throws(AnimationError) {
    guard let function = valueFunction else { return }
    let given = keyValues + [fromValue, toValue, byValue]
    let fits = given.allSatisfy { $0 == .none || $0.components?.count == function.count }
    if targetKind != .transform || !fits { throw .valueFunction(name: function.name) }
  }

  /// Count of keyframes: values, or the ends of the path's segments, of which the discrete mode has only the starts.
  public var keyframeCount: Int {
    guard let count = path?.segments.count else { return keyValues.count }
    return calculationMode == .discrete || count == 0 ? count : count + 1
  }
}
