/// Force on the particles of an emitter, or another effect on living particles (`CAEmitterBehavior`). Several emitters may share
/// a behavior, and a change of the behavior affects all these emitters.
public final class EmitterBehavior: @unchecked Sendable {
  public var values: BehaviorValues { didSet { changes &+= 1 } }
  /// Number of changes of the behavior, which only increases.
  public private(set) var changes: UInt64 = 0
  /// Unknown markup in the behavior's element of a document.
  public var unknownMarkup: UnknownMarkup?

  public init(_ type: BehaviorType) { values = BehaviorValues(type) }
}
