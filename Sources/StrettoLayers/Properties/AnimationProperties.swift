import StrettoTiming

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
      Form.numbers, PropertyName.keyTimes, [],
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
      Form.path, PropertyName.path, [], section: "4.5",
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
