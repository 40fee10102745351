#if !hasFeature(Embedded)
  import Synchronization
#endif

/// What a piece of work takes memory for.
package enum MemoryUse: Int, Sendable {
  /// Letters of one text.
  case text = 1
  /// Shapes and copies of a frame, before they are drawn.
  case displayList
  /// Outlines, pictures and whatever else a frame needs while it is drawn.
  case scratch
}

/// Counts the memory that a piece of work, such as a frame, allocates on any thread, and notes failures.
///
/// Most code that allocates cannot go on without memory and has no caller that expects an error. It leaves an element out, and
/// the watch of its thread notes the failure. `Cancellation` then ends the work, and whoever started it checks `hasFailed`. Only
/// code that grows memory looks up the watch, so work that already has its memory pays nothing.
package final class MemoryWatch: @unchecked Sendable {
  /// Approximate limit in bytes. Memory that is already allocated counts as soon as the work needs it, so that the result does
  /// not depend on earlier work.
  package var limit: Int = MemoryWatch.usualLimit
  package static let usualLimit: Int = 1 << 30

  #if hasFeature(Embedded)
    /// The watch of the calling thread's work.
    package nonisolated(unsafe) static var current: MemoryWatch?
    private var failure = 0
    private var taken = 0

    private func mayAllocate() -> Bool { !hasFailed }

    private func count(_ bytes: Int) -> Bool {
      // Integers have 32 bits in WebAssembly.
      taken &+= bytes
      return (0...limit).contains(taken)
    }
  #else
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// The watch of the calling thread's work.
    package static var current: MemoryWatch? {
      get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
      set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }

    private let failures = Atomic(0)
    private let bytes = Atomic(0)
    /// The number of allocations of all work so far. Tests read it, and set how many succeed.
    package let allocations: Atomic<Int> = Atomic(0)
    package var allowed: Int = .max

    /// 0 for none, -1 for a failed allocation, otherwise the use that exceeded the limit.
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

  /// Whether an allocation has failed or exceeded the limit.
  package var hasFailed: Bool { failure != 0 }

  /// What exceeded the limit, in words; nil if nothing did.
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

  /// Runs work under this watch. Nested calls of one watch count together.
  package func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = MemoryWatch.current
    if outer === self { return try work() }
    (MemoryWatch.current, failure, taken) = (self, 0, 0)
    defer { MemoryWatch.current = outer }
    return try work()
  }

  /// Runs work and then releases what it counted, because the memory was only needed meanwhile.
  package func meanwhile<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = taken
    defer { taken = before }
    return try work()
  }

  /// Counts memory before it is allocated. Negative values release memory. Returns false above the limit.
  package static func takes(_ bytes: Int, for use: MemoryUse) -> Bool {
    guard let watch = current else { return true }
    if watch.count(bytes) { return true }
    if !watch.hasFailed { watch.failure = use.rawValue }
    return false
  }

  /// Allocates; false if there is no memory. After one failure all further allocations of the work fail, because it is being
  /// cancelled.
  package static func allows(_ allocate: () -> Bool) -> Bool {
    guard let watch = current else { return allocate() }
    if watch.mayAllocate(), allocate() { return true }
    if !watch.hasFailed { watch.failure = -1 }
    return false
  }

  /// Whether there are 2 MiB for Swift's own objects, whose allocation must not fail.
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

  /// Whether memory was missing in the calling thread's work.
  package static var isMemoryMissing: Bool { current?.hasFailed ?? false }
}
