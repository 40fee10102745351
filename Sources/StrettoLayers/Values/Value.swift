import StrettoGeometry
import StrettoImaging
import StrettoText
import StrettoTiming

/// Value of a property. Two images are equal if they are the same object.
public enum Value: Equatable, Sendable {
  /// The absence of a colour, list, path, image or timing function. In an animation, `none` is an end value that is not set.
  case none
  case number(Double)
  case boolean(Bool)
  /// A whole number. The result of an interpolation between whole numbers is rounded down.
  case integer(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case transform(LayerTransform)
  case color(Color)
  case numbers([Double])
  case colors([Color])
  case transforms([Transform3D])
  case string(String)
  case path(Path)
  case image(Image)
  /// Two dissolving images. The third associated value is the opacity of the second image.
  case dissolve(Image, Image, Double)
  case curve(TimingFunction)
  case curves([TimingFunction])
  case font(Font)
  case fonts([Font])
  case variations(FontVariations)
}

extension Value {
  /// The numbers of a number, a point, a size, a rectangle or a colour, padded with zeros; nil if the kind of the value is not
  /// `kind`.
  public func fourNumbers(as kind: ValueKind) -> SIMD4<Double>? {
    guard [.number, .point, .size, .rect, .color].contains(kind), let numbers = components,
      Value(numbers, as: kind) == self
    else { return nil }
    return SIMD4(numbers + Array(repeating: 0, count: 4 - numbers.count))
  }

  /// Creates a value of a kind from numbers; nil if the number of numbers does not fit the kind.
  public init?(_ n: [Double], as kind: ValueKind) {
    if let count = kind.numberCount, count != n.count { return nil }
    switch kind {
    case .number: self = .number(n[0])
    case .boolean: self = .boolean(n[0] != 0)
    case .integer: self = .integer(n[0])
    case .point: self = .point(Point(n[0], n[1]))
    case .size: self = .size(Size(n[0], n[1]))
    case .rect: self = .rect(Rect(n[0], n[1], n[2], n[3]))
    case .transform: self = .transform(LayerTransform(Transform3D(numbers: n)))
    case .color: self = .color(Color(n[0], n[1], n[2], n[3]))
    case .numbers: self = n.isEmpty ? .none : .numbers(n)
    case .colors:
      guard let all = Value.parts(n, of: 4, { Color($0[0], $0[1], $0[2], $0[3]) }) else {
        return nil
      }
      self = n.isEmpty ? .none : .colors(all)
    case .transforms:
      guard let all = Value.parts(n, of: 16, { Transform3D(numbers: $0) }) else { return nil }
      self = n.isEmpty ? .none : .transforms(all)
    case .curve: self = .curve(TimingFunction(n[0], n[1], n[2], n[3]))
    case .curves:
      guard let all = Value.parts(n, of: 4, { TimingFunction($0[0], $0[1], $0[2], $0[3]) }) else {
        return nil
      }
      self = .curves(all)
    case .variations:
      guard let variations = FontVariations(numbers: n) else { return nil }
      self = n.isEmpty ? .none : .variations(variations)
    // An animation without a key path takes values of any kind. When the animation gets a key path, `AnimationValues.aim`
    // converts the values to the kind of the property.
    case .any: self = n.count == 1 ? .number(n[0]) : .numbers(n)
    case .string, .name, .names, .path, .image, .layer, .filters, .font, .fonts, .features:
      return nil
    }
  }

  /// Groups the numbers into items of `width` numbers each; nil if the last item is incomplete.
  private static func parts<T>(_ n: [Double], of width: Int, _ make: ([Double]) -> T) -> [T]? {
    guard n.count % width == 0 else { return nil }
    return stride(from: 0, to: n.count, by: width).map { make(Array(n[$0..<$0 + width])) }
  }

  /// The numbers of which this value consists; nil for names, paths and images. The value `none` has no numbers.
  public var components: [Double]? {
    switch self {
    case .none: []
    case .number(let x), .integer(let x): [x]
    case .boolean(let b): [b ? 1 : 0]
    case .point(let p): [p.x, p.y]
    case .size(let s): [s.width, s.height]
    case .rect(let r): [r.x, r.y, r.width, r.height]
    case .transform(let t): t.matrix.numbers
    case .color(let c): [c.red, c.green, c.blue, c.alpha]
    case .numbers(let n): n
    case .colors(let colors): colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .transforms(let all): all.flatMap { $0.numbers }
    case .curve(let f): [f.c1x, f.c1y, f.c2x, f.c2y]
    case .curves(let all): all.flatMap { [$0.c1x, $0.c1y, $0.c2x, $0.c2y] }
    case .variations(let v): v.numbers
    case .string, .path, .image, .dissolve, .font, .fonts: nil
    }
  }
}
