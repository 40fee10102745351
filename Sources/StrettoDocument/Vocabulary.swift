import StrettoLayers

/// Names in documents that are not in the property tables.
enum Vocabulary {
  static let namespace = "http://www.apple.com/CoreAnimation/1.0"
  /// XML namespace of names that Core Animation lacks. Core Animation ignores elements and attributes of other namespaces.
  static let ownNamespace = "urn:stretto:document:1"
  static let strettoPrefix = "stretto:"

  static let continuousCorners = "continuousCorners"

  /// Names that editors give to the base state.
  static let baseStates: Set<String> = ["Base", "Base State"]

  /// True for attributes that have no effect on pictures. Attributes without an effect are preserved without a warning.
  static func isSilent(attribute name: String, _ value: String) -> Bool {
    silentAttributes.contains(name) || usualValues[name] == value
      || ["mica_", "caplay", "nugget", "xmlns"].contains { name.hasPrefix($0) }
  }

  /// Attributes that have no effect if they have the given value.
  private static let usualValues = [
    "allowsGroupOpacity": "1", "allowsGroupBlending": "1", "cornerCurve": "circular",
  ]

  private static let silentAttributes: Set<String> = [
    "allowsEdgeAntialiasing", "contentsFormat", "shouldRasterize", "classIfAvailable", "final",
    "opaque", continuousCorners,
  ]

  /// Elements that have no effect on pictures. Elements without an effect are preserved without a warning.
  static let ignoredElements: Set<String> = [
    "scriptComponents", "modules", "scriptObject", "style",
  ]

  /// Element of a kind of layer: Core Animation's class, or `CALayer` with the kind in an attribute of Stretto's namespace.
  static func element(of kind: LayerKind) -> (name: String, own: String?) {
    switch kind {
    case .portal: ("CAPortalLayer", nil)
    default: kind.className.hasPrefix("CA") ? (kind.className, nil) : ("CALayer", kind.className)
    }
  }

  static let layerKinds: [String: LayerKind] = {
    var kinds = Dictionary(uniqueKeysWithValues: LayerKind.allCases.map { ($0.className, $0) })
    kinds["CAPortalLayer"] = .portal
    kinds["LKTextLayer"] = kinds["CATextLayer"]
    return kinds
  }()

  static let animationKinds: [String: AnimationKind] = Dictionary(
    uniqueKeysWithValues: AnimationKind.allCases.map { ($0.className, $0) })
}

extension Vocabulary {
  /// Earlier names of Stretto's properties in documents, with the current names.
  static let formerNames = ["value": "number", "loop": "loopDuration"]

  /// Key path of a layer with earlier names replaced by current names.
  static func keyPath(_ given: String, of kind: LayerKind) -> String {
    guard let name = formerNames[given], kind.properties.contains(where: { $0.name == name }) else {
      return given
    }
    return name
  }
}

/// Indices of the properties of a table by their names in documents.
struct PropertyIndex: Sendable {
  private let indices: [String: Int]

  init<Owner>(_ table: [Property<Owner>]) {
    var indices: [String: Int] = [:]
    for (index, property) in table.enumerated() where !property.traits.contains(.unread) {
      indices[property.name] = index
      if let word = property.documentName { indices[word] = index }
    }
    for (word, name) in Vocabulary.formerNames where indices[word] == nil {
      indices[word] = indices[name]
    }
    self.indices = indices
  }

  subscript(name: String) -> Int? { indices[name] }

  static let layers: [PropertyIndex] = LayerKind.allCases.map { PropertyIndex($0.properties) }
  static let animations: [PropertyIndex] = AnimationKind.allCases.map {
    PropertyIndex($0.properties)
  }
  static let cells = PropertyIndex(CellProperties.table)
  static let filters = PropertyIndex(FilterProperties.table)
  private static let behaviors = BehaviorType.allCases.map {
    PropertyIndex(BehaviorProperties.rows(of: $0))
  }
  static func behaviors(_ type: BehaviorType) -> PropertyIndex { behaviors[type.index] }
  static let styles = PropertyIndex(StyledRangeProperties.table)
}

/// Backslash escapes for texts in Stretto's namespace that XML cannot contain, such as control characters.
enum EscapedText {
  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { isAllowed($0) } }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        result += "\\\\"
      } else if isAllowed(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\" + String(scalar.value, radix: 16) + ";"
      }
    }
    return result
  }

  /// Inverse of `escape`. Backslashes that `escape` did not write are unchanged.
  static func unescape(_ text: String) -> String {
    // The loop compares scalars instead of characters, because a backslash with a combining mark would be one character.
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      if rest.first == "\\" {
        rest.removeFirst()
      } else if let end = rest.prefix(7).firstIndex(of: ";"),
        let named = UInt32(String(rest[..<end]), radix: 16).flatMap({ Unicode.Scalar($0) })
      {
        result.append(named)
        rest = rest[rest.index(after: end)...]
        continue
      }
      result.append("\\")
    }
    return String(result)
  }
}
