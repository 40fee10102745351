import StrettoGeometry

/// Limits for reading a document: memory, counted before it is taken, and cancellation. Numbers, elements, layers and
/// pictures are counted at about their size in memory.
///
/// A function that gets the answer "no" stops early; the outermost one throws `problem`.
public final class DocumentAllowance {
  private let most: Int
  private var left: Int
  private var cancellation: Cancellation
  /// Reason why the work must end; nil while it goes on.
  public private(set) var problem: DocumentError?

  /// Default limit for a document of so many bytes: 256 times its size, at least 192 MiB and at most 1 GiB.
  public static func usual(for bytes: Int) -> Int {
    min(1 << 30, max(192 << 20, 256 * min(bytes, 1 << 30)))
  }

  /// Makes an allowance without limits, unless they are given.
  public init(bytes: Int = .max, _ cancellation: Cancellation = .never) {
    (most, left) = (bytes, bytes)
    self.cancellation = cancellation
  }

  /// Allowance with the whole memory again, and the same cancellation.
  public var fresh: DocumentAllowance { DocumentAllowance(bytes: most, cancellation.another) }

  /// Counts memory that is about to be taken, or work alone.
  ///
  /// - Parameters:
  ///   - noun: several of what it is for, in a message.
  ///   - steps: how many steps of a loop that is work for, beside one for each 64 bytes.
  /// - Returns: whether to go on.
  @discardableResult
  func take(
    _ bytes: Int = 0, for noun: StaticString = "elements", line: Int = 0, steps: Int = 1
  ) -> Bool {
    if problem != nil { return false }
    let bytes = max(0, bytes)
    guard cancellation.shouldContinue(steps: steps + bytes / 64) else {
      problem = DocumentError("reading it was cancelled", line: line, kind: .cancelled)
      return false
    }
    guard bytes <= left else {
      problem = DocumentError(
        "its \(noun) would take more than the \(most) bytes of memory that are allowed", line: line,
        kind: .limit)
      return false
    }
    left -= bytes
    return true
  }

  /// Bytes that were counted so far.
  var taken: Int { most - left }

  /// Asks at once, before and after something that takes long.
  ///
  /// - Returns: whether to go on.
  func shouldContinueNow() -> Bool { take(steps: 1 << 14) }

  /// Throws if the work must end.
  func check() throws(DocumentError) { if let problem { throw problem } }
}
