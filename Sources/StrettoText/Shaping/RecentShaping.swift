import StrettoGeometry

extension ShapedText {
  /// The shaping of a string: the one that was asked for last, if it serves. Questions about a text come one after another,
  /// and at other sizes of its font.
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

/// The text that was shaped last, for all threads.
private final class RecentShaping: @unchecked Sendable {
  static let shared = RecentShaping()
  let lock = TextLock()
  var last: (string: String, shaped: ShapedText)?
}
