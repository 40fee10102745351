/// A force on the particles of an emitter, or another effect on them while they live (`CAEmitterBehavior`). Emitters share
/// behaviors; a change shows in all of them.
public final class EmitterBehavior: @unchecked Sendable {
  public var values: BehaviorValues { didSet { changes &+= 1 } }
  /// Count of changes, which only grows.
  public private(set) var changes: UInt64 = 0
  /// Unknown parts of the behavior's element in a document.
  public var unknownMarkup: UnknownMarkup?

  public init(_ type: BehaviorType) { values = BehaviorValues(type) }
}
