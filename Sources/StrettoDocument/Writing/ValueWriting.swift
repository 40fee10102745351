import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText
import StrettoTiming

extension AssetNames {
  /// Element of a value, with the kind of the value.
  func node(_ name: String, _ value: Value) -> Node {
    switch value {
    case .none: Node(name, [("type", "null")])
    case .number(let x): typed(name, type(of: x), value)
    case .boolean, .integer: typed(name, "integer", value)
    case .point: typed(name, "CGPoint", value)
    case .size: typed(name, "CGSize", value)
    case .rect: typed(name, "CGRect", value)
    case .curve: typed(name, "CAMediaTimingFunction", value)
    case .color(let color): colorNode(name, color, type: "CGColor")
    case .transform(let transform): transformNode(name, transform, type: "CATransform3D")
    case .numbers, .variations:
      list(name, (value.components ?? []).map { item(type(of: $0), .number($0)) })
    case .colors(let all): list(name, all.map { colorNode("CGColor", $0) })
    case .transforms(let all):
      list(name, all.map { transformNode("CATransform3D", LayerTransform($0)) })
    case .curves(let all): list(name, all.map { item("CAMediaTimingFunction", .curve($0)) })
    case .string(let text): stringNode(name, text)
    case .font(let font): fontNode(name, font)
    case .fonts(let fonts): list(name, fonts.map { fontNode("NSString", $0) })
    case .path(let path): Node(name, [("type", "CGPath"), ("value", PathText.text(path))])
    case .image(let image), .dissolve(_, let image, _):
      Node(name, [("type", "CGImage"), ("src", self.name(of: image))])
    }
  }

  private func type(of number: Double) -> String {
    number == number.rounded() && number.magnitude < 0x1p31 && number.sign == .plus
      ? "integer" : "real"
  }

  private func item(_ name: String, _ value: Value) -> Node {
    Node(name, [("value", Numbers.text(value.components ?? []))])
  }

  private func typed(_ name: String, _ type: String, _ value: Value) -> Node {
    Node(name, [("type", type), ("value", Numbers.text(value.components ?? []))])
  }

  private func list(_ name: String, _ items: [Node]) -> Node {
    Node(name, [("type", "NSArray")], items)
  }

  /// Element of a font with its family name. Attributes in Stretto's namespace identify the exact font.
  private func fontNode(_ name: String, _ font: Font) -> Node {
    let reference = reference(to: font)
    var node = stringNode(name, reference.name)
    if let source = reference.source { node.set(own: "src", source) }
    if reference.index > 0 { node.set(own: "index", String(reference.index)) }
    if !reference.variations.isEmpty {
      node.set(own: "variations", Numbers.text(reference.variations))
    }
    return node
  }

  private func stringNode(_ name: String, _ text: String) -> Node {
    note(text: text)
    var node = Node(name, [("type", "string")])
    node.set("value", text: text)
    return node
  }

  func colorNode(_ name: String, _ color: Color, type: String? = nil) -> Node {
    var node = Node(name, [("value", Numbers.text([color.red, color.green, color.blue]))])
    if color.alpha != 1 { node.set("opacity", Numbers.text(color.alpha)) }
    if let type { node.set("type", type) }
    return node
  }

  private func transformNode(_ name: String, _ transform: LayerTransform, type: String? = nil)
    -> Node
  {
    var node = Node(name, [("value", TransformText.text(transform.matrix))])
    if let components = transform.componentsText {
      node.set(own: "components", components)
    }
    if let type { node.set("type", type) }
    return node
  }
}

extension Value {
  /// True if a value must be written because readers would otherwise get another value. The numbers 0 and -0 are equal, but can
  /// have different effects.
  func isOther(than initial: Value) -> Bool { self != initial || hasNegativeZero }

  private var hasNegativeZero: Bool {
    func isNegative(_ x: Double) -> Bool { x == 0 && x.sign == .minus }
    switch self {
    case .number(let x), .integer(let x): return isNegative(x)
    case .point(let p): return isNegative(p.x) || isNegative(p.y)
    case .size(let s): return isNegative(s.width) || isNegative(s.height)
    case .rect, .color: return (components ?? []).contains { isNegative($0) }
    default: return false
    }
  }
}

extension Node {
  /// Adds the properties that differ from their initial values.
  mutating func addProperties<Owner>(
    _ table: [Property<Owner>], of owner: Owner, initial: [Value], _ names: AssetNames
  ) {
    // Filters are written as separate elements.
    for (property, initial) in zip(table, initial)
    where property.kind != .filters && !property.traits.contains(.derived) {
      let value = property.get(owner)
      if value.isOther(than: initial) { add(property, value, names) }
    }
  }

  /// Adds a property.
  ///
  /// - Parameter asOwn: true if the property goes into Stretto's namespace, whatever its name.
  mutating func add<Owner>(
    _ property: Property<Owner>, _ value: Value, _ names: AssetNames, asOwn: Bool = false
  ) {
    let isOwn = asOwn || property.traits.contains(.strettoOnly)
    let word = property.documentName ?? property.name
    let name = (isOwn ? Vocabulary.strettoPrefix : "") + word
    // The value has the kind of the key path, and the element's name contains the kind.
    if property.kind == .any { return children.append(names.node(name, value)) }
    switch value {
    case .number, .integer, .boolean, .point, .size, .rect:
      set(name, Numbers.text(value.components ?? []))
    case .string(let text):
      if property.name == "compositingFilter" {
        let filter = [("type", "CAFilter"), ("filter", text), ("name", text)]
        children.append(Node(name, filter.map { (name: $0.0, value: $0.1) }))
      } else if property.name == "type" {
        children.append(Node("type", [("value", text)]))
      } else if property.kind == .names {
        set(name, Node.bits(text, property.names))
      } else {
        if property.name == PropertyName.string { names.note(text: text) }
        set(name, text: text)
      }
    case .transform(let transform):
      set(name, TransformText.text(transform.matrix))
      if let components = transform.componentsText {
        set(own: word + ".components", components)
      }
    case .color(let color) where color.alpha == 1:
      set(name, Numbers.text([color.red, color.green, color.blue]))
    case .color(let color): children.append(names.colorNode(name, color))
    case .path(let path): set(name, PathText.text(path))
    case .curve(let curve):
      if let known = curve.name {
        set(name, known)
      } else {
        children.append(names.node(name, value))
      }
    default: children.append(names.node(name, value))
    }
  }

  /// Bit mask of names in the order of the table, as Core Animation writes masks.
  private static func bits(_ text: String, _ names: [String]) -> String {
    var bits = 0
    for word in text.split(separator: " ") {
      if let index = names.firstIndex(of: String(word)), index < 30 { bits |= 1 << index }
    }
    return String(bits)
  }
}
