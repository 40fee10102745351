import StrettoGeometry

/// A layer's transform: a matrix, and the components that it was set by, if it was set by components.
///
/// The components are kept until the whole matrix is written, so that an angle reads back as it was set:
/// a full turn is 2π, although its matrix is that of no turn.
public struct LayerTransform: Equatable, Sendable {
  public private(set) var matrix: Transform3D
  private var kept: TransformComponents?

  public static let identity: LayerTransform = LayerTransform(.identity)

  public init(_ matrix: Transform3D) { self.matrix = matrix }

  /// Reading takes the matrix apart if need be; writing puts it together again.
  public var components: TransformComponents {
    get { kept ?? matrix.decomposed.components }
    set {
      kept = newValue
      matrix = Transform3D(newValue)
    }
  }
}
