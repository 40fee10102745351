/// Values of a view replicator, which shows its source once for each of its proxies and nowhere else.
public struct ViewReplicatorValues: Sendable {
  public var technique: ReplicationTechnique = .portal
  public init() {}
}
