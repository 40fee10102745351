/// Number that positions, sizes, rotates or fades a layer in its plane. A key path of one or two channels can be animated on a
/// fast path, number by number (`Property.channels`).
public enum Channel: Int, Sendable {
  case positionX, positionY, opacity, rotation, scaleX, scaleY, translationX, translationY
  case boundsX, boundsY, width, height

  public static let count: Int = 12

  public var isOfTransform: Bool {
    Channel.rotation.rawValue <= rawValue && rawValue < Channel.boundsX.rawValue
  }

  public var isOfSize: Bool { self == .width || self == .height }

  /// Channels of a whole property, under the key nil, and channels of the components of the property.
  typealias Table = [Component?: [Channel]]

  static let ofPosition: Table = [
    nil: [.positionX, .positionY], .x: [.positionX], .y: [.positionY],
  ]
  static let ofOpacity: Table = [nil: [.opacity]]
  static let ofBounds: Table = [
    .size: [.width, .height], .sizeWidth: [.width], .sizeHeight: [.height],
  ]
  static let ofTransform: Table = [
    .rotation: [.rotation], .rotationZ: [.rotation], .scale: [.scaleX, .scaleY],
    .scaleXY: [.scaleX, .scaleY], .scaleX: [.scaleX], .scaleY: [.scaleY],
    .translation: [.translationX, .translationY], .translationX: [.translationX],
    .translationY: [.translationY],
  ]
}

extension PropertyPath {
  /// Channels of the key path in a kind of layer; an empty array if the key path has no channels. If a key path has two channels,
  /// the second channel gets the second number of a point or size, and a single number sets both channels.
  public func channels(in kind: LayerKind) -> [Channel] {
    cell == nil && sublayer == nil ? kind.properties[index].channels[component] ?? [] : []
  }
}
