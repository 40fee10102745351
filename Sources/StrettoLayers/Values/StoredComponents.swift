import StrettoGeometry

/// Components of a transform on the heap. Components are stored separately, because few transforms have components, and every
/// value and layer would otherwise grow by 136 bytes.
final class StoredComponents: Sendable {
  let components: TransformComponents
  init(_ components: TransformComponents) { self.components = components }
}
