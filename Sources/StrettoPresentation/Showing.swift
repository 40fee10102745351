import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A way in which a layer shows another one.
///
/// Who shows whom is said in `Layer.shown`, and when and where in `PresentedLayer.placement(of:_:)`; pictures,
/// instances, loops and times of copies all go by these two.
package enum Showing: Equatable {
  /// As a sublayer.
  case sublayer
  /// As a sublayer of a replicator, once for each copy, whose index counts.
  case copies
  /// As its mask.
  case mask
  /// As the mask of one copy of a replicator: where and when that copy is, but without an index.
  case copyMask(Int)
  /// As a proxy of a view replicator, the one with this index.
  case proxy(Int)
  /// As the source of the view replicator around this proxy; the proxy's index counts.
  case source(Int)
  /// As the source of this portal, in its home's copy 0.
  case portal
}

extension Layer {
  /// Whom this layer shows, in the order of drawing.
  ///
  /// - Parameter way: how this layer is shown itself; a proxy is asked with its index.
  package func shown(as way: Showing = .sublayer) -> [(layer: Layer, way: Showing)] {
    var all: [(layer: Layer, way: Showing)] = []
    switch kind {
    case .replicator:
      all = sublayers.map { ($0, .copies) }
      for (k, mask) in instanceMasks.enumerated() {
        if let mask { all.append((mask, .copyMask(k))) }
      }
    case .text:
      all = (glyph.map { [($0, .copies)] } ?? []) + sublayers.map { ($0, .sublayer) }
      for (k, mask) in instanceMasks.enumerated() {
        if let mask { all.append((mask, .copyMask(k))) }
      }
    case .viewReplicator: all = proxies.enumerated().map { ($1, .proxy($0)) }
    case .proxy:
      // Sublayers of a proxy are not shown.
      if case .proxy(let index) = way, let around = superlayer, let source = around.source {
        all = [(source, .source(index))]
      }
    case .portal:
      all = (source.map { [($0, .portal)] } ?? []) + sublayers.map { ($0, .sublayer) }
    default: all = sublayers.map { ($0, .sublayer) }
    }
    if let mask { all.append((mask, .mask)) }
    return all
  }

  /// How this layer comes to hold a part: the source of a view replicator through its proxies.
  package func passage(to part: Layer) -> Passage {
    if part === mask { return .single }
    switch kind {
    case .viewReplicator: return part === source ? .replicated : .single
    case .text:
      if part === source { return .replicated }
      return part.maskedCopy.map { .instanceMask($0) } ?? .single
    case .replicator: return part.maskedCopy.map { .instanceMask($0) } ?? .replicated
    default: return .single
    }
  }

  /// The proxies of a view replicator, in the order of their indices.
  package var proxies: [Layer] { sublayers.filter { $0.kind == .proxy } }
}

/// How the way along superlayers goes through a layer.
package enum Passage {
  /// A sublayer, or a mask: shown once.
  case single
  /// A sublayer of a replicator, or the source of a view replicator: a copy for each index.
  case replicated
  /// The mask of one copy of a replicator.
  case instanceMask(Int)
}

extension PresentedLayer {
  /// Where and when this layer shows another one in a way that names a single appearance; `copies` are asked
  /// one by one, as `placement(ofCopy:)`, and portals as `portalPlacement`. Nil where it is not seen.
  package func placement(of shown: Layer, _ way: Showing, copy: [Int]) -> Placement? {
    switch way {
    case .sublayer, .proxy: sublayerPlacement
    case .copies: placement(ofCopy: 0)
    case .mask: maskPlacement
    case .copyMask(let k): maskPlacement(ofCopy: k)
    case .source: sourcePlacement(shown, copy)
    case .portal: nil
    }
  }
}
