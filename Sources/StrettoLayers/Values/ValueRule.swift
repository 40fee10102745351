import StrettoGeometry
import StrettoText
import StrettoTiming

/// Rule for the values that are allowed at a key path. The C interface and the readers of documents check untrusted values with a
/// value rule.
public struct ValueRule: Sendable {
  public var kind: ValueKind
  /// Allowed range of the number, or of each number of a list; nil allows all finite numbers.
  public var range: ClosedRange<Double>?
  /// True if the value is a list whose numbers must not decrease.
  public var isAscending: Bool
  /// Allowed names, if the value is a name or a list of names.
  public var names: [String]
  /// Required number of elements if the value is a list; nil allows any number of elements.
  public var count: Int?
  /// Check of a text value; nil allows any text that can be laid out.
  public var check: TextCheck?
  /// True if a number may have a fraction, as the animated number of copies of a replicator may.
  public var allowsFractions: Bool = false
  /// True if the property may have no value.
  public var allowsNone: Bool

  /// Creates the value rule of a property.
  public init<Owner>(_ property: Property<Owner>) {
    (kind, range, isAscending) = (property.kind, property.range, property.isAscending)
    (names, allowsNone, count) = (property.names, property.allowsNone, property.count)
    check = property.check
  }

  /// Creates the value rule of a property, or of the component of a property to which a path leads.
  public init<Owner>(_ path: PropertyPath, in table: [Property<Owner>]) {
    self.init(table[path.index])
    kind = path.kind
    if path.component != nil { (allowsNone, count) = (false, nil) }
  }

  /// Creates the value rule of the property to which a path leads from a kind of layer, whichever table contains the property.
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

  /// Creates the value rule for the key values of an animation of a property of the given kind.
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

  /// Parses a value from a text: a text, a name, names separated by spaces, or the name of a timing function.
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

extension AnimationValues {
  /// Throws an error if the values of this animation, or of a member of this group, contradict each other. Surplus or missing key
  /// times and timing functions are allowed, because Core Animation plays animations with surplus or missing ones.
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

  /// True if the animation changes the speed of a layer's local time.
  private var setsSpeed: Bool {
    (PropertyPath.sublayer(in: keyPath)?.keyPath ?? keyPath) == PropertyName.speed
  }

  /// Throws an error if fromValue, toValue and byValue are all set.
  public func checkEnds() throws(AnimationError) {
    if fromValue != .none, toValue != .none, byValue != .none { throw .threeEnds }
  }

  private func checkValueFunction() throws(AnimationError) {
    guard let function = valueFunction else { return }
    let given = keyValues + [fromValue, toValue, byValue]
    let fits = given.allSatisfy { $0 == .none || $0.components?.count == function.count }
    if targetKind != .transform || !fits { throw .valueFunction(name: function.name) }
  }

  /// Number of keyframes: the key values, or the segment ends of the motion path. In the discrete mode, only the starts of the
  /// motion path's segments are keyframes.
  public var keyframeCount: Int {
    guard let count = path?.segments.count else { return keyValues.count }
    return calculationMode == .discrete || count == 0 ? count : count + 1
  }
}
