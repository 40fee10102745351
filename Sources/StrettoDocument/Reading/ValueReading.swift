import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText
import StrettoTiming

/// Reason why a text or an element is not a valid value of its kind.
public struct ValueProblem: Error {
  let sentence: String

  /// Creates the problem of a value from a message.
  ///
  /// - Parameter sentence: start of the message, before ", which cannot be read".
  public init(_ sentence: String) { self.sentence = sentence + ", which cannot be read" }

  init(whole sentence: String) { self.sentence = sentence }
}

extension ValueRule {
  /// Creates a rule that allows any value of a kind.
  init(_ kind: ValueKind) {
    self.init(animating: kind)
    allowsFractions = false
  }

  fileprivate func read(_ numbers: [Double]) throws(ValueProblem) -> Value {
    do throws(ValueError) {
      return try value(numbers)
    } catch {
      switch error {
      case .number(let x, _): throw ValueProblem("\(Numbers.text(x)) is out of range")
      case .decreasing: throw ValueProblem("has numbers that decrease")
      case .curve: throw ValueProblem("is no curve")
      case .listCount(let count, let allowed):
        throw ValueProblem(whole: "has \(count) numbers; \(allowed) are allowed")
      default: throw ValueProblem("has \(numbers.count) numbers")
      }
    }
  }
}

extension CAMLReader {
  /// Reads the value of an element, or of the element that it references.
  func value(_ element: Element, _ rule: ValueRule) throws(ValueProblem) -> Value {
    let named = object(element)
    if named === element { return try value(of: element, rule) }
    let found = namedValues.object(named, as: "\(rule.kind) \(location.subject)") {
      Result { () throws(ValueProblem) in try value(of: named, rule) }
    }
    guard let found else { throw ValueProblem("holds itself") }
    return try found.get()
  }

  /// Reads the value of an element from its attribute, its text, its children or its only child object.
  private func value(of element: Element, _ rule: ValueRule) throws(ValueProblem) -> Value {
    if element["type"] == "null" || element.name == "null" { return .none }
    switch rule.kind {
    case .numbers, .variations: return try list(element, ValueRule(.number), rule)
    case .font: return .font(try font(element))
    case .fonts:
      var fonts: [Font] = []
      for child in element.children { fonts.append(try font(child)) }
      return fonts.isEmpty ? .none : .fonts(fonts)
    case .colors: return try list(element, ValueRule(.color), rule)
    case .transforms: return try list(element, ValueRule(.transform), rule)
    case .curves: return try list(element, ValueRule(.curve), rule)
    default: break
    }
    let text = element["value"] ?? (element.text.isEmpty ? nil : element.text)
    if text == nil, element["src"] == nil, element.children.count == 1 {
      let object = element.children[0]
      guard object.children.isEmpty else { throw ValueProblem("holds \(object.name)") }
      return try value(object, rule)
    }
    switch rule.kind {
    case .image: return try image(element)
    case .color: return .color(try color(element, text ?? ""))
    case .transform: return .transform(try transform(text ?? "", element))
    case .curve where text == nil:
      return try value(text: element["controlPoints"] ?? element["name"] ?? "", rule)
    case .string, .name, .names, .filters, .features:
      let escaped = element[own: "value"].map { EscapedText.unescape($0) }
      return try value(text: text ?? escaped ?? element["filter"] ?? "", rule)
    default: return try value(text: text ?? "", rule)
    }
  }

  private func list(_ element: Element, _ item: ValueRule, _ rule: ValueRule) throws(ValueProblem)
    -> Value
  {
    var children = element.children
    if children.count == 1, children[0].name == "NSArray" { children = children[0].children }
    var numbers: [Double] = []
    for child in children {
      guard child.name != "NSArray" else { throw ValueProblem("holds a list in a list") }
      let value = try value(child, item)
      guard allowance.take(16 * 8, for: "numbers") else { throw ValueProblem("is too long") }
      guard let components = value.components, !components.isEmpty else {
        throw ValueProblem("holds \(child.name)")
      }
      numbers += components
    }
    if children.isEmpty, let text = element["value"] {
      guard let list = Numbers.list(text.insideMatrix, allowance) else {
        throw ValueProblem("is \"\(text.prefix(40))\"")
      }
      numbers = list
    }
    return try rule.read(numbers)
  }

  func value(text: String, _ rule: ValueRule) throws(ValueProblem) -> Value {
    switch rule.kind {
    case .font: return .font(try font(FontReference(name: text.trimmed)))
    case .string, .filters, .features:
      do throws(ValueError) {
        return try rule.value(rule.kind == .string ? text : text.trimmed)
      } catch .characters {
        throw ValueProblem("is too long")
      } catch {
        throw ValueProblem("is \"\(text.prefix(40))\"")
      }
    case .name:
      let name = text.trimmed
      guard rule.names.contains(name) else { throw ValueProblem("is \"\(name)\"") }
      return .string(name)
    case .names: return .string(try names(text, rule))
    case .boolean: return .boolean(try boolean(text.trimmed))
    case .color: return .color(try color(text.trimmed))
    case .transform: return .transform(try transform(text, nil))
    case .path:
      let (path, unknown) = PathText.parse(text, allowance)
      if let unknown { note("a path cannot be read from \"\(unknown.prefix(20))\" on") }
      return .path(path)
    case .curve:
      if let curve = TimingFunction(name: text.trimmed) { return .curve(curve) }
      guard let n = Numbers.list(text, count: 4), TimingFunction.isValid(n[0], n[1], n[2], n[3])
      else { throw ValueProblem("is \"\(text.prefix(40))\"") }
      return .curve(TimingFunction(n[0], n[1], n[2], n[3]))
    default:
      let list = rule.kind == .numbers ? text.insideMatrix : text
      guard var numbers = Numbers.list(list, allowance) else {
        throw ValueProblem("is \"\(text.prefix(40))\"")
      }
      if rule.kind == .integer, !rule.allowsFractions, numbers != numbers.map({ $0.rounded(.down) })
      {
        note("\(text) was taken for a whole number")
        numbers = numbers.map { $0.rounded(.down) }
      }
      return try rule.read(numbers)
    }
  }

  private func boolean(_ text: String) throws(ValueProblem) -> Bool {
    switch text.inSmallLetters {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      guard let number = Numbers.parse(text) else {
        throw ValueProblem("is \"\(text.prefix(40))\"")
      }
      return number != 0
    }
  }

  /// Reads names, or a bit mask of names in the order of the table.
  private func names(_ text: String, _ rule: ValueRule) throws(ValueProblem) -> String {
    if let bits = Numbers.parse(text.trimmed) {
      let mask = Int(clampingDown: bits)
      let chosen = rule.names.indices.filter { $0 < 30 && mask >> $0 & 1 == 1 }
      return chosen.map { rule.names[$0] }.joined(separator: " ")
    }
    for word in text.listItems where !rule.names.contains(String(word)) {
      throw ValueProblem("names \"\(word)\"")
    }
    return text.listItems.joined(separator: " ")
  }

  private func color(_ element: Element, _ text: String) throws(ValueProblem) -> Color {
    var color = try color(text.trimmed)
    if let opacity = element["opacity"] {
      guard let alpha = Numbers.parse(opacity.trimmed), alpha.isFinite else {
        throw ValueProblem("has the opacity \"\(opacity)\"")
      }
      color.alpha = alpha
    }
    if let space = element["colorspace"] { note("the colour space \(space) is taken for sRGB") }
    if element["src"] != nil { note("patterns of images are not drawn") }
    return color
  }

  private func color(_ text: String) throws(ValueProblem) -> Color {
    if text.hasPrefix("#"), let color = Color(hexadecimal: text.dropFirst()) { return color }
    guard let n = Numbers.list(text, most: 4), n.count >= 3, n.allSatisfy({ $0.isFinite }) else {
      throw ValueProblem("is \"\(text.prefix(40))\"")
    }
    return Color(n[0], n[1], n[2], n.count == 4 ? n[3] : 1)
  }

  /// Reads a matrix, with the components that the transform was set by if an attribute in Stretto's namespace stores them.
  private func transform(_ text: String, _ element: Element?) throws(ValueProblem) -> LayerTransform
  {
    if let components = element?[own: "components"],
      let transform = LayerTransform(components: components)
    {
      return transform
    }
    let (matrix, unknown) = TransformText.parse(text, allowance)
    if let unknown { note("\"\(unknown.prefix(40))\" in a transform was left out") }
    guard matrix.isFinite else { throw ValueProblem("is not finite") }
    return LayerTransform(matrix)
  }
}

extension String {
  /// Numbers of a colour matrix, without the "matrix(" and ")" that Core Animation writes around the numbers.
  fileprivate var insideMatrix: String {
    let text = trimmed
    guard text.hasPrefix("matrix("), text.hasSuffix(")") else { return self }
    return String(text.dropFirst(7).dropLast())
  }
}

extension LayerTransform {
  /// Reads the components of a transform from sixteen numbers.
  init?(components text: String) {
    guard let n = Numbers.list(text, count: 16), n.allSatisfy({ $0.isFinite }) else { return nil }
    var parts = TransformComponents()
    parts.translation = Vector3(n[0], n[1], n[2])
    parts.scale = Vector3(n[3], n[4], n[5])
    parts.shear = Vector3(n[6], n[7], n[8])
    parts.rotation = Vector3(n[9], n[10], n[11])
    parts.perspective = (n[12], n[13], n[14], n[15])
    self = .identity
    self.components = parts
  }

  /// Components of a transform as text; nil for a transform that was set as a matrix.
  var componentsText: String? {
    if self == LayerTransform(matrix) { return nil }
    let c = components
    return Numbers.text([
      c.translation.x, c.translation.y, c.translation.z, c.scale.x, c.scale.y, c.scale.z,
      c.shear.x, c.shear.y, c.shear.z, c.rotation.x, c.rotation.y, c.rotation.z,
      c.perspective.x, c.perspective.y, c.perspective.z, c.perspective.w,
    ])
  }
}

extension Color {
  /// Creates a colour from three or six hexadecimal digits.
  fileprivate init?(hexadecimal text: Substring) {
    guard let number = UInt32(text, radix: 16) else { return nil }
    func part(_ shift: UInt32, _ mask: UInt32) -> Double {
      Double(number >> shift & mask) / Double(mask)
    }
    switch text.utf8.count {
    case 6: self.init(part(16, 255), part(8, 255), part(0, 255))
    case 3: self.init(part(8, 15), part(4, 15), part(0, 15))
    default: return nil
    }
  }
}
