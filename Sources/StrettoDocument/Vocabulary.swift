import StrettoLayers

/// Words of documents beside those of the property tables.
enum Vocabulary {
  static let namespace = "http://www.apple.com/CoreAnimation/1.0"
  /// Namespace of words that Core Animation lacks. It ignores elements and attributes of other namespaces.
  static let ownNamespace = "urn:stretto:document:1"
  static let own = "stretto:"

  static let continuousCorners = "continuousCorners"

  /// Names of editors for the document as it stands, which is no state.
  static let baseStates: Set<String> = ["Base", "Base State"]

  /// Attributes that have no effect on pictures: kept without a warning.
  static func isSilent(attribute name: String, _ value: String) -> Bool {
    silentAttributes.contains(name) || usualValues[name] == value
      || ["mica_", "caplay", "nugget", "xmlns"].contains { name.hasPrefix($0) }
  }

  /// Attributes that have an effect only with another value.
  private static let usualValues = [
    "allowsGroupOpacity": "1", "allowsGroupBlending": "1", "cornerCurve": "circular",
  ]

  private static let silentAttributes: Set<String> = [
    "allowsEdgeAntialiasing", "contentsFormat", "shouldRasterize", "classIfAvailable", "final",
    "opaque", continuousCorners,
  ]

  /// Elements that have no effect on pictures: kept without a warning.
  static let silentElements: Set<String> = ["scriptComponents", "modules", "scriptObject", "style"]

  /// Element of a kind of layer: Core Animation's class, or a `CALayer` with the kind in our namespace.
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
  /// Names that properties of ours had in documents, and their names now.
  static let formerNames = ["value": "number", "loop": "loopDuration"]

  /// A key path of a layer as it is spelled now.
  static func keyPath(_ given: String, of kind: LayerKind) -> String {
    guard let name = formerNames[given], kind.properties.contains(where: { $0.name == name }) else {
      return given
    }
    return name
  }
}

/// Indices of the properties of a table by their words in documents.
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

/// Escapes of texts that XML cannot hold (control characters): backslashes, in our own namespace.
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

  /// Text from which `escape` made this one; other backslashes stay.
  static func unescape(_ text: String) -> String {
    // Scalars are compared, not characters: a mark after a backslash would be one character with it.
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
