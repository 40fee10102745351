// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import Synchronization

/// Number of times that a scene was cancelled.
final class CancelCount: Sendable {
  let value = Atomic<UInt32>(0)
}

/// Limits of the calls of one thread.
private struct Limits {
  /// Seconds.
  var timeout = Double.infinity
  var flag: UnsafePointer<Int32>?
  /// Bytes; nil for the usual limit of the call.
  var memory: Int?

  private static let key = threadKey { $0?.deallocate() }

  /// Limits of the calling thread. Only threads that have some take memory for them.
  static var ofThisThread: Limits? {
    get { pthread_getspecific(key)?.assumingMemoryBound(to: Limits.self).pointee }
    set {
      pthread_getspecific(key)?.deallocate()
      let memory = newValue.map { limits in
        let memory = UnsafeMutablePointer<Limits>.allocate(capacity: 1)
        memory.initialize(to: limits)
        return UnsafeMutableRawPointer(memory)
      }
      pthread_setspecific(key, memory)
    }
  }

  init(_ limits: stretto_limits) throws {
    try require(
      limits.timeout >= 0,
      .invalid(
        "limits: a timeout of \(limits.timeout) was given; seconds above 0 are allowed, 0 for none")
    )
    (timeout, flag) = (limits.timeout > 0 ? limits.timeout : .infinity, limits.cancel)
    if limits.memory > 0 { memory = limits.memory }
  }
}

/// Tells when a call is to end early. A renderer uses one again and again, so that a steady frame allocates nothing.
final class CallEnd: @unchecked Sendable {
  private var deadline = UInt64.max
  private var flag: UnsafePointer<Int32>?
  private var cancels: CancelCount?
  private var cancelsAtStart: UInt32 = 0
  /// Bytes that the call may take, beside those of its results.
  private(set) var mostMemory = MemoryWatch.usualLimit
  /// Question that loops ask. It must not outlive this object.
  private(set) var cancellation = Cancellation.never

  init() { cancellation = Cancellation { [unowned self] in isReached } }

  /// Begins a call, perhaps on a scene that can be cancelled, perhaps with a timeout of its own in seconds.
  func begin(_ cancels: CancelCount?, timeout own: Double = .infinity) {
    let limits = Limits.ofThisThread
    self.cancels = cancels
    cancelsAtStart = cancels?.value.load(ordering: .relaxed) ?? 0
    flag = limits?.flag
    mostMemory = limits?.memory ?? MemoryWatch.usualLimit
    deadline = .max
    let timeout = min(own, limits?.timeout ?? .infinity)
    // A hundred years or more are for ever.
    if timeout < 3e9 { deadline = now() + UInt64(timeout * 1e9) }
  }

  private var isReached: Bool {
    if let cancels, cancels.value.load(ordering: .relaxed) != cancelsAtStart { return true }
    if let flag, flag.pointee != 0 { return true }
    return deadline != .max && now() >= deadline
  }

  /// Throws if the end is reached before the call has begun.
  func check() throws { if isReached { throw ABIError.cancelled } }

  /// Time of a clock that never goes back, in nanoseconds.
  private func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Limit of the memory that a call of this thread may take while it reads, in bytes; nil for the usual limits.
func memoryLimit() -> Int? { Limits.ofThisThread?.memory }

/// Runs a body that belongs to no scene yet and that the limits of the calling thread may end.
///
/// - Parameter given: end of a call that the body is a part of; nil if the body is the whole call.
func ending<T>(by given: CallEnd? = nil, _ body: (CallEnd) throws -> T) throws -> T {
  if let given { return try body(given) }
  let end = CallEnd()
  end.begin(nil)
  try end.check()
  return try withExtendedLifetime(end) { try body(end) }
}

@c @implementation public func stretto_limits_set(_ limits: In<stretto_limits>) -> Status {
  attempt {
    Limits.ofThisThread = try limits.map {
      try Limits(sized($0, stretto_limits(), "limits", "it must be sizeof(stretto_limits)"))
    }
  }
}

@c @implementation public func stretto_scene_cancel(_ self: Handle) -> Status {
  // The lock of the tree is not taken: the call to be cancelled may hold it, and `fork` may wait for that call.
  attemptBesideFork {
    try pinned(self, Scene.self) { _, pin in
      _ = pin.cancels?.value.wrappingAdd(1, ordering: .relaxed)
    }
  }
}

extension MemoryWatch {
  /// Runs a call, or a part of it, whose memory counts.
  func counting<T>(_ body: () throws -> T) throws -> T {
    let answer = Result { try during(body) }
    if let excess { throw ABIError.limit(excess) }
    return try answer.get()
  }
}
