import StrettoGeometry
import StrettoRaster

/// Lock that every call holds for reading, and `fork` for writing. Swift initializes globals and metadata lazily, under a lock of
/// the runtime. A child process that lacks the initializing thread would wait for the runtime's lock for ever
/// (docs/decisions/c-interface.md).
let calls = ReadWriteLock()

/// Runs a part of a call that may wait for other threads or processes, for example in a callback or on a pipe. A concurrent
/// `fork` does not wait for this part of a call.
func waitingForOthers<T>(_ body: () throws -> T) rethrows -> T {
  calls.unlock()
  defer { calls.lockForReading() }
  return try body()
}

/// Time that `fork` waits for running calls, in seconds. A call that takes longer has already initialized its globals.
private let longestWait = 1
/// True if no call of the library runs during the current `fork`. The lock `changes` guards `isAlone`.
private nonisolated(unsafe) var isAlone = false

/// Handlers of `fork` that keep the library usable in a child process, whatever other threads of the parent do. In the child
/// process, all tables are consistent, and no lock is held by a thread that does not exist in the child process.
///
/// The handlers of `fork` make `fork` wait until the running calls end. If a call takes too long, `fork` waits only for running
/// changes, which are short. The child process frees the locks that frames and other queries hold.
private let forkHandlers: Void = {
  _ = (calls, changes, valueLock, handles, emojiFinder)
  pthread_atfork(
    {
      let hasWaited = calls.lockForWriting(seconds: longestWait)
      // The loop therefore requests the lock repeatedly with a short timeout. A waiting writer blocks new changes, and a blocked
      // change may hold a lock that a running change needs.
      while !changes.lockForWriting(seconds: longestWait) {}
      isAlone = hasWaited
      handles.lock.lockForWriting()
      Renderer.lock.lockForWriting()
      internedLock.lockForWriting()
      lockThreadsForFork()
    },
    {
      unlockThreadsAfterFork()
      internedLock.unlock()
      Renderer.lock.unlock()
      handles.lock.unlock()
      if isAlone { calls.unlock() }
      changes.unlock()
    },
    {
      resetThreadsAfterFork()
      internedLock.reset()
      Renderer.lock.reset()
      handles.resetAfterFork()
      valueLock.reset()
      changes.reset()
      calls.reset()
    })
}()

#if canImport(Glibc)
  /// Installs the handlers when the library is loaded, because another thread may fork during the first call.
  @section(".init_array") @used
  private let whenLoaded: @convention(c) () -> Void = { _ = forkHandlers }
#endif
