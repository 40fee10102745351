import StrettoLayers

/// Names of properties in Swift, for the properties whose Swift name differs from Core Animation's key path.
let swiftNames = [
  "hidden": "isHidden", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
  "wrapped": "isWrapped", "enabled": "isEnabled", "additive": "isAdditive",
  "cumulative": "isCumulative", "removedOnCompletion": "isRemovedOnCompletion",
]

extension LayerKind {
  /// The name of the public Core Animation class, or nil for a layer kind without a public class.
  var publicClass: String? {
    switch self {
    case .plain, .viewReplicator: "CALayer"
    case .replicator, .shape, .gradient, .emitter, .transform, .text: className
    case .portal, .proxy, .glyph: nil
    }
  }

  /// Whether the public class of the layer kind has the property `property`. The replicator properties of texts do not exist in
  /// Core Animation.
  func hasPublic(_ property: Property<LayerValues>) -> Bool {
    property.isPublic && (self != .text || !property.traits.contains(.ofCopies))
  }
}

extension Property {
  /// Whether the property is a public property of Core Animation.
  var isPublic: Bool { traits.isDisjoint(with: [.strettoOnly, .unpublished]) }
}

/// The Swift expression for a named value of a property: a case of the property's type, or a string if the property has no such
/// type.
func swiftCase(_ name: String, of property: String, isCell: Bool) -> String {
  switch property {
  case "compositingFilter": quoted(name)
  case "magnificationFilter" where isCell, "minificationFilter" where isCell: quoted(name)
  case "rotationMode": name == "auto" ? ".rotateAuto" : ".rotateAutoReverse"
  case "valueFunction": "CAValueFunction(name: .\(name))"
  case "fillRule": name == "even-odd" ? ".evenOdd" : ".nonZero"
  default: "." + name
  }
}

func quoted(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\" + String(Character(scalar))
    case "\n": literal += "\\n"
    case "\u{0}"..."\u{1F}", "\u{7F}": literal += "\\u{\(String(scalar.value, radix: 16))}"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

func inOneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
