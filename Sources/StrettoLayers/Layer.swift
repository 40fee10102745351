import StrettoGeometry
import StrettoTiming

/// A rectangle that can be drawn, animated and put inside others: `CALayer` and its kinds.
///
/// A layer is changed by one thread at a time, and never while a frame is read from it.
public final class Layer: @unchecked Sendable {
  public let kind: LayerKind
  /// As it was set, without animations.
  public var values: LayerValues
  /// Lowest first, as they were added.
  public internal(set) var sublayers: [Layer] = []
  /// A layer whose alpha shows through this one, in this one's coordinates.
  public internal(set) var mask: Layer?
  /// The layer that holds this one, as a sublayer or as its mask. It clears this when it goes.
  public internal(set) unowned(unsafe) var superlayer: Layer?
  /// In the order of application.
  public internal(set) var animations: [LayerAnimation] = []
  var nextSerial = 0

  public init(_ kind: LayerKind) {
    self.kind = kind
    values = kind.initialValues
  }

  deinit {
    for sublayer in sublayers { sublayer.superlayer = nil }
    mask?.superlayer = nil
  }
}
