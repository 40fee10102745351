// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers

/// Limits that a thread has set for its own calls.
struct Limits {
  /// Timeout in seconds.
  var timeout = Double.infinity
  var flag: UnsafePointer<Int32>?
  /// Memory limit in bytes; nil for the default limit of each function.
  var memory: Int?

  private static let key = threadKey { $0?.deallocate() }

  /// Limits of the calling thread. A thread without limits takes no memory.
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

/// Memory limit that the calling thread has set for reading documents and pictures, in bytes; nil for the default limits.
func memoryLimit() -> Int? { Limits.ofThisThread?.memory }

/// Runs a body that works on no existing scene, under the limits of the calling thread.
///
/// - Parameter given: `CallEnd` of the call that contains the body, or nil if the body is the whole call.
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
  // A call that cancels other calls must not take the lock of the tree. The cancelled call may hold the lock of the tree, and
  // `fork` may wait for the cancelled call.
  attemptBesideFork {
    try pinned(self, Scene.self) { _, pin in
      _ = pin.cancels?.value.wrappingAdd(1, ordering: .relaxed)
    }
  }
}

extension MemoryWatch {
  /// Runs a call, or a part of a call, and counts its memory against the limit.
  func counting<T>(_ body: () throws -> T) throws -> T {
    let answer = Result { try withBudget(body) }
    if let excess { throw ABIError.limit(excess) }
    return try answer.get()
  }
}
