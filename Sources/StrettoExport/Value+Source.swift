import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Value {
  /// The Swift expression for this value in Core Animation's type, or nil if there is no expression.
  var source: String? {
    switch self {
    case .none: "nil"
    case .number(let x): x.source
    case .integer(let x): String(Int(clampingDown: x))
    case .boolean(let b): b ? "true" : "false"
    case .point(let p): p.source
    case .size(let s): "CGSize(width: \(s.width.source), height: \(s.height.source))"
    case .rect(let r):
      "CGRect(x: \(r.x.source), y: \(r.y.source), width: \(r.width.source), "
        + "height: \(r.height.source))"
    case .transform(let t): t.matrix.source
    case .color(let c):
      "UIColor(red: \(c.red.source), green: \(c.green.source), blue: \(c.blue.source), "
        + "alpha: \(c.alpha.source)).cgColor"
    case .numbers(let all): list(all.map { $0.source })
    case .colors(let all): list(all.compactMap { Value.color($0).source })
    case .curve(let curve): curve.source
    case .curves(let all): list(all.map { $0.source })
    default: nil
    }
  }

  private func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  /// The Swift expression for this value of a property. A value of the kind `names` is a set of cases.
  func source(of kind: ValueKind) -> String? {
    guard case .string(let text) = self else { return source }
    guard kind == .names else { return nil }
    return list(
      text.split(separator: " ").map { ".layer\($0.prefix(1).uppercased())\($0.dropFirst())Corner" }
    )
  }

  /// The Swift expression for this value as an object in the values of a keyframe animation, or nil if there is no expression.
  var boxedSource: String? {
    if case .none = self { return "NSNull()" }
    guard let text = source else { return nil }
    switch self {
    case .point: return "NSValue(cgPoint: \(text))"
    case .size: return "NSValue(cgSize: \(text))"
    case .rect: return "NSValue(cgRect: \(text))"
    case .transform: return "NSValue(caTransform3D: \(text))"
    default: return text
    }
  }
}

extension Double {
  /// The shortest decimal text that parses to this number. A whole number has no decimal point.
  var source: String {
    if isInfinite { return self < 0 ? "-.infinity" : ".infinity" }
    return magnitude < 1e15 && self == rounded() ? String(Int(self)) : description
  }
}

extension Point {
  var source: String { "CGPoint(x: \(x.source), y: \(y.source))" }
}

extension TimingFunction {
  /// The Swift expression for the timing function, with the name of the timing function if it has one. Core Animation names its
  /// initial timing function "default" too.
  fileprivate var source: String {
    if let name { return "CAMediaTimingFunction(name: .\(name))" }
    let points = [c1x, c1y, c2x, c2y].map { $0.source }.joined(separator: ", ")
    return "CAMediaTimingFunction(controlPoints: \(points))"
  }
}

extension Transform3D {
  fileprivate var source: String {
    if self == .identity { return "CATransform3DIdentity" }
    if self == .translation(m41, m42, m43) {
      return "CATransform3DMakeTranslation(\(m41.source), \(m42.source), \(m43.source))"
    }
    if self == .scale(m11, m22, m33) {
      return "CATransform3DMakeScale(\(m11.source), \(m22.source), \(m33.source))"
    }
    let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
    let parts = zip(names, numbers).map { "\($0): \($1.source)" }
    return "CATransform3D(" + parts.joined(separator: ", ") + ")"
  }
}
