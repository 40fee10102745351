import StrettoGeometry
import StrettoText

/// Layer: a rectangle that can be drawn, animated and nested, like Core Animation's `CALayer` and its subclasses.
///
/// Only one thread may change a layer at a time, and no thread may change a layer while a frame reads the layer.
public final class Layer: @unchecked Sendable {
  public let kind: LayerKind
  /// True for the root layer of a scene, which cannot leave the scene.
  public internal(set) var isSceneRoot = false
  /// Model values of the layer, at an address that does not change during the layer's life, so that the plans of a presenter need
  /// not copy the values.
  package let stored: StableValue<LayerValues>
  /// Model values of the layer, without animations.
  public var values: LayerValues {
    @inline(__always) unsafeAddress { stored.readOnly }
    _modify {
      let name = stored.pointee.name
      defer { noteChange(ofNames: stored.pointee.name != name) }
      yield &stored.pointee
    }
  }
  /// Sublayers of the layer, from the lowest to the topmost.
  public internal(set) var sublayers: [Layer] = [] { didSet { noteNewParts() } }
  /// Layer whose alpha masks this layer, in the coordinates of this layer.
  public internal(set) var mask: Layer? { didSet { noteNewParts() } }
  /// Layer that this portal or view replicator shows. A view replicator also contains its source. The source of a text layer is
  /// its glyph layer, which cannot be removed.
  public internal(set) var source: Layer? { didSet { noteNewParts() } }
  /// Masks of a replicator's copies, in the coordinates of each copy.
  public internal(set) var instanceMasks: [Layer?] = [] { didSet { noteNewParts() } }
  /// Values that override properties in single copies.
  public internal(set) var copyValues: CopyTable<CopyValue> = CopyTable() {
    didSet { noteChange() }
  }
  var nextCopySerial = 0
  /// Font for emoji in the scene's texts, which is set at the scene's root; nil selects the library's default.
  public var sceneEmojiFont: Font? { didSet { noteChange() } }
  /// Unknown markup in the layer's element of a document.
  public var unknownMarkup: UnknownMarkup?
  /// Values and animations that the scene's states give to this layer.
  public internal(set) var stateTrack: StateTrack? { didSet { noteChange() } }
  /// Portals that show this layer. When a portal is released, it removes itself from the portals of its source.
  public internal(set) var portals: [LayerReference] = [] { didSet { noteChange() } }
  /// Layer that contains this layer as a sublayer, mask or source. The containing layer sets `superlayer` to nil before the
  /// containing layer is released.
  public internal(set) unowned(unsafe) var superlayer: Layer?
  /// Index at which the layer was inserted into the superlayer's sublayers or masks. `portalIndex` is the index of a portal in
  /// the list of portals of its source.
  var indexHint = 0
  var portalIndex = 0
  var ownAnimations: LayerAnimations = LayerAnimations() { didSet { noteChange() } }

  /// Index of the layers of this subtree by name, from the last search.
  var nameIndex: NameIndex?

  /// Counters of all changes that affect a picture, for readers that cache an earlier state.
  public internal(set) var changes: Changes = Changes()
  /// Identity that distinguishes this layer from a later layer at the same address.
  public let identity: LayerIdentity = LayerIdentity()

  @export(interface)
  public init(_ kind: LayerKind) {
    self.kind = kind
    stored = StableValue(kind.initialValues)
    if kind == .text {
      let glyph = Layer(.glyph)
      source = glyph
      glyph.superlayer = self
    }
  }

  /// Sublayers, masks and sources are released through a list and not recursively, because a long chain of portals, each of which
  /// holds the last reference to the next portal, could overflow any stack.
  deinit {
    var walk = TreeWalk(takeParts())
    while var layer = walk.next() {
      if isKnownUniquelyReferenced(&layer) { walk.push(layer.takeParts()) }
    }
    stored.end()
  }

  /// Detaches and returns all layers that this layer keeps alive.
  private func takeParts() -> [Layer] {
    if kind == .portal { source?.removePortal(self) }
    var taken = parts
    for part in taken where part.superlayer === self {
      part.superlayer = nil
    }
    if kind == .portal, let source { taken.append(source) }
    (sublayers, mask, source, instanceMasks) = ([], nil, nil, [])
    return taken
  }

  /// Creates a layer outside of any tree, which shows the given sublayers while the sublayers stay in their own tree.
  public init(_ kind: LayerKind, showing sublayers: [Layer], mask: Layer? = nil) {
    self.kind = kind
    stored = StableValue(kind.initialValues)
    self.sublayers = sublayers
    self.mask = mask
  }
}
