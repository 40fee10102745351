import StrettoGeometry

/// Reader-writer lock that can be reset after `fork`. Swift without Foundation has no reader-writer lock.
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

  /// Makes the lock free. A child process resets its locks, because the threads that held them do not exist in the child process.
  func reset() {
    lock.initialize(to: pthread_rwlock_t())
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    #if canImport(Glibc)
      // By default, glibc prefers readers, so that a few busy readers could delay a writer for a long time. This kind of lock
      // prefers writers and forbids recursive read locks. Stretto takes no read lock recursively.
      pthread_rwlockattr_setkind_np(
        &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    #endif
    pthread_rwlock_init(lock, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }

  func lockForReading() { pthread_rwlock_rdlock(lock) }
  func lockForWriting() { pthread_rwlock_wrlock(lock) }
  func unlock() { pthread_rwlock_unlock(lock) }

  /// Takes the lock for writing, or returns false if other threads still hold the lock after `seconds` seconds.
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
