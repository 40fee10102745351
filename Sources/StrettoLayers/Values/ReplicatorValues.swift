import StrettoGeometry

/// `CAReplicatorLayer`: draws several copies of its sublayers, each with a different transform, colour and time offset.
public struct ReplicatorValues: Sendable {
  /// Number of copies including the original, rounded down. A replicator whose number of copies is 0 or negative shows nothing.
  public var instanceCount: Double = 1
  /// True if the copies share one 3-D space with the layers around the replicator and are sorted by depth, and false if the
  /// copies are flattened and drawn in order.
  public var preservesDepth: Bool = false
  /// Delay of each copy relative to the previous copy, in seconds. A copy with a negative delay is ahead of the previous copy.
  public var instanceDelay: Double = 0
  /// Transform from each copy to the next copy, about the centre of the bounds.
  public var instanceTransform: LayerTransform = .identity
  /// Colour by which the first copy is multiplied; nil for white.
  public var instanceColor: Color? = .white
  public var redOffset: Double = 0
  public var greenOffset: Double = 0
  public var blueOffset: Double = 0
  public var alphaOffset: Double = 0

  // In the arrays `instanceDelays`, `instanceTransforms`, `instanceColors` and `instanceOpacities`, the entry of a copy replaces
  // the value from `instanceDelay`, `instanceTransform` or the colour offsets. A copy without an entry in one of the four arrays
  // has the value from `instanceDelay`, `instanceTransform` or the colour offsets.
  /// Delays of the copies relative to the original, in seconds.
  public var instanceDelays: [Double] = []
  /// Transforms from the original to each copy, about the centre of the bounds.
  public var instanceTransforms: [Transform3D] = []
  /// Colours of the copies, which replace `instanceColor` and the colour offsets.
  public var instanceColors: [Color] = []
  /// Factors of the copies' alpha, 0...1.
  public var instanceOpacities: [Double] = []

  public init() {}

  /// True if the colour offsets change the red, green or blue component of copies.
  public var hasColorOffsets: Bool { redOffset != 0 || greenOffset != 0 || blueOffset != 0 }

  /// True if the colour offsets change the colour or the alpha of copies.
  public var hasOffsets: Bool { hasColorOffsets || alphaOffset != 0 }

  /// Number of visible copies. An animated `instanceCount` is rounded only by `copyCount`.
  public var copyCount: Int { max(0, Int(clampingDown: instanceCount + 1e-9)) }

  /// Range of the delays of all copies, including 0, in seconds. The array `regular` has the values that an animated
  /// `instanceDelay` may take.
  public func delays(ofCopies count: Int, regular: [Double]) -> ClosedRange<Double> {
    let given = instanceDelays.prefix(max(0, count))
    let last = given.count < count ? regular.map { $0 * Double(count - 1) } : []
    let all = [0] + given + last
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// Delay of copy `k` relative to the original, in seconds.
  public func delay(ofCopy k: Int) -> Double {
    k < instanceDelays.count ? instanceDelays[k] : Double(k) * instanceDelay
  }

  /// Colour by which copy `k` is multiplied, with straight alpha. Each component of the copy's colour is clamped to 0...1 at the
  /// end.
  public func color(ofCopy k: Int) -> Color {
    let (base, n) = (instanceColor ?? .white, Double(k))
    let regular = Color(
      base.red + n * redOffset, base.green + n * greenOffset, base.blue + n * blueOffset,
      base.alpha + n * alphaOffset)
    var color = (k < instanceColors.count ? instanceColors[k] : regular).clamped
    if k < instanceOpacities.count { color.alpha *= instanceOpacities[k].clamped(to: 0...1) }
    return color
  }
}
