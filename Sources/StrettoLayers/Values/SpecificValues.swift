/// Values that only some kinds of layer have.
public enum SpecificValues: Sendable {
  case plain
  case replicator(ReplicatorValues)
  case shape(ShapeValues)
  case gradient(GradientValues)
  case emitter(EmitterValues)
  case portal(PortalValues)
  case viewReplicator(ViewReplicatorValues)
  case proxy(ProxyValues)
  // Text values are stored indirectly, because few layers are texts and all layers would otherwise grow.
  indirect case text(TextValues)
  indirect case glyph(GlyphValues)
}
