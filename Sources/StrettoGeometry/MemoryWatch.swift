#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Notes whether a piece of work, such as a frame, got all the memory that it asked for, on whatever threads.
///
/// Most of what takes memory could not go on without it, and has no caller that expects an error. It leaves something out
/// instead, and the failure is noted in the watch of its thread. `Cancellation` gives the work up then, and whoever began it
/// asks `hasFailed` in the end. Only allocations look for the watch, so work that has its memory already pays nothing.
package final class MemoryWatch: @unchecked Sendable {
  #if hasFeature(Embedded)
    /// Watch of the work that the calling thread does.
    package nonisolated(unsafe) static var current: MemoryWatch?

    /// Whether an allocation has failed.
    package private(set) var hasFailed = false

    private func mayAllocate() -> Bool { !hasFailed }
  #else
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// Watch of the work that the calling thread does.
    package static var current: MemoryWatch? {
      get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
      set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }

    private let failed = Atomic(false)
    /// Allocations, of all work so far. Tests read it, and set how many of them succeed.
    package let allocations: Atomic<Int> = Atomic(0)
    package var allowed: Int = .max

    /// Whether an allocation has failed.
    package private(set) var hasFailed: Bool {
      get { failed.load(ordering: .relaxed) }
      set { failed.store(newValue, ordering: .relaxed) }
    }

    private func mayAllocate() -> Bool {
      !hasFailed && allocations.add(1, ordering: .relaxed).oldValue < allowed
    }
  #endif

  package init() {}

  /// Runs some work whose allocations are watched.
  package func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = MemoryWatch.current
    (MemoryWatch.current, hasFailed) = (self, false)
    defer { MemoryWatch.current = outer }
    return try work()
  }

  /// Allocates; false if there is no memory. Once an allocation of the work has failed so do all others, since the work is
  /// given up.
  package static func allows(_ allocate: () -> Bool) -> Bool {
    guard let watch = current else { return allocate() }
    if watch.mayAllocate(), allocate() { return true }
    watch.hasFailed = true
    return false
  }

  /// Whether there is memory for some of Swift's own objects, whose allocation must not fail: 2 MiB.
  package static var hasRoomForObjects: Bool {
    allows {
      #if canImport(Glibc)
        let (size, access) = (2 << 20, PROT_READ | PROT_WRITE)
        let memory = mmap(nil, size, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory != MAP_FAILED && munmap(memory, size) == 0
      #else
        return true
      #endif
    }
  }

  /// Whether an allocation has failed in the work that the calling thread does.
  package static var isMemoryMissing: Bool { current?.hasFailed ?? false }
}
