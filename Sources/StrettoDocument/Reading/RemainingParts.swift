// MARK: Properties

/// Parts of an element that `readProperties` leaves to its caller.
struct RemainingParts {
  /// Attributes that are not properties, or whose values are invalid.
  var attributes: [(name: String, value: String)] = []
  /// Names of child elements that are properties, including properties with invalid values.
  var properties: Set<String> = []
  var unreadable: Set<String> = []
}
