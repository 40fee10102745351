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
