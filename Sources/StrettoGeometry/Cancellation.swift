/// Lets long work be cancelled: now and then it asks whether the answer is still wanted, and whether memory was missing
/// (`MemoryWatch`).
///
/// Loops say each step that they take: an item, a copy, an edge, a pixel. None takes more than about a microsecond; the
/// question itself (flags that other threads set, a deadline) is asked once in `interval` steps, so that saying one costs a
/// subtraction. What takes longer asks at once (`goesOnNow`). Each thread has a check of its own. Nothing is shared, and
/// nothing is locked.
public struct Cancellation {
  /// Steps between two looks at the flag: less than a millisecond in most loops, and below 20 in all.
  private static let interval: Int = 1 << 14

  private let isAskedFor: (() -> Bool)?
  private var left = Cancellation.interval
  /// Whether the work is to end. Once it is, it stays so.
  public private(set) var isCancelled: Bool = false

  /// Work that is never cancelled.
  public static var never: Cancellation { Cancellation(nil) }

  /// - Parameter isAskedFor: whether the work is to end; called on the thread that works, maybe on several at once.
  public init(_ isAskedFor: (() -> Bool)?) { self.isAskedFor = isAskedFor }

  /// A check for one more thread.
  public var another: Cancellation { Cancellation(isAskedFor) }

  /// Counts the steps that come next.
  ///
  /// - Parameter steps: below 0 counts as 0.
  /// - Returns: whether to go on. If not, what has been made so far is of no use to anybody, and no later answer is
  ///   another.
  @inline(__always)
  public mutating func goesOn(steps: Int = 1) -> Bool {
    left &-= max(0, min(steps, Cancellation.interval))
    return left > 0 || goesOnNow()
  }

  /// Asks at once, before something that takes long.
  @inline(never)
  public mutating func goesOnNow() -> Bool {
    if !isCancelled {
      isCancelled = MemoryWatch.isMemoryMissing || isAskedFor?() ?? false
    }
    // After a cancellation every check comes here, so that loops around this one end at their next step.
    left = isCancelled ? 0 : Cancellation.interval
    return !isCancelled
  }
}

/// Work was cancelled. What has been made so far is of no use to anybody.
public struct Cancelled: Error, Equatable {}

extension Cancellation {
  /// Counts steps, as `goesOn` does, for functions that throw.
  @inline(__always)
  public mutating func goOn(steps: Int = 1) throws(Cancelled) {
    if !goesOn(steps: steps) { throw Cancelled() }
  }
}

/// Result of work that is never cancelled, and whose memory nobody counts.
public func uncancelled<T>(_ work: (inout Cancellation) throws(Cancelled) -> T) -> T {
  let memory = MemoryWatch.current
  MemoryWatch.current = nil
  defer { MemoryWatch.current = memory }
  var never = Cancellation.never
  do throws(Cancelled) {
    return try work(&never)
  } catch {
    preconditionFailure("nobody has asked for the end")
  }
}

extension Collection {
  /// Maps each element, unless the work is cancelled.
  package func each<T>(
    _ cancellation: inout Cancellation, _ make: (Element) -> T
  ) throws(Cancelled) -> [T] {
    var made: [T] = []
    made.reserveCapacity(count)
    for element in self {
      try cancellation.goOn()
      made.append(make(element))
    }
    return made
  }
}
