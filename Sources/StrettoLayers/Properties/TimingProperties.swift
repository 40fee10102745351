import StrettoTiming

/// Allowed ranges that several properties share. The smallest allowed divisor is so large that its inverse is finite.
let notNegative: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude
let notNegativeOrEndless: ClosedRange<Double> = 0...Double.infinity
let positive: ClosedRange<Double> = 1e-6...1e6

extension MediaTiming {
  /// The eight properties of `CAMediaTiming`, for every object with timing. Only the speed of layers can be animated
  /// (docs/decisions/time.md).
  static func properties<Owner>(
    _ get: @escaping @Sendable (Owner) -> MediaTiming,
    _ set: @escaping @Sendable (inout Owner, MediaTiming) -> Void,
    begin: String = "Begin time in seconds of the parent's local time.",
    duration: String = "Duration of one iteration in seconds.", animatesSpeed: Bool = false
  ) -> [Property<Owner>] {
    typealias P = Property<Owner>
    @Sendable func update(_ owner: inout Owner, _ change: (inout MediaTiming) -> Void) {
      var timing = get(owner)
      change(&timing)
      set(&owner, timing)
    }
    func number(
      _ name: String, _ summary: String, affectedAspects: AffectedAspects = .time,
      traits: PropertyTraits = .clock, in range: ClosedRange<Double>? = nil,
      animatable: Bool = false, _ read: @escaping @Sendable (MediaTiming) -> Double,
      _ write: @escaping @Sendable (inout MediaTiming, Double) -> Void
    ) -> P {
      P(
        Form.number, name, affectedAspects, traits: traits, section: "2.1", summary,
        animatable: animatable, in: range,
        { read(get($0)) }, { owner, x in update(&owner) { write(&$0, x) } })
    }
    return [
      number(
        "beginTime", begin, { $0.beginTime },
        { $0.beginTime = $1 }),
      number(
        "timeOffset", "Seconds that are added to the local time, after the speed.",
        { $0.timeOffset },
        { $0.timeOffset = $1 }),
      number(
        PropertyName.speed,
        """
        Speed of the local time relative to the parent's time. 0 stops the local time, and a negative speed runs \
        backwards.
        """,
        affectedAspects: [.time, .speed], traits: [.clock, .clockInStates, .keepsColors],
        animatable: animatesSpeed, { $0.speed }, { $0.speed = $1 }),
      number("duration", duration, in: notNegativeOrEndless, { $0.duration }, { $0.duration = $1 }),
      number(
        "repeatCount",
        "Number of iterations, fractions allowed. 0 counts as 1, and infinity repeats for ever.",
        in: notNegativeOrEndless, { $0.repeatCount }, { $0.repeatCount = $1 }),
      number(
        "repeatDuration",
        "Total duration of all iterations in seconds. A duration above 0 replaces repeatCount.",
        in: notNegativeOrEndless, { $0.repeatDuration }, { $0.repeatDuration = $1 }),
      P(
        Form.flag, "autoreverses", .time, traits: [.clock, .clockInStates], section: "2.1",
        "Whether each iteration also plays backwards, which doubles its duration.",
        { get($0).autoreverses }, { owner, x in update(&owner) { $0.autoreverses = x } }),
      P(
        Form.name(), "fillMode", .time, traits: .clock, section: "2.6",
        "Whether the first value shows before the begin, and the last value after the end.",
        { get($0).fillMode }, { owner, x in update(&owner) { $0.fillMode = x } }),
    ]
  }
}

extension FillMode: NamedOption {}
extension CalculationMode: NamedOption {}
