#if !hasFeature(Embedded)
  /// Portals of some trees, which lose their sources when this object ends.
  ///
  /// A portal keeps its source alive, so a portal inside its own source, or a ring of portals, would never end. The owner of the
  /// trees keeps one of these as long as anything outside the trees refers to them.
  public final class PortalOwner {
    private struct WeakReference {
      weak var layer: Layer?
    }

    private var portals: [ObjectIdentifier: WeakReference] = [:]
    /// Number of portals at which those that have ended are removed.
    private var mostPortals = 64

    public init() {}

    deinit { for portal in portals.values { portal.layer?.cutSource() } }

    public func add(_ portal: Layer) {
      portals[ObjectIdentifier(portal)] = WeakReference(layer: portal)
      if portals.count < mostPortals { return }
      portals = portals.filter { $0.value.layer != nil }
      mostPortals = max(64, 2 * portals.count)
    }

    /// Takes all portals of another owner, which keeps none.
    public func takePortals(of other: PortalOwner) {
      for portal in other.portals.values { if let layer = portal.layer { add(layer) } }
      other.portals = [:]
    }
  }
#endif
