import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// How a layer shows another one: the kind of an edge of the tree.
///
/// `Layer.shown` lists the layers that one shows, `PresentedLayer.placement(of:_:)` says when and where, and `Route` follows the
/// same edges upwards. Pictures, instances, loops, conversions and times of copies use only these.
package enum Showing: Equatable {
  /// As a sublayer.
  case sublayer
  /// As a sublayer of a replicator, once for each copy, with the copy's index.
  case copies
  /// As the mask of a layer.
  case mask
  /// As the mask of one copy of a replicator: at that copy's position and time, but without an index.
  case copyMask(Int)
  /// As the proxy of a view replicator with this index.
  case proxy(Int)
  /// As the source of the view replicator around this proxy, with the proxy's index.
  case source(Int)
  /// As the source of this portal, in its copy 0 of the model tree.
  case portal
}

extension Layer {
  /// The layers that this layer shows, in drawing order.
  ///
  /// - Parameter way: How this layer is shown itself. A proxy needs its index.
  package func shown(as way: Showing = .sublayer) -> [(layer: Layer, way: Showing)] {
    var all: [(layer: Layer, way: Showing)] = []
    switch kind {
    case .replicator, .text:
      all = glyph.map { [($0, .copies)] } ?? []
      all += sublayers.map { ($0, kind == .text ? .sublayer : .copies) }
      for case (let k, let mask?) in instanceMasks.enumerated() {
        all.append((mask, .copyMask(k)))
      }
    case .viewReplicator: all = proxies.enumerated().map { ($1, .proxy($0)) }
    case .proxy:
      // Sublayers of a proxy are not shown.
      if case .proxy(let index) = way, let around = superlayer, let source = around.source {
        all = [(source, .source(index))]
      }
    case .portal: all = (source.map { [($0, .portal)] } ?? []) + sublayers.map { ($0, .sublayer) }
    default: all = sublayers.map { ($0, .sublayer) }
    }
    if let mask { all.append((mask, .mask)) }
    return all
  }

  /// How this layer shows one of its parts: the source of a view replicator through the first proxy, and any proxy as a sublayer.
  package func way(to part: Layer) -> Showing {
    if part === mask { return .mask }
    if let copy = part.maskedCopy { return .copyMask(copy) }
    switch kind {
    case .viewReplicator: return part === source ? .source(0) : .sublayer
    case .text: return part === source ? .copies : .sublayer
    case .replicator: return .copies
    default: return .sublayer
    }
  }

  /// The proxies of a view replicator, in index order.
  package var proxies: [Layer] { sublayers.filter { $0.kind == .proxy } }
}

extension Showing {
  /// Whether a layer that is shown in this way has one more index than the layer that shows it.
  package var takesIndex: Bool {
    switch self {
    case .copies, .source: true
    default: false
    }
  }

  /// Whether a layer is shown in this way in copies, or in one of them.
  package var isOfCopies: Bool { if case .copyMask = self { true } else { takesIndex } }
}

extension PresentedLayer {
  /// Where and when this layer shows another one, in a copy of that one; nil if it is not seen. For portals there is
  /// `portalPlacement`.
  package func placement(of shown: Layer, _ way: Showing, copy: [Int]) -> Placement? {
    switch way {
    case .sublayer, .proxy: sublayerPlacement
    case .copies: placement(ofCopy: copy.last ?? 0)
    case .mask: maskPlacement
    case .copyMask(let k): maskPlacement(ofCopy: k)
    case .source: layer.kind == .proxy ? sourcePlacement(shown, copy) : nil
    case .portal: nil
    }
  }
}
