#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Cached value that several threads may read and write at the same time.
final class SharedCache<Value: Sendable>: Sendable {
  #if hasFeature(Embedded)
    nonisolated(unsafe) var value: Value?
  #else
    private let lock = Mutex<Value?>(nil)
    var value: Value? {
      get { lock.withLock { $0 } }
      set { lock.withLock { $0 = newValue } }
    }
  #endif

  init() {}
}
