import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension PresentedLayer {
  /// The placement of the source that a proxy shows; nil if the proxy or the source has no area.
  ///
  /// The removal of animations depends on undelayed time, which a proxy's own timing does not shift.
  func sourcePlacement(_ source: Layer, _ copy: [Int]) -> Placement? {
    let localTime = LocalTime(
      time: time.time, undelayed: localTimes.around.undelayed, scene: time.scene)
    let part = values.proxy.sourceRect
    var shown = part
    if part.isEmpty {
      guard let inside = source.localTime(at: localTime, copy: copy) else { return nil }
      shown =
        source.presentationValues(at: inside, around: localTime, copy: copy, cells: []).bounds
    }
    guard let toBounds = PlaneTransform(from: shown, to: values.bounds) else { return nil }
    return Placement(
      time: localTime, sublayerGeometry: nil, plane: toBounds * plane, backfaceSign: backfaceSign,
      options: .source,
      isFlipped: isFlipped, context: context)
  }

  /// The placement of the source that a portal shows, and the indices of the source's copy 0; nil if a transform between the
  /// scene and the source has no inverse.
  ///
  /// The portal shows its source at scene time, converted by the portal's own timing.
  ///
  /// - Parameter plan: The evaluation plan with cached values of the layers around the source; nil without a plan.
  func portalPlacement(
    _ source: Layer, sceneTime: Double, by plan: Plan?
  ) -> (Placement, copy: [Int])? {
    let settings = values.portal
    let delay = settings.inheritsTime ? localTimes.around.time - localTimes.around.undelayed : 0
    let now = LocalTime(
      time: sceneTime + delay, undelayed: sceneTime, scene: delay == 0 ? sceneTime : .infinity)
    let seen = layer.runningTime(at: now, copy: [])
    guard let route = try? Route(to: source) else { return nil }
    let top = LocalTime(time: seen, undelayed: sceneTime, scene: now.scene)
    // A portal that matches positions needs the instances of the layers around the source anyway. For other portals, the local
    // times alone take fewer steps.
    let localTime = route.parentLocalTime(at: top, by: settings.matchesPosition ? plan : nil)
    var (plane, sublayerGeometry): (PlaneTransform, Transform3D?) = (plane, nil)
    if settings.matchesPosition {
      // If the portal matches positions, the source stays at the source's position in the model tree, and moves with this copy of
      // the portal.
      guard let treePlacement = route.placement(at: .top(at: sceneTime), by: plan),
        let here = (try? Route(to: layer))?.plane(at: .top(at: sceneTime), by: plan)?.inverted
      else { return nil }
      (plane, sublayerGeometry) = (
        treePlacement.plane * here * plane, treePlacement.sublayerGeometry
      )
    }
    var placement = Placement(
      time: localTime, sublayerGeometry: sublayerGeometry, plane: plane, backfaceSign: backfaceSign,
      options: PlacementOptions(settings),
      context: context)
    if source.mayBeFlipped {
      placement.isFlipped = route.placement(at: top, by: plan)?.isFlipped ?? false
    }
    if source.kind == .glyph {
      // A glyph layer takes its bounds and its letter from the text around it.
      guard let treeGlyph = route.placement(at: top, by: plan)?.glyph else { return nil }
      placement.glyph = settings.matchesPosition ? treeGlyph : treeGlyph.untransformed
    }
    return (placement, route.copy)
  }

  /// The placement of the source that a portal shows, for a query without an evaluation plan.
  package func portalPlacement(_ source: Layer, sceneTime: Double) -> (Placement, copy: [Int])? {
    portalPlacement(source, sceneTime: sceneTime, by: nil)
  }
}

extension Layer {
  /// True if a layer around this layer flips its geometry, or may flip its geometry in a state or in a copy.
  fileprivate var mayBeFlipped: Bool {
    ancestry(of: self).dropLast().contains {
      $0.values.isGeometryFlipped || $0.stateTrack != nil || !$0.copyValues.isEmpty
    }
  }
}
