import StrettoGeometry
import StrettoText
import StrettoTiming

/// A rectangle that can be drawn, animated and put inside others: `CALayer` and its kinds.
///
/// A layer is changed by one thread at a time, and never while a frame is read from it.
public final class Layer: @unchecked Sendable {
  public let kind: LayerKind
  /// Whether it is the top of a scene, and stays there.
  public internal(set) var isSceneRoot = false
  /// As it was set, without animations.
  public var values: LayerValues {
    didSet {
      noteChange()
      if let superlayer, superlayer.lendsAnimations, values.name != nameAsBorrower {
        borrowAnimations()
      }
    }
  }
  /// Lowest first, as they were added.
  public internal(set) var sublayers: [Layer] = [] { didSet { noteNewParts() } }
  /// A layer whose alpha shows through this one, in this one's coordinates.
  public internal(set) var mask: Layer? { didSet { noteNewParts() } }
  /// What a portal shows; what a view replicator shows, and then holds as it holds sublayers; the glyph layer of a
  /// text, which stays in it.
  public internal(set) var source: Layer? { didSet { noteNewParts() } }
  /// One mask a copy of a replicator, in the coordinates of that copy.
  public internal(set) var instanceMasks: [Layer?] = [] { didSet { noteNewParts() } }
  /// Values that only some copies have.
  public internal(set) var copyValues: CopyTable<CopyValue> = CopyTable() {
    didSet { noteChange() }
  }
  var nextCopySerial = 0
  /// What animations may change in a picture.
  var influences: InfluenceTally = InfluenceTally()
  /// The animations once more, by copy.
  var animationTable: CopyTable<LayerAnimation> = CopyTable()
  /// Of the root of a scene: where its texts take emoji from; nil is the library's choice.
  public var sceneEmojiFont: Font? { didSet { noteChange() } }
  /// What a document said of it and the engine does not know.
  public var kept: KeptMarkup?
  /// What the scene's states make of it.
  public internal(set) var stateTrack: StateTrack? { didSet { noteChange() } }
  /// The portals that show this layer. Each takes itself out when it goes.
  public internal(set) var portals: [PortalReference] = [] { didSet { noteChange() } }
  /// The layer that holds this one, as a sublayer or as its mask. It clears this when it goes.
  public internal(set) unowned(unsafe) var superlayer: Layer?
  /// Where it was put among its superlayer's sublayers or masks, and, as a portal, among those of its source.
  var place = 0
  var portalPlace = 0
  /// In the order of application.
  public internal(set) var animations: [LayerAnimation] = [] { didSet { noteChange() } }
  /// What this layer's animations are for its sublayers; nil for nothing.
  var lending: Lending?
  /// What the superlayer lends to this layer, by the name that the layer had then.
  var lent: Lending.Lent? { didSet { noteChange() } }
  var lender: Lending?
  var nameAsBorrower = ""
  /// Of one key in the order of being given: one for all copies, and others for some.
  var animationsByKey: [String: [LayerAnimation]] = [:]
  var nextSerial = 0

  /// What has changed so far, for those who remember how the layer was. All that a picture depends on counts.
  public internal(set) var changes: Changes = Changes()
  /// Tells this layer from one that is made at its address when it is gone.
  public let identity: LayerIdentity = LayerIdentity()

  @export(interface)
  public init(_ kind: LayerKind) {
    self.kind = kind
    values = kind.initialValues
    if kind == .text {
      let glyph = Layer(.glyph)
      source = glyph
      glyph.superlayer = self
    }
  }

  /// By a list rather than by recursion: a line of portals, each the last to hold the next, may be longer than
  /// any stack.
  deinit {
    var open = takeParts()
    while var layer = open.popLast() {
      if isKnownUniquelyReferenced(&layer) { open += layer.takeParts() }
    }
  }

  /// Lets go of everything that this layer keeps alive, and hands it over.
  private func takeParts() -> [Layer] {
    if kind == .portal { source?.removePortal(self) }
    var taken = parts
    for part in taken where part.superlayer === self {
      part.superlayer = nil
      part.borrowAnimations()
    }
    if kind == .portal, let source { taken.append(source) }
    (sublayers, mask, source, instanceMasks) = ([], nil, nil, [])
    return taken
  }

  /// A layer that shows others without taking them out of their own tree; it is in no tree itself.
  public init(_ kind: LayerKind, showing sublayers: [Layer], mask: Layer? = nil) {
    self.kind = kind
    values = kind.initialValues
    self.sublayers = sublayers
    self.mask = mask
  }
}

/// A portal as its source knows it, without holding it.
public struct PortalReference: @unchecked Sendable {
  public unowned(unsafe) let portal: Layer
}
