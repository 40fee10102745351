#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Purposes that a piece of work takes memory for.
package enum MemoryUse: Int, Sendable {
  /// Letters of one text.
  case text = 1
  /// Shapes and copies of a frame, before they are drawn.
  case displayList
  /// Outlines, pictures and whatever else a frame needs while it is drawn.
  case scratch
}

/// Counts the memory that a piece of work, such as a frame, asks for on whatever threads, and notes whether it got all of it.
///
/// Most of what takes memory could not go on without it, and has no caller that expects an error. It leaves something out
/// instead, and the failure is noted in the watch of its thread. `Cancellation` gives the work up then, and whoever began it
/// asks `hasFailed` in the end. Only what grows looks for the watch, so work that has its memory already pays nothing.
package final class MemoryWatch: @unchecked Sendable {
  /// Bytes that the work may take, about. Memory that is there already counts as soon as the work needs it, so that the answer
  /// does not depend on work before.
  package var limit: Int = MemoryWatch.usualLimit
  package static let usualLimit: Int = 1 << 30

  #if hasFeature(Embedded)
    /// Watch of the work that the calling thread does.
    package nonisolated(unsafe) static var current: MemoryWatch?
    private var failure = 0
    private var taken = 0

    private func mayAllocate() -> Bool { !hasFailed }

    private func count(_ bytes: Int) -> Bool {
      // Integers are short there.
      taken &+= bytes
      return (0...limit).contains(taken)
    }
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

    private let failures = Atomic(0)
    private let bytes = Atomic(0)
    /// Allocations, of all work so far. Tests read it, and set how many of them succeed.
    package let allocations: Atomic<Int> = Atomic(0)
    package var allowed: Int = .max

    /// 0 for none, -1 for an allocation, else what was above the limit.
    private var failure: Int {
      get { failures.load(ordering: .relaxed) }
      set { failures.store(newValue, ordering: .relaxed) }
    }

    private var taken: Int {
      get { bytes.load(ordering: .relaxed) }
      set { bytes.store(newValue, ordering: .relaxed) }
    }

    private func mayAllocate() -> Bool {
      !hasFailed && allocations.add(1, ordering: .relaxed).oldValue < allowed
    }

    private func count(_ more: Int) -> Bool {
      bytes.add(more, ordering: .relaxed).newValue <= limit
    }
  #endif

  package init() {}

  /// Whether an allocation has failed, or was above the limit.
  package var hasFailed: Bool { failure != 0 }

  /// Why the work was given up: what took more than the limit. Nil where that is not why.
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

  /// Runs some work whose memory is watched. Inside of other work of this watch it is a part of that.
  package func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = MemoryWatch.current
    if outer === self { return try work() }
    (MemoryWatch.current, failure, taken) = (self, 0, 0)
    defer { MemoryWatch.current = outer }
    return try work()
  }

  /// Runs some work and lets go of what it took, since that was only needed meanwhile.
  package func meanwhile<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = taken
    defer { taken = before }
    return try work()
  }

  /// Counts memory before it is taken; bytes below 0 are given back. Returns false if the work may not have so much.
  package static func takes(_ bytes: Int, for use: MemoryUse) -> Bool {
    guard let watch = current else { return true }
    if watch.count(bytes) { return true }
    if !watch.hasFailed { watch.failure = use.rawValue }
    return false
  }

  /// Allocates; false if there is no memory. Once an allocation of the work has failed so do all others, since the work is
  /// given up.
  package static func allows(_ allocate: () -> Bool) -> Bool {
    guard let watch = current else { return allocate() }
    if watch.mayAllocate(), allocate() { return true }
    if !watch.hasFailed { watch.failure = -1 }
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

  /// Whether memory was missing in the work that the calling thread does.
  package static var isMemoryMissing: Bool { current?.hasFailed ?? false }
}
