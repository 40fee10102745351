import StrettoGeometry
import StrettoRaster

/// Lock that every call holds for reading while it runs, and `fork` for writing. Swift makes globals and metadata when they are
/// first used, under a lock: a child process that lacks the thread which makes one would wait for it for ever
/// (docs/decisions/c-interface.md).
let calls = ReadWriteLock()

/// Runs a part of a call that may wait for others, such as for a function of the caller's or a pipe. `fork` does not wait for it.
func waitingForOthers<T>(_ body: () throws -> T) rethrows -> T {
  calls.unlock()
  defer { calls.lockForReading() }
  return try body()
}

/// Time that `fork` waits for calls to end, in seconds. A call that takes longer has used its globals long before.
private let longestWait = 1
/// True if no call runs beside the `fork` under way. Guarded by the lock of changes.
private nonisolated(unsafe) var isAlone = false

/// Handlers of `fork` that keep the library usable in a child process, whatever other threads did: tables are whole there, and no
/// lock is held by a thread that does not exist.
///
/// `fork` waits for calls to end; if one takes too long, then at least for changes, which are short. Locks that a frame or a
/// question holds are freed in the child.
private let forkHandlers: Void = {
  _ = (calls, changes, partsLock, handles, emojiFinder)
  pthread_atfork(
    {
      let hasWaited = calls.lockForWriting(seconds: longestWait)
      // The wait is cut into pieces: a waiting writer stops new changes, and one of these may hold a lock that a change under
      // way needs.
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
      partsLock.reset()
      changes.reset()
      calls.reset()
    })
}()

#if canImport(Glibc)
  /// Sets up the handlers when the library is loaded: another thread may fork during the first call.
  @section(".init_array") @used
  private let whenLoaded: @convention(c) () -> Void = { _ = forkHandlers }
#endif
