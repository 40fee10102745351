/// Lets work that may take long be given up: now and then it asks whether the answer is still wanted.
///
/// Whoever works says what each step costs, in units of about a nanosecond; the question itself (a flag that
/// another thread sets, a deadline) is asked only once in `interval` units, so that saying it costs a
/// subtraction. Each thread has a check of its own. Nothing is shared, and nothing is locked.
public struct Cancellation {
  /// Units of work between two questions: some tenths of a millisecond.
  public static let interval: Int = 1 << 18

  /// The most that one step counts, a quarter of a second: sums of two fit into 32 bits.
  private static let mostUnits: Int = 1 << 28

  private let isAskedFor: (() -> Bool)?
  private var left = Cancellation.interval
  /// Whether the work is to end. Once it is, it stays so.
  public private(set) var isCancelled: Bool = false

  /// Nobody gives this work up.
  public static var never: Cancellation { Cancellation(nil) }

  /// - Parameter isAskedFor: whether the work is to end; called on the thread that works, maybe on several at once.
  public init(_ isAskedFor: (() -> Bool)?) { self.isAskedFor = isAskedFor }

  /// A check for one more thread.
  public var another: Cancellation { Cancellation(isAskedFor) }

  /// Counts some work.
  ///
  /// - Parameter units: about the nanoseconds that the next step takes; below 0 counts as 0.
  /// - Returns: whether to go on. If not, what has been made so far is of no use to anybody, and no later answer is
  ///   another.
  @inline(__always)
  public mutating func goesOn(after units: Int) -> Bool {
    left &-= max(0, min(units, Cancellation.mostUnits))
    return left > 0 || asks()
  }

  @inline(never)
  private mutating func asks() -> Bool {
    if !isCancelled, let isAskedFor { isCancelled = isAskedFor() }
    // Whoever asks within something that asks is told too, and at once.
    left = isCancelled ? 0 : Cancellation.interval
    return !isCancelled
  }
}

/// Some work was given up. What has been made so far is of no use to anybody.
public struct Cancelled: Error, Equatable {}

extension Cancellation {
  /// Counts some work, as `goesOn` does, for functions that throw.
  @inline(__always)
  public mutating func goOn(after units: Int) throws(Cancelled) {
    if !goesOn(after: units) { throw Cancelled() }
  }
}

/// What work gives that nobody gives up.
public func uncancelled<T>(_ work: (inout Cancellation) throws(Cancelled) -> T) -> T {
  var never = Cancellation.never
  do throws(Cancelled) {
    return try work(&never)
  } catch {
    preconditionFailure("nobody has asked for the end")
  }
}

extension Collection {
  /// What is made of each element, unless it is given up: some nanoseconds for each.
  package func each<T>(
    _ cancellation: inout Cancellation, _ make: (Element) -> T
  ) throws(Cancelled) -> [T] {
    var made: [T] = []
    made.reserveCapacity(count)
    for element in self {
      try cancellation.goOn(after: 8)
      made.append(make(element))
    }
    return made
  }
}
