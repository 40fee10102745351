import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension AnimationProgram.Part {
  var isOfTransform: Bool {
    switch self {
    case .position, .positionX, .positionY, .opacity, .size, .width, .height, .paint: false
    default: true
    }
  }

  var isOfSize: Bool { self == .size || self == .width || self == .height }

  /// The slots that it writes, and whether they take two numbers or both the same one.
  var slots: (first: AnimationProgram.Slot, second: AnimationProgram.Slot?, isPair: Bool) {
    switch self {
    case .position: (.x, .y, true)
    case .positionX: (.x, nil, false)
    case .positionY: (.y, nil, false)
    case .rotation: (.turn, nil, false)
    case .scale, .scaleXY: (.scaleX, .scaleY, false)
    case .scaleX: (.scaleX, nil, false)
    case .scaleY: (.scaleY, nil, false)
    case .move: (.moveX, .moveY, true)
    case .moveX: (.moveX, nil, false)
    case .moveY: (.moveY, nil, false)
    case .opacity, .paint: (.opacity, nil, false)
    case .size: (.width, .height, true)
    case .width: (.width, nil, false)
    case .height: (.height, nil, false)
    }
  }

  init?(_ path: PropertyPath, _ kind: LayerKind) {
    guard path.cell == nil, path.sublayer == nil else { return nil }
    switch (kind.properties[path.index].name, path.component) {
    // A text places its glyph layer.
    case ("position", nil) where kind != .glyph: self = .position
    case ("position", .x): self = .positionX
    case ("position", .y): self = .positionY
    case ("opacity", nil): self = .opacity
    case ("transform", .rotation), ("transform", .rotationZ): self = .rotation
    case ("transform", .scale): self = .scale
    case ("transform", .scaleXY): self = .scaleXY
    case ("transform", .scaleX): self = .scaleX
    case ("transform", .scaleY): self = .scaleY
    case ("transform", .translation): self = .move
    case ("transform", .translationX): self = .moveX
    case ("transform", .translationY): self = .moveY
    case ("bounds", .size) where kind.keepsSizeFromContent: self = .size
    case ("bounds", .sizeWidth) where kind.keepsSizeFromContent: self = .width
    case ("bounds", .sizeHeight) where kind.keepsSizeFromContent: self = .height
    default:
      let isWhole = path.component == nil && path.axis == nil && path.influence == .content
      guard isWhole, kind.properties[path.index].setNumbers != nil else { return nil }
      self = .paint
    }
  }
}

extension LayerKind {
  /// Whether its bounds are only what it paints, and place nothing that it shows.
  fileprivate var keepsSizeFromContent: Bool { self == .plain || self == .gradient }
}
