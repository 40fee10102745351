import StrettoGeometry

/// A layer that shows another layer once more (`CAPortalLayer`, which Apple keeps private).
///
/// Off, all of them: then the source is drawn as if it had no transform, no position and full opacity, its
/// coordinates laid over the portal's. The source is shown at the time of the scene, seen through the portal's
/// own `beginTime`, `speed` and `timeOffset`.
public struct PortalValues: Sendable {
  /// True if the source is not drawn at home while this portal is not hidden.
  public var hidesSourceLayer: Bool = false
  /// True if the source's own opacity counts.
  public var matchesOpacity: Bool = false
  /// True if the source is drawn where it is at home: the portal is a window on it.
  public var matchesPosition: Bool = false
  /// True if the source's own transform counts.
  public var matchesTransform: Bool = false
  /// True if the delays of the replicators around the portal count.
  public var inheritsTime: Bool = false

  public init() {}
}

/// Shows one layer, its source, in the place of each of its proxies, and nowhere else.
public struct ViewReplicatorValues: Sendable {
  public var technique: ReplicationTechnique = .portal
  public init() {}
}

/// Technique by which an app may build the picture of a view replicator. Pictures are drawn directly, whatever is set.
public enum ReplicationTechnique: String, NamedOption {
  /// Uses Core Animation's portal layer, which is private.
  case portal
  /// Uses public features of Core Animation only: the `Construction` of the article "Unrestricted View Replication".
  case replicator
}

/// A stand-in for the source of the view replicator that it is a sublayer of.
public struct ProxyValues: Sendable {
  /// The part of the source that fills the proxy's bounds, in the source's coordinates; it is clipped to
  /// them. Without area: the whole bounds of the source, and nothing is clipped.
  public var sourceRect: Rect = .zero

  public init() {}
}
