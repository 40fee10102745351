import StrettoGeometry

/// Transform of a layer: a matrix, and also the components of the matrix if the transform was set by components.
///
/// The components of a layer transform are kept until the whole matrix is set. A rotation angle therefore keeps the value that
/// was set, for example 2π for a full turn, although the matrix of a full turn is the identity.
public struct LayerTransform: Equatable, Sendable {
  public private(set) var matrix: Transform3D
  private var stored: StoredComponents?

  public static let identity: LayerTransform = LayerTransform(.identity)

  public init(_ matrix: Transform3D) { self.matrix = matrix }

  /// Components that the transform was set by; nil if the transform was set as a matrix.
  public var givenComponents: TransformComponents? { stored?.components }

  /// Components of the transform. Reading `components` decomposes the matrix if the components are unknown, and writing
  /// `components` composes the matrix.
  public var components: TransformComponents {
    get {
      if let stored { return stored.components }
      // The identity is by far the most frequent matrix, and decomposing a matrix is slow.
      return matrix == .identity ? TransformComponents() : matrix.decomposed.components
    }
    set {
      stored = StoredComponents(newValue)
      matrix = Transform3D(newValue)
    }
  }

  public static func == (a: LayerTransform, b: LayerTransform) -> Bool {
    a.matrix == b.matrix && a.stored?.components == b.stored?.components
  }
}
