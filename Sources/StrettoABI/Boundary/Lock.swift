import StrettoGeometry

/// Lock of many readers or one writer, which can be reset after `fork`. Swift has none without Foundation.
final class ReadWriteLock: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    reset()
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  /// Makes the lock free: in a child process the threads that held it do not exist.
  func reset() {
    lock.initialize(to: pthread_rwlock_t())
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    #if canImport(Glibc)
      // glibc lets readers go first by default: a few busy ones would keep a change waiting for long. This kind
      // forbids taking the lock for reading twice in one thread, which nobody here does.
      pthread_rwlockattr_setkind_np(
        &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    #endif
    pthread_rwlock_init(lock, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }

  func lockForReading() { pthread_rwlock_rdlock(lock) }
  func lockForWriting() { pthread_rwlock_wrlock(lock) }
  func unlock() { pthread_rwlock_unlock(lock) }

  /// Takes the lock for writing; false if others hold it for longer than so many seconds.
  func lockForWriting(seconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    return pthread_rwlock_timedwrlock(lock, &end) == 0
  }

  func reading<T>(_ body: () throws -> T) rethrows -> T {
    lockForReading()
    defer { unlock() }
    return try body()
  }

  func writing<T>(_ body: () throws -> T) rethrows -> T {
    lockForWriting()
    defer { unlock() }
    return try body()
  }
}
