import StrettoGeometry
import Synchronization

/// Decides when a call must end early. A renderer reuses its `CallEnd` for every frame, so that a steady frame allocates nothing.
final class CallEnd: @unchecked Sendable {
  private var deadline = UInt64.max
  private var flag: UnsafePointer<Int32>?
  private var cancels: CancelCount?
  private var cancelsAtStart: UInt32 = 0
  /// Memory limit of the call in bytes, not counting the memory of its results.
  private(set) var mostMemory = MemoryWatch.usualLimit
  /// Cancellation check for long loops. The cancellation check must not outlive the `CallEnd`.
  private(set) var cancellation = Cancellation.never

  init() { cancellation = Cancellation { [unowned self] in isReached } }

  /// Starts the clock of a call.
  ///
  /// - Parameters:
  ///   - cancels: cancellation counter of the scene that the call works on, or nil.
  ///   - own: timeout that the call itself asks for, in seconds.
  func begin(_ cancels: CancelCount?, timeout own: Double = .infinity) {
    let limits = Limits.ofThisThread
    self.cancels = cancels
    cancelsAtStart = cancels?.value.load(ordering: .relaxed) ?? 0
    flag = limits?.flag
    mostMemory = limits?.memory ?? MemoryWatch.usualLimit
    deadline = .max
    let timeout = min(own, limits?.timeout ?? .infinity)
    // A timeout of a hundred years or more means no timeout.
    if timeout < 3e9 { deadline = now() + UInt64(timeout * 1e9) }
  }

  private var isReached: Bool {
    if let cancels, cancels.value.load(ordering: .relaxed) != cancelsAtStart { return true }
    if let flag, flag.pointee != 0 { return true }
    return deadline != .max && now() >= deadline
  }

  /// Throws if the call must end before the call has begun to work.
  func check() throws { if isReached { throw ABIError.cancelled } }

  /// Reads the monotonic clock, in nanoseconds.
  private func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
