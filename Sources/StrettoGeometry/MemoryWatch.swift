#if !hasFeature(Embedded)
  import Synchronization
#endif

/// The purpose for which a computation allocates memory.
package enum MemoryUse: Int, Sendable {
  /// Memory for the letters of a text layer.
  case text = 1
  /// Memory for the shapes and copies of a frame before the frame is drawn.
  case displayList
  /// Memory that the drawing of a frame needs, for example for outlines and pictures.
  case scratch
}

/// Memory of one frame, in bytes.
package struct MemoryNeeds {
  /// Bytes of the buffers that the frame used. Buffers that earlier frames allocated count too.
  package var needed = 0
  /// Bytes that the frame allocated. Buffers that earlier frames allocated do not count.
  package var allocated = 0
}

/// Counts the memory that a computation, such as a frame, allocates on all its threads, and notes failed allocations.
///
/// Most code that allocates memory has no caller that could handle an error. If an allocation fails in code that cannot report an
/// error, the code continues without the element that it wanted to store, and the thread's `MemoryWatch` records the failure.
/// After a failure, `Cancellation` ends the computation, and the caller that started the computation checks `hasFailed`. Only code
/// that allocates memory looks up the `MemoryWatch`, so counting takes no time in a computation whose memory is already allocated.
package final class MemoryWatch: @unchecked Sendable {
  /// Approximate limit of the memory of one computation, in bytes. Memory from earlier computations counts towards the limit too
  /// when a computation reuses the memory, so that success does not depend on earlier computations.
  package var limit: Int = MemoryWatch.usualLimit
  package static let usualLimit: Int = 1 << 30

  #if hasFeature(Embedded)
    /// The memory watch of the computation that runs on the calling thread.
    package nonisolated(unsafe) static var current: MemoryWatch?
    private var failure = 0
    private var used = 0
    private var allocated = 0
    private nonisolated(unsafe) static var frames = 0

    private static func nextFrame() -> Int {
      frames += 1
      return frames
    }

    private func mayAllocate() -> Bool { !hasFailed }

    private func count(_ bytes: Int) -> Bool {
      // The sum of allocated bytes may overflow, because integers have 32 bits in WebAssembly.
      used &+= bytes
      return (0...limit).contains(used)
    }

    private func add(allocated bytes: Int) { allocated &+= bytes }
  #else
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// The memory watch of the computation that runs on the calling thread.
    package static var current: MemoryWatch? {
      get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
      set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }

    private let failures = Atomic(0)
    private let bytes = Atomic(0)
    private let allocatedBytes = Atomic(0)
    private static let frames = Atomic(0)

    private static func nextFrame() -> Int { frames.add(1, ordering: .relaxed).newValue }
    /// The number of allocations so far, over all computations under this memory watch. Tests read the number of allocations, and
    /// set in `allowed` how many allocations succeed.
    package let allocations: Atomic<Int> = Atomic(0)
    package var allowed: Int = .max

    /// The number 0 if no allocation failed, -1 if an allocation failed, or the raw value of the `MemoryUse` that exceeded the
    /// memory limit.
    private var failure: Int {
      get { failures.load(ordering: .relaxed) }
      set { failures.store(newValue, ordering: .relaxed) }
    }

    private var used: Int {
      get { bytes.load(ordering: .relaxed) }
      set { bytes.store(newValue, ordering: .relaxed) }
    }

    private var allocated: Int {
      get { allocatedBytes.load(ordering: .relaxed) }
      set { allocatedBytes.store(newValue, ordering: .relaxed) }
    }

    private func mayAllocate() -> Bool {
      !hasFailed && allocations.add(1, ordering: .relaxed).oldValue < allowed
    }

    private func count(_ more: Int) -> Bool {
      bytes.add(more, ordering: .relaxed).newValue <= limit
    }

    private func add(allocated bytes: Int) { allocatedBytes.add(bytes, ordering: .relaxed) }
  #endif

  package init() {}

  /// Number of the frame that is being drawn under this memory watch. No two frames have the same number.
  private var frameNumber = 0

  /// Number of the frame that is being drawn on the calling thread; 0 if no frame is being drawn.
  package static var frame: Int { current?.frameNumber ?? 0 }

  /// True if an allocation has failed, or the memory limit was exceeded.
  package var hasFailed: Bool { failure != 0 }

  /// A phrase for error messages that names the use of memory that exceeded the memory limit; nil if the limit was not exceeded.
  package var excess: String? {
    let what: String
    switch MemoryUse(rawValue: failure) {
    case nil: return nil
    case .text: what = "the letters of a text"
    case .displayList: what = "the shapes and copies of a frame"
    case .scratch: what = "what a frame needs while it is drawn"
    }
    return "\(what): more than the \(limit) bytes of memory that a call may take"
  }

  /// Runs `work` under this memory watch. Nested calls of `withBudget` for one memory watch share one count.
  package func withBudget<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = MemoryWatch.current
    if outer === self { return try work() }
    (MemoryWatch.current, failure, used) = (self, 0, 0)
    defer { MemoryWatch.current = outer }
    return try work()
  }

  /// Runs `work`, which draws a frame and whose memory is needed only during the call, and then subtracts the memory of `work`
  /// from the count.
  package func temporarily<Failure: Error>(
    _ work: () throws(Failure) -> Void
  ) throws(Failure) -> MemoryNeeds {
    let before = used
    (frameNumber, allocated) = (MemoryWatch.nextFrame(), 0)
    defer { used = before }
    try work()
    return MemoryNeeds(needed: used - before, allocated: allocated)
  }

  /// Counts memory before its allocation, and returns false if the count exceeds the memory limit. A negative number of bytes
  /// counts a release of memory.
  package static func reserve(_ bytes: Int, for use: MemoryUse) -> Bool {
    guard let watch = current else { return true }
    if watch.count(bytes) { return true }
    if !watch.hasFailed { watch.failure = use.rawValue }
    return false
  }

  /// Counts memory that was allocated. A number of bytes below 0 is ignored.
  package static func countAllocation(_ bytes: Int) {
    if bytes > 0 { current?.add(allocated: bytes) }
  }

  /// Calls `allocate`, and returns false if the allocation fails. After one failed allocation, all further allocations of the
  /// computation fail, because the computation is being cancelled.
  package static func allocate(_ allocate: () -> Bool) -> Bool {
    guard let watch = current else { return allocate() }
    if watch.mayAllocate(), allocate() { return true }
    if !watch.hasFailed { watch.failure = -1 }
    return false
  }

  /// True if there are 2 MiB of free memory for Swift's own objects. Swift ends the process if an allocation of its own objects
  /// fails.
  package static var hasMemoryForObjects: Bool {
    allocate {
      #if canImport(Glibc)
        let (size, access) = (2 << 20, PROT_READ | PROT_WRITE)
        let memory = mmap(nil, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory != MAP_FAILED && munmap(memory, size) == 0
      #else
        return true
      #endif
    }
  }

  /// True if the computation on the calling thread ran out of memory.
  package static var isMemoryMissing: Bool { current?.hasFailed ?? false }
}
