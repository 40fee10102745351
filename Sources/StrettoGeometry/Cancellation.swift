/// Lets long work be cancelled: it checks regularly whether the result is still wanted, and whether memory was missing
/// (`MemoryWatch`).
///
/// Loops report each step: an item, a copy, an edge, a pixel. No step takes more than about a microsecond. The check itself
/// (flags that other threads set, a deadline) runs once in `interval` steps, so a step costs a subtraction. Longer work checks at
/// once (`shouldContinueNow`). Each thread has its own value, so nothing is shared or locked.
public struct Cancellation {
  /// Steps between two checks: below 1 ms in most loops, and below 20 ms in all.
  private static let interval: Int = 1 << 14

  private let isAskedFor: (() -> Bool)?
  private var left = Cancellation.interval
  /// Whether the work was cancelled. Once true, it stays true.
  public private(set) var isCancelled: Bool = false

  /// Work that is never cancelled.
  public static var never: Cancellation { Cancellation(nil) }

  /// - Parameter isAskedFor: Returns whether the work is to end. It is called on the working threads, possibly on several at
  ///   once.
  public init(_ isAskedFor: (() -> Bool)?) { self.isAskedFor = isAskedFor }

  /// A value for another thread.
  public var another: Cancellation { Cancellation(isAskedFor) }

  /// Counts the steps that follow.
  ///
  /// - Parameter steps: Values below 0 count as 0.
  /// - Returns: Whether to continue. If false, the partial result is useless, and all later calls return false too.
  @inline(__always)
  public mutating func shouldContinue(steps: Int = 1) -> Bool {
    left &-= max(0, min(steps, Cancellation.interval))
    return left > 0 || shouldContinueNow()
  }

  /// Checks at once, before work that takes long.
  @inline(never)
  public mutating func shouldContinueNow() -> Bool {
    if !isCancelled {
      isCancelled = MemoryWatch.isMemoryMissing || isAskedFor?() ?? false
    }
    // After a cancellation every call comes here, so that enclosing loops end at their next step.
    left = isCancelled ? 0 : Cancellation.interval
    return !isCancelled
  }
}

/// The work was cancelled, so its partial result is useless.
public struct Cancelled: Error, Equatable {}

extension Cancellation {
  /// Counts steps, as `shouldContinue` does, for functions that throw.
  @inline(__always)
  public mutating func checkCancelled(steps: Int = 1) throws(Cancelled) {
    if !shouldContinue(steps: steps) { throw Cancelled() }
  }
}

/// The result of work that is never cancelled and whose memory is not limited.
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
      try cancellation.checkCancelled()
      made.append(make(element))
    }
    return made
  }
}
