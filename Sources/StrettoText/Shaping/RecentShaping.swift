import StrettoGeometry

extension ShapedText {
  /// The shaping of a string, taken from the last call if that fits. Questions about one text often follow each other, for
  /// example at several font sizes.
  ///
  /// - Throws: `Cancelled` if the call is cancelled.
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

/// The text that was shaped last, shared by all threads.
private final class RecentShaping: @unchecked Sendable {
  static let shared = RecentShaping()
  let lock = TextLock()
  var last: (string: String, shaped: ShapedText)?
}
