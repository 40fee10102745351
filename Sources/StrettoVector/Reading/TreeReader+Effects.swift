import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoSVG

extension TreeReader {
  /// Throws for what no vector format has a word for.
  func check(_ seen: Appearance, _ isSeen: (Double) -> Bool) throws {
    let layer = seen.layer
    func refuse(_ property: String) -> VectorError { unsupported(property, layer) }
    for animation in layer.animations where animation.values.kind == .transition {
      throw refuse("a transition")
    }
    for time in clock(of: seen).samples where isSeen(time) {
      guard let values = seen.state(at: time)?.presented.values else { continue }
      guard values.hasLight, layer.kind != .proxy else { continue }
      let light = values.light
      if !light.backgroundFilters.isEmpty {
        throw RefusedBackdrop(error: refuse("backgroundFilters"))
      }
      if light.compositingFilter != .normal, light.compositingFilter.css == nil {
        throw RefusedBackdrop(error: refuse("compositingFilter"))
      }
      if light.contentsMultiplyColor != nil { throw refuse("contentsMultiplyColor") }
    }
  }

  /// Reads blend mode, filters and shadow.
  func readEffects(_ node: Node, _ seen: Appearance) throws {
    let states = clock(of: seen).samples.compactMap { seen.state(at: $0)?.presented }
    guard states.contains(where: { $0.values.hasLight }), seen.layer.kind != .proxy,
      let first = states.first
    else { return }
    let light = first.values.light
    node.blend = light.compositingFilter
    if states.contains(where: {
      $0.values.light.shadowOpacity > 0 && ($0.values.light.shadowColor?.alpha ?? 0) > 0
    }) {
      throw unsupported("shadowOpacity", seen.layer)
    }
    if states.contains(where: { !$0.values.light.filters.isEmpty }) {
      throw unsupported("filters", seen.layer)
    }
  }

  func particles(of seen: Appearance, _ inside: Surroundings) throws -> [Node.Element] {
    throw unsupported("emitterCells", seen.layer)
  }
}
