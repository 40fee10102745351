import StrettoGeometry
import StrettoText

/// A rectangle that can be drawn, animated and put inside others: `CALayer` and its kinds.
///
/// A layer is changed by one thread at a time, and never while a frame is read from it.
public final class Layer: @unchecked Sendable {
  public let kind: LayerKind
  /// True for the top of a scene, which stays there.
  public internal(set) var isSceneRoot = false
  /// Values at an address that lasts as long as the layer, so that a plan need not copy them.
  package let stored: UnsafeMutablePointer<LayerValues> = .allocate(capacity: 1)
  /// Values as they were set, without animations.
  public var values: LayerValues {
    @inline(__always) _read { yield stored.pointee }
    _modify {
      let name = stored.pointee.name
      defer { noteChange(ofNames: stored.pointee.name != name) }
      yield &stored.pointee
    }
  }
  /// Lowest first, as they were added.
  public internal(set) var sublayers: [Layer] = [] { didSet { noteNewParts() } }
  /// Mask: a layer whose alpha shows through this one, in this one's coordinates.
  public internal(set) var mask: Layer? { didSet { noteNewParts() } }
  /// Layer that a portal or a view replicator shows (the view replicator holds it as it holds sublayers); the glyph layer of
  /// a text, which stays in it.
  public internal(set) var source: Layer? { didSet { noteNewParts() } }
  /// Masks of a replicator's copies, in the coordinates of each copy.
  public internal(set) var instanceMasks: [Layer?] = [] { didSet { noteNewParts() } }
  /// Values that only some copies have.
  public internal(set) var copyValues: CopyTable<CopyValue> = CopyTable() {
    didSet { noteChange() }
  }
  var nextCopySerial = 0
  /// Font from which a scene's texts take emoji, set at its root; nil is the library's choice.
  public var sceneEmojiFont: Font? { didSet { noteChange() } }
  /// Unknown parts of the layer's element in a document.
  public var unknownMarkup: UnknownMarkup?
  /// Values and animations that the scene's states give this layer.
  public internal(set) var stateTrack: StateTrack? { didSet { noteChange() } }
  /// Portals that show this layer. Each removes itself when it ends.
  public internal(set) var portals: [LayerReference] = [] { didSet { noteChange() } }
  /// Layer that holds this one, as a sublayer, mask or source. It clears this when it ends.
  public internal(set) unowned(unsafe) var superlayer: Layer?
  /// Index where it was put among its superlayer's sublayers or masks; `portalPlace` is a portal's among those of its
  /// source.
  var place = 0
  var portalPlace = 0
  var ownAnimations: LayerAnimations = LayerAnimations() { didSet { noteChange() } }

  /// Layers by their names, as they were when somebody searched last.
  var nameIndex: NameIndex?

  /// Counts of all changes that a picture depends on, for readers that remember an earlier state.
  public internal(set) var changes: Changes = Changes()
  /// Identity that tells this layer from a later one at the same address.
  public let identity: LayerIdentity = LayerIdentity()

  @export(interface)
  public init(_ kind: LayerKind) {
    self.kind = kind
    stored.initialize(to: kind.initialValues)
    if kind == .text {
      let glyph = Layer(.glyph)
      source = glyph
      glyph.superlayer = self
    }
  }

  /// Releases parts by a list instead of recursion: a line of portals, each the last to hold the next, may be longer than
  /// any stack.
  deinit {
    var open = takeParts()
    while var layer = open.popLast() {
      if isKnownUniquelyReferenced(&layer) { open += layer.takeParts() }
    }
    stored.deinitialize(count: 1)
    stored.deallocate()
  }

  /// Gives up all layers that this layer keeps alive, and returns them.
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

  /// Makes a layer that shows others without taking them out of their own tree; it is in no tree itself.
  public init(_ kind: LayerKind, showing sublayers: [Layer], mask: Layer? = nil) {
    self.kind = kind
    stored.initialize(to: kind.initialValues)
    self.sublayers = sublayers
    self.mask = mask
  }
}

/// Reference that does not keep a layer alive, which leaves its holder before it ends.
public struct LayerReference: @unchecked Sendable {
  public unowned(unsafe) let layer: Layer
}
