import StrettoGeometry

/// Component of a structured value with its own key path, such as `x` in "position.x". The raw value of a component is the part
/// of the key path after the property's name.
public enum Component: String, Sendable, CaseIterable {
  case x, y, width, height
  case origin, originX = "origin.x", originY = "origin.y"
  case size, sizeWidth = "size.width", sizeHeight = "size.height"
  case rotation, rotationX = "rotation.x", rotationY = "rotation.y", rotationZ = "rotation.z"
  case scale, scaleXY = "scale.xy", scaleX = "scale.x", scaleY = "scale.y", scaleZ = "scale.z"
  case translation, translationX = "translation.x", translationY = "translation.y"
  case translationZ = "translation.z"

  public var name: String { rawValue }

  public static func all(of kind: ValueKind) -> [Component] {
    switch kind {
    case .point: [.x, .y]
    case .size: [.width, .height]
    case .rect: [.origin, .originX, .originY, .size, .sizeWidth, .sizeHeight]
    case .transform: Array(allCases.drop { $0 != .rotation })
    default: []
    }
  }

  /// True if a change of the component keeps a layer in its plane.
  var staysInPlane: Bool { ![.rotationX, .rotationY, .translationZ].contains(self) }

  /// True if the component is an angle.
  public var isTurn: Bool { [.rotation, .rotationX, .rotationY, .rotationZ].contains(self) }

  public var kind: ValueKind {
    switch self {
    case .origin: .point
    case .size, .translation: .size
    default: .number
    }
  }
}

extension Value {
  /// Component of this value; nil if the value has no such component.
  public subscript(component: Component) -> Value? {
    switch (self, component) {
    case (.point(let p), .x): .number(p.x)
    case (.point(let p), .y): .number(p.y)
    case (.size(let s), .width): .number(s.width)
    case (.size(let s), .height): .number(s.height)
    case (.rect(let r), .origin): .point(Point(r.x, r.y))
    case (.rect(let r), .originX): .number(r.x)
    case (.rect(let r), .originY): .number(r.y)
    case (.rect(let r), .size): .size(Size(r.width, r.height))
    case (.rect(let r), .sizeWidth): .number(r.width)
    case (.rect(let r), .sizeHeight): .number(r.height)
    case (.transform(let t), _): t.components.value(of: component)
    default: nil
    }
  }

  /// Copy of this value with one component replaced. If this value has no such component, the result is this value.
  public func replacing(_ component: Component, with part: Value) -> Value {
    switch (self, component, part) {
    case (.point(let p), .x, .number(let x)): return .point(Point(x, p.y))
    case (.point(let p), .y, .number(let y)): return .point(Point(p.x, y))
    case (.size(let s), .width, .number(let w)): return .size(Size(w, s.height))
    case (.size(let s), .height, .number(let h)): return .size(Size(s.width, h))
    case (.rect(let r), .origin, .point(let p)): return .rect(Rect(p.x, p.y, r.width, r.height))
    case (.rect(let r), .originX, .number(let x)): return .rect(Rect(x, r.y, r.width, r.height))
    case (.rect(let r), .originY, .number(let y)): return .rect(Rect(r.x, y, r.width, r.height))
    case (.rect(let r), .size, .size(let s)): return .rect(Rect(r.x, r.y, s.width, s.height))
    case (.rect(let r), .sizeWidth, .number(let w)): return .rect(Rect(r.x, r.y, w, r.height))
    case (.rect(let r), .sizeHeight, .number(let h)): return .rect(Rect(r.x, r.y, r.width, h))
    case (.transform(var t), _, _):
      var parts = t.components
      parts.set(component, to: part)
      t.components = parts
      return .transform(t)
    default: return self
    }
  }
}

extension TransformComponents {
  fileprivate func value(of component: Component) -> Value? {
    switch component {
    case .rotation, .rotationZ: .number(rotation.z)
    case .rotationX: .number(rotation.x)
    case .rotationY: .number(rotation.y)
    case .scale: .number((scale.x + scale.y + scale.z) / 3)
    case .scaleXY: .number((scale.x + scale.y) / 2)
    case .scaleX: .number(scale.x)
    case .scaleY: .number(scale.y)
    case .scaleZ: .number(scale.z)
    case .translation: .size(Size(translation.x, translation.y))
    case .translationX: .number(translation.x)
    case .translationY: .number(translation.y)
    case .translationZ: .number(translation.z)
    default: nil
    }
  }

  fileprivate mutating func set(_ component: Component, to value: Value) {
    switch (component, value) {
    case (.rotation, .number(let a)), (.rotationZ, .number(let a)): rotation.z = a
    case (.rotationX, .number(let a)): rotation.x = a
    case (.rotationY, .number(let a)): rotation.y = a
    case (.scale, .number(let s)): scale = Vector3(s, s, s)
    case (.scaleXY, .number(let s)): (scale.x, scale.y) = (s, s)
    case (.scaleX, .number(let s)): scale.x = s
    case (.scaleY, .number(let s)): scale.y = s
    case (.scaleZ, .number(let s)): scale.z = s
    case (.translation, .size(let s)): (translation.x, translation.y) = (s.width, s.height)
    case (.translationX, .number(let d)): translation.x = d
    case (.translationY, .number(let d)): translation.y = d
    case (.translationZ, .number(let d)): translation.z = d
    default: break
    }
  }
}
