/// Types of emitter behaviors, with Core Animation's names (the header `CAEmitterBehavior.h` of macOS 10.9 to 10.13).
public enum BehaviorType: String, NamedOption {
  case drag, wave, attractor, simpleAttractor, alignToMotion, valueOverLife, colorOverLife, light

  /// Inputs of a behavior of this type.
  public var inputs: [String] {
    switch self {
    case .drag: ["drag"]
    case .wave: ["force", "frequency"]
    case .attractor:
      [
        "attractorType", "stiffness", "radius", "position", "zPosition", "orientationLatitude",
        "orientationLongitude", "falloff", "falloffDistance",
      ]
    case .simpleAttractor: ["stiffness", "radius", "position", "falloff"]
    case .alignToMotion: ["rotation", "preservesDepth"]
    case .valueOverLife: ["keyPath", "values", "locations", "additive"]
    case .colorOverLife: ["colors", "locations"]
    case .light: []
    }
  }

  /// Index of the type among all types of behaviors.
  public var index: Int { BehaviorType.allCases.firstIndex(of: self) ?? 0 }

  /// True if a behavior of this type applies a force to each particle.
  public var isForce: Bool {
    switch self {
    case .drag, .wave, .attractor, .simpleAttractor: true
    case .alignToMotion, .valueOverLife, .colorOverLife, .light: false
    }
  }
}
