import StrettoGeometry

/// Transform of a layer: a matrix, and the components that it was set by, if it was set by components.
///
/// The components are kept until the whole matrix is written, so that an angle reads back as it was set:
/// a full turn is 2π, although its matrix is that of no turn.
public struct LayerTransform: Equatable, Sendable {
  public private(set) var matrix: Transform3D
  private var kept: Kept?

  public static let identity: LayerTransform = LayerTransform(.identity)

  public init(_ matrix: Transform3D) { self.matrix = matrix }

  /// Components that it was set by; nil if it was set as a matrix.
  public var givenComponents: TransformComponents? { kept?.components }

  /// Components of the matrix, which reading decomposes if need be and writing composes.
  public var components: TransformComponents {
    get {
      if let kept { return kept.components }
      // The identity is by far the commonest matrix, and decomposing one is slow.
      return matrix == .identity ? TransformComponents() : matrix.decomposed.components
    }
    set {
      kept = Kept(newValue)
      matrix = Transform3D(newValue)
    }
  }

  public static func == (a: LayerTransform, b: LayerTransform) -> Bool {
    a.matrix == b.matrix && a.kept?.components == b.kept?.components
  }
}

/// Components on the heap: few transforms have them, and every value and layer would carry their 136 bytes.
private final class Kept: Sendable {
  let components: TransformComponents
  init(_ components: TransformComponents) { self.components = components }
}
