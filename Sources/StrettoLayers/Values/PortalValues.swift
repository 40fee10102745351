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
