import StrettoGeometry

/// Values of a proxy, which shows the source of the view replicator around it.
public struct ProxyValues: Sendable {
  /// Part of the source that fills the proxy's bounds, in the source's coordinates. The picture of this part is clipped to the
  /// proxy's bounds. If `sourceRect` is empty, the proxy shows the whole bounds of the source without clipping.
  public var sourceRect: Rect = .zero

  public init() {}
}
