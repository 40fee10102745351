import StrettoGeometry
import StrettoImaging

/// The image that a layer shows; while an animation blends two of them, both.
public enum Contents: Sendable {
  case none
  case image(Image)
  /// The second image covers the first to this degree, above 0 and below 1.
  case dissolve(Image, Image, Double)

  init(_ value: Value) {
    switch value {
    case .image(let image): self = .image(image)
    case .dissolve(let a, let b, let t): self = .dissolve(a, b, t)
    default: self = .none
    }
  }

  var value: Value {
    switch self {
    case .none: .none
    case .image(let image): .image(image)
    case .dissolve(let a, let b, let t): .dissolve(a, b, t)
    }
  }
}
