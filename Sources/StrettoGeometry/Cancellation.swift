/// A handle through which a long computation checks whether its caller has cancelled the work.
///
/// Loops count each iteration (an item, a copy, an edge, a pixel) with `shouldContinue`. No counted iteration may take more than
/// about a microsecond. The check for a cancellation reads flags that other threads set, or compares the clock with a deadline.
/// The check for a cancellation runs once in `interval` iterations, so that counting an iteration costs only a subtraction. Code
/// that does more than about a microsecond of work calls `shouldContinueNow`, which checks for a cancellation without counting.
/// Work that runs out of memory (`MemoryWatch`) is cancelled too. Each thread has its own `Cancellation`, so that threads share
/// no counter and no lock.
public struct Cancellation {
  /// Number of iterations between two checks for a cancellation. In most loops, the checks for a cancellation are less than 1 ms
  /// apart, and in all loops less than 20 ms.
  private static let interval: Int = 1 << 14

  private let isRequested: (() -> Bool)?
  private var left = Cancellation.interval
  /// True if the work was cancelled. Once true, `isCancelled` never becomes false again.
  public private(set) var isCancelled: Bool = false

  /// A `Cancellation` for work that is never cancelled.
  public static var never: Cancellation { Cancellation(nil) }

  /// Creates the `Cancellation` of one thread.
  ///
  /// - Parameter isRequested: Returns true if the work is to be cancelled. The closure `isRequested` is called on the working
  ///   threads, possibly on several threads at once.
  public init(_ isRequested: (() -> Bool)?) { self.isRequested = isRequested }

  /// A new `Cancellation` of the same work, for another thread.
  public var forAnotherThread: Cancellation { Cancellation(isRequested) }

  /// Cancels the work on one thread.
  package mutating func cancel() { (isCancelled, left) = (true, 0) }

  /// Counts iterations of a loop before the loop executes them, and checks for a cancellation.
  ///
  /// - Parameter work: Number of iterations to count. A negative number of iterations counts as 0.
  /// - Returns: True if the work continues. After `shouldContinue` has returned false, all later calls return false too, and the
  ///   caller discards the partial result.
  @inline(__always)
  public mutating func shouldContinue(work: Int = 1) -> Bool {
    left &-= max(0, min(work, Cancellation.interval))
    return left > 0 || shouldContinueNow()
  }

  /// Checks for a cancellation without counting, before code that takes long.
  @inline(never)
  public mutating func shouldContinueNow() -> Bool {
    if !isCancelled {
      isCancelled = MemoryWatch.isMemoryMissing || isRequested?() ?? false
    }
    // After a cancellation every call of `shouldContinue` checks again, so that the enclosing loops end at their next iteration.
    left = isCancelled ? 0 : Cancellation.interval
    return !isCancelled
  }
}

/// Error that ends a cancelled computation. The partial result of the computation is discarded.
public struct Cancelled: Error, Equatable {}

extension Cancellation {
  /// Counts iterations like `shouldContinue`, and throws `Cancelled` if the work was cancelled.
  @inline(__always)
  public mutating func checkCancelled(work: Int = 1) throws(Cancelled) {
    if !shouldContinue(work: work) { throw Cancelled() }
  }
}

/// Returns the result of `work`, which is never cancelled and has no memory limit.
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
  /// Maps each element of the collection, and throws `Cancelled` if the work was cancelled.
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
