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
    if let before = around.step, before.keepsDepthOrder {
      // Layers can be sorted in the 3-D space before `step` if `step` keeps their depth order. All copies of a replicator share
      // the 3-D space before `step`.
      let step = PlaneTransform(flattening: before)
      (around.step, plane) = (nil, step * plane)
      if step.determinant < 0 { around.facing = -around.facing }
    }
    var entries: [SortEntry] = []
    for layer in layers { try addEntry(layer, at: around, .white, in: &entries) }
    if !(around.step?.facesEye ?? true) || !entries.allSatisfy({ $0.geometry.facesEye }) {
      return try drawSheets(entries, plane)
    }
    // Swift's sort is stable, so entries of equal z position keep the order of the tree.
    entries.sort {
      let (a, b) = ($0.geometry.m43, $1.geometry.m43)
      let isHorizontal = (a - b).magnitude <= DepthPolygon.tolerance(max(a.magnitude, b.magnitude))
      return isHorizontal ? $0.zPosition < $1.zPosition : a < b
    }
    for addEntry in entries {
      guard let body = try body(of: addEntry) else { continue }
      let place = PlaneTransform(flattening: addEntry.geometry) * plane
      list.show(body, Copy(transform: place, color: addEntry.color))
    }
  }

  /// Adds a layer to the entries of a 3-D space, or adds the layer's sublayers instead if the layer keeps depth.
  private func addEntry(
    _ node: PlanNode.Reference, at placement: Placement, _ color: Color,
    in entries: inout [SortEntry]
  ) throws(PresentationError) {
    try countAppearances(1)
    guard let presented = appearance(of: node, at: placement) else { return }
    defer { recycle(presented) }
    guard node.pointee.facts.contains(.keepsDepth) else {
      let geometry = presented.geometry(at: placement)
      entries.append(
        SortEntry(
          picture: .layer(
            node, placement, facing: presented.facing, copy: frame.copy(placement.context)),
          color: color, geometry: geometry, zPosition: presented.values.zPosition))
      guard node.pointee.facts.contains(.particlesKeepDepth), presented.isVisible else { return }
      // Image particles of one depth are one polygon, parallel to the emitter's plane.
      for (own, body) in try particleBodies(presented) {
        entries.append(
          SortEntry(
            picture: .body(body), color: color, geometry: own * geometry,
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
    let count = try copyCount(presented, node)
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

  private func drawSheets(_ entries: [SortEntry], _ plane: PlaneTransform) throws(PresentationError)
  {
    var (subpictures, polygons): ([Int], [DepthPolygon?]) = ([], [])
    for addEntry in entries {
      let body = try body(of: addEntry)
      let bounds = body.flatMap { frame.bodyBounds.bounds(ofSubpicture: $0, in: list) }
      subpictures.append(body ?? -1)
      polygons.append(
        bounds.flatMap {
          DepthPolygon($0.insetBy(-1), addEntry.geometry, zPosition: addEntry.zPosition)
        })
    }
    let pieces = try DepthOrder.pieces(of: polygons, cancellation.another)
    for piece in pieces {
      let (addEntry, body) = (entries[piece.polygon], subpictures[piece.polygon])
      let copy = Copy(
        transform: PlaneTransform(flattening: addEntry.geometry) * plane, color: addEntry.color)
      guard !piece.sides.isEmpty, let polygon = polygons[piece.polygon] else {
        list.show(body, copy)
        continue
      }
      let group = list.beginGroup()
      list.show(body, copy)
      var clip = Clip(shape: shape([piece], of: polygon), transform: plane)
      if !piece.later.isEmpty { clip.later = shape(piece.later.map { pieces[$0] }, of: polygon) }
      list.endGroup(group, clip: clip, contentEnd: list.items.count)
    }
  }

  /// The clip shape of adjacent fragments of a polygon. The clip shape does not follow the polygon's own outline. The clip shape
  /// has a margin up to the next lines of a coarse grid, where edges of layers are unlikely.
  private func shape(_ pieces: [DepthPolygonPiece], of polygon: DepthPolygon) -> Shape {
    let (bounds, grid) = (polygon.outline.bounds ?? .zero, 4096.0)
    func below(_ v: Double) -> Double { ((v / grid + 0.38).rounded(.down) - 1.38) * grid }
    let (x, y) = (below(bounds.minX), below(bounds.minY))
    let around = Rect(x, y, -below(-bounds.maxX) - x, -below(-bounds.maxY) - y)
    var outline = Path()
    for piece in pieces {
      var area = ConvexPolygon(around)
      for side in piece.sides { area = area.clipped(to: side) }
      for (index, corner) in area.corners.enumerated() {
        if index == 0 { outline.move(to: corner) } else { outline.line(to: corner) }
      }
      outline.close()
    }
    list.paths.append(outline)
    return .fill(path: list.paths.count - 1, rule: .nonZero)
  }

  private func body(of addEntry: SortEntry) throws(PresentationError) -> Int? {
    switch addEntry.picture {
    case .body(let body): body
    case .layer(let node, let placement, let facing, let copy):
      try body(of: node, at: placement, facing, copy)
    }
  }

  /// A layer in its own coordinates as a subpicture, which is reused if the frame already has it; nil if the layer is invisible.
  private func body(
    of node: PlanNode.Reference, at outer: Placement, _ facing: Double, _ ownCopy: [Int]
  ) throws(PresentationError) -> Int? {
    let layer = node.pointee.layer
    // An emitter's subpicture may lack the emitter's particles in one place and contain them in another, so the subpicture is not
    // shared.
    let isShared =
      mayShare(node, outer.context) && layer.portals.isEmpty
      && !node.pointee.facts.contains(.particlesKeepDepth)
    var placement = outer
    (placement.step, placement.plane, placement.options) = (nil, .identity, outer.options.flat)
    placement.facing = facing
    var key = SubpictureKey(
      layer, as: placement.options, at: placement.time, isTimed: node.pointee.summary.isTimed)
    key.opacity = placement.opacity
    let body = try body(isShared ? key : nil, outer.context) { context throws(PresentationError) in
      frame.reenterCopy(ownCopy, context)
      placement.context = context
      try visitInPlane(node, at: placement)
    }
    try countAppearances(body.appearances)
    return body.index
  }
}
