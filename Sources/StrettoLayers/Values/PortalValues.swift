import StrettoGeometry

/// Values of a portal, which shows another layer a second time (`CAPortalLayer`, a private class of Core Animation).
///
/// If all flags of a portal are false, the source is drawn without its own transform, position and opacity, with its coordinates
/// aligned to the portal's coordinates. A portal shows its source at scene time, modified by the portal's `beginTime`, `speed`
/// and `timeOffset`.
public struct PortalValues: Sendable {
  /// True if the portal's source is hidden at its own position in the tree while the portal is visible.
  public var hidesSourceLayer: Bool = false
  /// True if the portal draws the source with the source's own opacity.
  public var matchesOpacity: Bool = false
  /// True if the source is drawn at its own position in the scene, so that the portal is a window onto the source.
  public var matchesPosition: Bool = false
  /// True if the portal draws the source with the source's own transform.
  public var matchesTransform: Bool = false
  /// True if the delays of the replicators around the portal apply to the source.
  public var inheritsTime: Bool = false

  public init() {}
}

/// Values of a view replicator, which shows its source once for each of its proxies and nowhere else.
public struct ViewReplicatorValues: Sendable {
  public var technique: ReplicationTechnique = .portal
  public init() {}
}

/// Technique by which an app would build a view replicator. Stretto draws a view replicator directly, whatever its technique.
public enum ReplicationTechnique: String, NamedOption {
  /// Core Animation's portal layer, which is private.
  case portal
  /// The `Construction` of the article "Unrestricted View Replication", which uses only public features of Core Animation.
  case replicator
}

/// Values of a proxy, which shows the source of the view replicator around it.
public struct ProxyValues: Sendable {
  /// Part of the source that fills the proxy's bounds, in the source's coordinates. The picture of this part is clipped to the
  /// proxy's bounds. If `sourceRect` is empty, the proxy shows the whole bounds of the source without clipping.
  public var sourceRect: Rect = .zero

  public init() {}
}
