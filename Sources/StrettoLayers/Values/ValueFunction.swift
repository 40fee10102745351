import StrettoGeometry

/// Function that makes a transform from one or three numbers (`CAValueFunction`). An animation with a value function interpolates
/// the numbers and not the transforms, so that a rotation from 0 to 2 pi is a full turn.
public enum ValueFunction: String, NamedOption {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// How many numbers the value function takes.
  public var count: Int { self == .scale || self == .translate ? 3 : 1 }

  public var valueKind: ValueKind { count == 1 ? .number : .numbers }

  /// The transform that the value function makes from the given numbers.
  public func transform(_ value: Value) -> Transform3D {
    let n = value.components ?? []
    guard n.count == count else { return .identity }
    return switch self {
    case .rotateX: .rotation(n[0], 1, 0, 0)
    case .rotateY: .rotation(n[0], 0, 1, 0)
    case .rotateZ: .rotation(n[0], 0, 0, 1)
    case .scale: .scale(n[0], n[1], n[2])
    case .scaleX: .scale(n[0], 1, 1)
    case .scaleY: .scale(1, n[0], 1)
    case .scaleZ: .scale(1, 1, n[0])
    case .translate: .translation(n[0], n[1], n[2])
    case .translateX: .translation(n[0], 0, 0)
    case .translateY: .translation(0, n[0], 0)
    case .translateZ: .translation(0, 0, n[0])
    }
  }

  /// The numbers from which the value function makes the components of `transform`. An animation without a start or end value uses
  /// these numbers of the transform that the animation is applied to.
  public func numbers(of transform: LayerTransform) -> Value {
    let parts = transform.components
    return switch self {
    case .rotateX: .number(parts.rotation.x)
    case .rotateY: .number(parts.rotation.y)
    case .rotateZ: .number(parts.rotation.z)
    case .scale: .numbers([parts.scale.x, parts.scale.y, parts.scale.z])
    case .scaleX: .number(parts.scale.x)
    case .scaleY: .number(parts.scale.y)
    case .scaleZ: .number(parts.scale.z)
    case .translate: .numbers([parts.translation.x, parts.translation.y, parts.translation.z])
    case .translateX: .number(parts.translation.x)
    case .translateY: .number(parts.translation.y)
    case .translateZ: .number(parts.translation.z)
    }
  }

  /// Numbers from which the value function makes the identity.
  public var neutral: Value { numbers(of: .identity) }

  /// True if the value function makes a rotation from an angle.
  public var isTurn: Bool { self == .rotateX || self == .rotateY || self == .rotateZ }
}
