import StrettoGeometry

extension ShapedText {
  /// Shapes a string, or returns the shaped text of the last call if the string and style are equal. Successive calls of `recent`
  /// are often about the same text, for example at several font sizes.
  ///
  /// - Throws: `Cancelled` if the caller cancels the shaping.
  @export(interface)
  public static func recent(
    _ string: String, _ style: TextStyle, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> ShapedText {
    let recent = RecentShaping.shared
    if let last = recent.lock.ifFree({ recent.last }) ?? nil, last.string == string,
      last.shaped.isFor(style)
    {
      return last.shaped
    }
    let shaped = try ShapedText(string, style, &cancellation)
    _ = recent.lock.ifFree { recent.last = (string, shaped) }
    return shaped
  }
}

/// The text that was shaped last. All threads share one `RecentShaping`.
private final class RecentShaping: @unchecked Sendable {
  static let shared = RecentShaping()
  let lock = TextLock()
  var last: (string: String, shaped: ShapedText)?
}
