import StrettoGeometry
import StrettoLayers
import StrettoPresentation

/// Identifies the node of a portal's source. Copies of the portal with equal keys show equal nodes.
struct SourceKey: Hashable {
  let portal: ObjectIdentifier
  let source: ObjectIdentifier
  let copy: [Int]
  /// The origin of the portal's node, in the portal's own coordinates.
  let origin: [Double]
  let isIsolated: Bool
  let matchesTransform: Bool
  let matchesOpacity: Bool
  /// The side from which the portal's copy is seen at each sample, which decides whether one-sided layers are visible.
  let backfaceSigns: [Double]
}

/// The node of a portal's source, which all copies of the portal share, and the number of its elements.
struct SharedSource {
  let node: Node?
  let elementCount: Int
}

extension TreeReader {
  /// The node of a portal's source.
  ///
  /// A portal that does not inherit the time of its copy shows the same source in every copy of the portal. The reader reads this
  /// source once, because reading takes much longer than writing the markup again.
  func portal(of seen: InstanceSampler, _ source: Layer, _ inside: Surroundings)
    throws(VectorError) -> [Node.Element]
  {
    let portal = ObjectIdentifier(seen.layer)
    guard !portals.contains(portal),
      let copy = seen.state(at: time.start)?.presented
        .portalPlacement(source, sceneTime: time.start)?.copy
    else { return [] }
    let key = sourceKey(of: seen, source, copy, inside)
    if let key, let known = sources[key] {
      try count(elements: known.elementCount)
      return known.node.map { [.node($0)] } ?? []
    }
    portals.append(portal)
    defer { portals.removeLast() }
    let shown = InstanceSampler(source, as: .portal, copy: copy, in: seen)
    let (elements, pictures) = (elementCount, pictureCount)
    let node = try node(of: shown, in: inside)
    // A picture shows only the part of its layer that lies inside the scene, so a picture depends on the portal's copy. A source
    // that ends with this copy of the portal may be visible longer in another copy.
    if let key, pictures == pictureCount,
      clock(of: seen).samples.allSatisfy({ shown.state(at: $0) != nil })
    {
      sources[key] = SharedSource(node: node, elementCount: elementCount - elements)
    }
    return node.map { [.node($0)] } ?? []
  }

  /// The key of a portal's source; nil if the source may differ between copies of the portal.
  private func sourceKey(
    of seen: InstanceSampler, _ source: Layer, _ copy: [Int], _ inside: Surroundings
  ) -> SourceKey? {
    // A portal inside its own source draws nothing, so a source inside another portal depends on that portal.
    guard portals.isEmpty, inside.tint == nil, inside.projection == nil else { return nil }
    let settings = seen.layer.values.portal
    var backfaceSigns: [Double] = []
    for time in clock(of: seen).samples {
      guard let presented = seen.state(at: time)?.presented else { continue }
      backfaceSigns.append(presented.backfaceSign)
      let now = presented.values.portal
      guard !now.inheritsTime, !now.matchesPosition,
        now.matchesTransform == settings.matchesTransform,
        now.matchesOpacity == settings.matchesOpacity
      else { return nil }
    }
    var ancestor: InstanceSampler? = seen
    while let at = ancestor {
      let layer = at.layer
      guard layer.values.effectValues.allowsGroupOpacity, !layer.keepsDepth else { return nil }
      ancestor = at.parent
    }
    return SourceKey(
      portal: ObjectIdentifier(seen.layer), source: ObjectIdentifier(source), copy: copy,
      origin: [inside.origin.x, inside.origin.y], isIsolated: inside.isIsolated,
      matchesTransform: settings.matchesTransform, matchesOpacity: settings.matchesOpacity,
      backfaceSigns: backfaceSigns)
  }
}
