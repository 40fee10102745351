/// Identity object of a layer, which can outlive the layer. While a reader retains the identity of a layer, no other layer can
/// have the same identity object.
public final class LayerIdentity: Sendable {}
