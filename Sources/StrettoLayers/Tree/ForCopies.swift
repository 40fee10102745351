/// Value or animation that applies to some copies of a layer.
protocol ForCopies {
  /// Copies of a layer to which the value or animation applies; nil for all copies.
  var pattern: CopyPattern? { get }
  static func areInOrder(_ a: Self, _ b: Self) -> Bool
}
