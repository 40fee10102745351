import StrettoGeometry

/// Limits for reading and writing a document: memory, counted before it is allocated, and cancellation. Numbers, elements, layers
/// and pictures count with their approximate size in memory.
///
/// If `take` returns false, the calling function stops early, and the outermost function throws `problem`.
public final class DocumentAllowance {
  private let most: Int
  private var left: Int
  private var cancellation: Cancellation
  /// Reason why reading or writing must stop; nil if the work may continue.
  public private(set) var problem: DocumentError?

  /// Default memory limit for a document of a given size in bytes: 256 times the size, at least 192 MiB and at most 1 GiB.
  public static func usual(for bytes: Int) -> Int {
    min(1 << 30, max(192 << 20, 256 * min(bytes, 1 << 30)))
  }

  /// Creates an allowance. By default, memory is unlimited and the work is never cancelled.
  public init(bytes: Int = .max, _ cancellation: Cancellation = .never) {
    (most, left) = (bytes, bytes)
    self.cancellation = cancellation
  }

  /// Allowance with the full memory limit and the same cancellation.
  public var fresh: DocumentAllowance {
    DocumentAllowance(bytes: most, cancellation.forAnotherThread)
  }

  /// Counts memory that will be allocated, or work.
  ///
  /// - Parameters:
  ///   - itemName: plural name of the allocated objects, for messages.
  ///   - work: Number of iterations, in addition to one iteration per 64 bytes.
  /// - Returns: false if the work must stop.
  @discardableResult
  func take(
    _ bytes: Int = 0, for itemName: StaticString = "elements", line: Int = 0, work: Int = 1
  ) -> Bool {
    if problem != nil { return false }
    let bytes = max(0, bytes)
    guard cancellation.shouldContinue(work: work + bytes / 64) else {
      problem = DocumentError("reading it was cancelled", line: line, kind: .cancelled)
      return false
    }
    guard bytes <= left else {
      problem = DocumentError(
        "its \(itemName) would take more than the \(most) bytes of memory that are allowed",
        line: line,
        kind: .limit)
      return false
    }
    left -= bytes
    return true
  }

  /// Memory that was counted so far, in bytes.
  var taken: Int { most - left }

  /// Checks for cancellation at once, before and after a long operation.
  ///
  /// - Returns: false if the work must stop.
  func shouldContinueNow() -> Bool { take(work: 1 << 14) }

  /// Throws `problem` if the work must stop.
  func check() throws(DocumentError) { if let problem { throw problem } }
}
