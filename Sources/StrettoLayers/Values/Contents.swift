import StrettoGeometry
import StrettoImaging

/// Image of a layer, or two images while an animation dissolves one into the other.
public enum Contents: Sendable {
  case none
  case image(Image)
  /// Two dissolving images. The third associated value is the opacity of the second image, above 0 and below 1.
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
