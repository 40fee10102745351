import StrettoGeometry

/// Option that users select by one of Core Animation's names.
public protocol NamedOption: CaseIterable, Equatable, Sendable {
  /// Name of the option that users write.
  var name: String { get }
  /// Allowed names of an option of this type. By default, the name of every case of the option's type is allowed.
  static var names: [String] { get }
}

extension NamedOption where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}

extension NamedOption {
  /// Finds the option with the given name; nil if the name is unknown.
  public init?(name: String) {
    for option in Self.allCases where option.name == name {
      self = option
      return
    }
    return nil
  }

  public static var names: [String] { allCases.map { $0.name } }
}

extension CornerMask {
  static let names: [(name: String, corner: CornerMask)] = [
    ("minXMinY", .minXMinY), ("maxXMinY", .maxXMinY), ("minXMaxY", .minXMaxY),
    ("maxXMaxY", .maxXMaxY),
  ]

  /// Names of the rounded corners, separated by spaces.
  var joinedNames: String {
    CornerMask.names.filter { contains($0.corner) }.map { $0.name }.joined(separator: " ")
  }

  /// Parses the names of corners, separated by spaces; nil if a name is unknown.
  init?(names text: String) {
    self = []
    for word in text.words {
      guard let known = CornerMask.names.first(where: { $0.name == word }) else { return nil }
      formUnion(known.corner)
    }
  }
}

extension String {
  /// Words of the text, which spaces separate.
  var words: [String] { utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) } }
}
