import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// Draws layers that share one 3-D space, farthest first, split where their planes cross (docs/core-animation.md, section 20).
  func drawInDepth(_ layers: [PlanNode.Reference], at placement: Placement)
    throws(PresentationError)
  {
    var around = placement
    around.plane = .identity
    var plane = placement.plane
    if let before = around.sublayerGeometry, before.keepsDepthOrder {
      // Layers can be sorted in the 3-D space before `sublayerGeometry` if `sublayerGeometry` keeps their depth order. If
      // `sublayerGeometry` keeps the depth order, all copies of a replicator share the 3-D space before `sublayerGeometry`.
      let flattened = PlaneTransform(flattening: before)
      (around.sublayerGeometry, plane) = (nil, flattened * plane)
      if flattened.determinant < 0 { around.backfaceSign = -around.backfaceSign }
    }
    var entries: [SortEntry] = []
    for layer in layers { try addEntry(layer, at: around, .white, in: &entries) }
    if !(around.sublayerGeometry?.facesEye ?? true) || !entries.allSatisfy({ $0.geometry.facesEye })
    {
      return try drawPolygons(entries, plane)
    }
    // Swift's sort is stable, so entries of equal z position keep the order of the tree.
    entries.sort {
      let (a, b) = ($0.geometry.m43, $1.geometry.m43)
      let isHorizontal = (a - b).magnitude <= DepthPolygon.tolerance(max(a.magnitude, b.magnitude))
      return isHorizontal ? $0.zPosition < $1.zPosition : a < b
    }
    for addEntry in entries {
      guard let subpicture = try subpicture(of: addEntry) else { continue }
      let transform = PlaneTransform(flattening: addEntry.geometry) * plane
      list.show(subpicture, Copy(transform: transform, color: addEntry.color))
    }
  }

  /// Adds a layer to the entries of a 3-D space, or adds the layer's sublayers instead if the layer keeps depth.
  private func addEntry(
    _ node: PlanNode.Reference, at placement: Placement, _ color: Color,
    in entries: inout [SortEntry]
  ) throws(PresentationError) {
    try countLayerInstances(1)
    guard let presented = presentedLayer(of: node, at: placement) else { return }
    defer { recycle(presented) }
    guard node.pointee.facts.contains(.keepsDepth) else {
      let geometry = presented.geometry(at: placement)
      entries.append(
        SortEntry(
          picture: .layer(
            node, placement, backfaceSign: presented.backfaceSign,
            copy: frame.copy(placement.context)),
          color: color, geometry: geometry, zPosition: presented.values.zPosition))
      guard node.pointee.facts.contains(.particlesKeepDepth), presented.isVisible else { return }
      // Image particles of one depth are one polygon, parallel to the emitter's plane.
      for (own, subpicture) in try particleSubpictures(presented) {
        entries.append(
          SortEntry(
            picture: .subpicture(subpicture), color: color, geometry: own * geometry,
            zPosition: presented.values.zPosition))
      }
      return
    }
    guard !presented.values.isHidden, presented.opacity > 0 else { return }
    try descend(presented)
    try addSublayers(of: presented, node, color, in: &entries)
  }

  private func addSublayers(
    of presented: PresentedLayer, _ node: PlanNode.Reference, _ color: Color,
    in entries: inout [SortEntry]
  ) throws(PresentationError) {
    guard presented.layer.kind == .replicator else {
      for sublayer in node.pointee.links.sublayers {
        try addEntry(sublayer, at: presented.sublayerPlacement, color, in: &entries)
      }
      return
    }
    let count = try copyCount(presented.values.replicator, node)
    presented.prepareInstances(count)
    for k in 0..<count {
      try visitInstance(k, of: presented) { own, placement throws(PresentationError) in
        let tint = color.multiplied(by: own)
        for sublayer in node.pointee.links.sublayers {
          try addEntry(sublayer, at: placement, tint, in: &entries)
        }
      }
    }
  }

  private func drawPolygons(_ entries: [SortEntry], _ plane: PlaneTransform)
    throws(PresentationError)
  {
    var (subpictures, polygons): ([Int], [DepthPolygon?]) = ([], [])
    for addEntry in entries {
      let subpicture = try subpicture(of: addEntry)
      let bounds = subpicture.flatMap { frame.subpictureBounds.bounds(ofSubpicture: $0, in: list) }
      subpictures.append(subpicture ?? -1)
      polygons.append(
        bounds.flatMap {
          DepthPolygon($0.insetBy(-1), addEntry.geometry, zPosition: addEntry.zPosition)
        })
    }
    let fragments = try DepthOrder.fragments(of: polygons, cancellation.forAnotherThread)
    for fragment in fragments {
      let (addEntry, subpicture) = (entries[fragment.polygon], subpictures[fragment.polygon])
      let copy = Copy(
        transform: PlaneTransform(flattening: addEntry.geometry) * plane, color: addEntry.color)
      guard !fragment.sides.isEmpty, let polygon = polygons[fragment.polygon] else {
        list.show(subpicture, copy)
        continue
      }
      let group = list.beginGroup()
      list.show(subpicture, copy)
      var clip = Clip(shape: shape([fragment], of: polygon), transform: plane)
      if !fragment.later.isEmpty {
        clip.laterParts = shape(fragment.later.map { fragments[$0] }, of: polygon)
      }
      list.endGroup(group, clip: clip, contentEnd: list.items.count)
    }
  }

  /// The clip shape of adjacent fragments of a polygon. The clip shape of fragments does not follow the polygon's own outline,
  /// but has a margin up to the next lines of a coarse grid, where edges of layers are unlikely.
  private func shape(_ fragments: [DepthPolygonFragment], of polygon: DepthPolygon) -> Shape {
    let (bounds, grid) = (polygon.outline.bounds ?? .zero, 4096.0)
    func below(_ v: Double) -> Double { ((v / grid + 0.38).rounded(.down) - 1.38) * grid }
    let (x, y) = (below(bounds.minX), below(bounds.minY))
    let around = Rect(x, y, -below(-bounds.maxX) - x, -below(-bounds.maxY) - y)
    var outline = Path()
    for fragment in fragments {
      var area = ConvexPolygon(around)
      for side in fragment.sides { area = area.clipped(to: side) }
      for (index, corner) in area.corners.enumerated() {
        if index == 0 { outline.move(to: corner) } else { outline.line(to: corner) }
      }
      outline.close()
    }
    list.paths.append(outline)
    return .fill(path: list.paths.count - 1, rule: .nonZero)
  }

  private func subpicture(of addEntry: SortEntry) throws(PresentationError) -> Int? {
    switch addEntry.picture {
    case .subpicture(let subpicture): subpicture
    case .layer(let node, let placement, let backfaceSign, let copy):
      try subpicture(of: node, at: placement, backfaceSign, copy)
    }
  }

  /// The subpicture of a layer in the layer's own coordinates, which is reused if the frame already has it; nil if the layer is
  /// invisible.
  private func subpicture(
    of node: PlanNode.Reference, at outer: Placement, _ backfaceSign: Double, _ ownCopy: [Int]
  ) throws(PresentationError) -> Int? {
    let layer = node.pointee.layer
    // An emitter may be shown without its particles in one place and with its particles in another, so an emitter's subpicture is
    // not shared.
    let isShared =
      mayShare(node, outer.context) && layer.portals.isEmpty
      && !node.pointee.facts.contains(.particlesKeepDepth)
    var placement = outer
    (placement.sublayerGeometry, placement.plane, placement.options) = (
      nil, .identity, outer.options.flat
    )
    placement.backfaceSign = backfaceSign
    var key = SubpictureKey(
      layer, as: placement.options, at: placement.time, isTimed: node.pointee.summary.isTimed)
    key.opacity = placement.opacity
    let subpicture = try subpicture(isShared ? key : nil, outer.context) {
      context throws(PresentationError) in
      frame.reenterCopy(ownCopy, context)
      placement.context = context
      try visitInPlane(node, at: placement)
    }
    try countLayerInstances(subpicture.layerInstances)
    return subpicture.index
  }
}
