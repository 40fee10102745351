import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A way in which a layer shows another one.
///
/// `Layer.shown` says which layers one shows, `PresentedLayer.placement(of:_:)` when and where, and `Route` goes the same
/// edges up from a layer; pictures, instances, loops, conversions and times of copies use these alone.
package enum Showing: Equatable {
  /// Shown as a sublayer.
  case sublayer
  /// Shown as a sublayer of a replicator, once for each copy; the index of the copy counts.
  case copies
  /// Shown as the mask of a layer.
  case mask
  /// Shown as the mask of one copy of a replicator: at that copy's place and time, but without an index.
  case copyMask(Int)
  /// Shown as the proxy of a view replicator with this index.
  case proxy(Int)
  /// Shown as the source of the view replicator around this proxy; the proxy's index counts.
  case source(Int)
  /// Shown as the source of this portal, in its home's copy 0.
  case portal
}

extension Layer {
  /// Layers that this layer shows, in the order of drawing.
  ///
  /// - Parameter way: how this layer is shown itself; a proxy is asked with its index.
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

  /// How this layer shows one of its parts: the source of a view replicator through the first proxy, and any proxy as a
  /// sublayer.
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

  /// The proxies of a view replicator, in the order of their indices.
  package var proxies: [Layer] { sublayers.filter { $0.kind == .proxy } }
}

extension Showing {
  /// Whether a layer that is shown so has an index more than the one that shows it.
  package var takesIndex: Bool {
    switch self {
    case .copies, .source: true
    default: false
    }
  }

  /// Whether a layer is shown so in copies, or in one of them.
  package var isOfCopies: Bool { if case .copyMask = self { true } else { takesIndex } }
}

extension PresentedLayer {
  /// Place and time at which this layer shows another one, in a copy of that one; nil if it is not seen. For portals there is
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
