import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// How a layer shows another layer: the kind of an edge of the tree.
///
/// `Layer.shown` lists the layers that a layer shows, `PresentedLayer.placement(of:_:)` says when and where a layer is shown, and
/// `Route` follows the edges of the tree upwards. The code for pictures, instances, loops, conversions and times of copies finds
/// related layers only by `Layer.shown`, `placement(of:_:)` and `Route`.
package enum TreeEdge: Equatable {
  /// The layer is shown as a sublayer.
  case sublayer
  /// The layer is shown as a sublayer of a replicator, once for each copy, and the copy's index is added to the copy indices.
  case copies
  /// The layer is shown as the mask of another layer.
  case mask
  /// The layer is shown as the mask of one copy of a replicator, at the position and time of the copy, but without a copy index.
  case copyMask(Int)
  /// The layer is shown as the proxy with the given index of a view replicator.
  case proxy(Int)
  /// The layer is shown as the source of the view replicator around a proxy, with the proxy's index.
  case source(Int)
  /// The layer is shown as the source of a portal, in the source's copy 0 of the model tree.
  case portal
}

extension Layer {
  /// The layers that this layer shows, in drawing order.
  ///
  /// - Parameter edge: The kind of edge by which this layer itself is shown. If this layer is a proxy, the edge has the proxy's
  ///   index.
  package func shown(as edge: TreeEdge = .sublayer) -> [(layer: Layer, edge: TreeEdge)] {
    var all: [(layer: Layer, edge: TreeEdge)] = []
    switch kind {
    case .replicator, .text:
      all = glyph.map { [($0, .copies)] } ?? []
      all += sublayers.map { ($0, kind == .text ? .sublayer : .copies) }
      for case (let k, let mask?) in instanceMasks.enumerated() {
        all.append((mask, .copyMask(k)))
      }
    case .viewReplicator: all = proxies.enumerated().map { ($1, .proxy($0)) }
    case .proxy:
      // A proxy shows the source of its view replicator, and no sublayers.
      if case .proxy(let index) = edge, let around = superlayer, let source = around.source {
        all = [(source, .source(index))]
      }
    case .portal: all = (source.map { [($0, .portal)] } ?? []) + sublayers.map { ($0, .sublayer) }
    default: all = sublayers.map { ($0, .sublayer) }
    }
    if let mask { all.append((mask, .mask)) }
    return all
  }

  /// The kind of edge by which this layer shows one of the layers that it contains. A view replicator shows its source through
  /// the first proxy, and shows any proxy as a sublayer.
  package func edge(to part: Layer) -> TreeEdge {
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

extension TreeEdge {
  /// True if this kind of edge adds one index to the copy indices of the layer that is shown.
  package var takesIndex: Bool {
    switch self {
    case .copies, .source: true
    default: false
    }
  }

  /// True if this kind of edge leads to the copies of a layer, or to one of the copies.
  package var isOfCopies: Bool { if case .copyMask = self { true } else { takesIndex } }
}

extension PresentedLayer {
  /// The placement of another layer that this layer shows, in a copy of the other layer; nil if the other layer is invisible. For
  /// the source of a portal, use `portalPlacement`.
  package func placement(of shown: Layer, _ edge: TreeEdge, copy: [Int]) -> Placement? {
    switch edge {
    case .sublayer, .proxy: sublayerPlacement
    case .copies: placement(ofCopy: copy.last ?? 0)
    case .mask: maskPlacement
    case .copyMask(let k): maskPlacement(ofCopy: k)
    case .source: layer.kind == .proxy ? sourcePlacement(shown, copy) : nil
    case .portal: nil
    }
  }
}
