#if !hasFeature(Embedded)
  /// Owner of the portals of some trees. All portals lose their sources when their `PortalOwner` is released.
  ///
  /// A portal keeps its source alive, so that a portal inside its own source, or a ring of portals, would never be released. The
  /// owner of the layer trees keeps a `PortalOwner` as long as anything outside the trees refers to the trees.
  public final class PortalOwner {
    private struct WeakReference {
      weak var layer: Layer?
    }

    private var portals: [ObjectIdentifier: WeakReference] = [:]
    /// Number of portals in the list at which released portals are removed from the list.
    private var mostPortals = 64

    public init() {}

    deinit { for portal in portals.values { portal.layer?.cutSource() } }

    public func add(_ portal: Layer) {
      portals[ObjectIdentifier(portal)] = WeakReference(layer: portal)
      if portals.count < mostPortals { return }
      portals = portals.filter { $0.value.layer != nil }
      mostPortals = max(64, 2 * portals.count)
    }

    /// Moves all portals of another portal owner to this owner.
    public func takePortals(of other: PortalOwner) {
      for portal in other.portals.values { if let layer = portal.layer { add(layer) } }
      other.portals = [:]
    }
  }
#endif
