import StrettoGeometry
import StrettoRaster

/// Held by every call while it runs, and by `fork` alone. What Swift makes when it is first used (globals, metadata) is
/// locked meanwhile, and a child in which the thread is missing that makes it would wait for it for ever
/// (docs/decisions/0052).
let calls = ReadWriteLock()

/// Runs what may wait for somebody else, within a call: a function of the caller's, a pipe. `fork` does not wait for it.
func waitingForOthers<T>(_ body: () throws -> T) rethrows -> T {
  calls.unlock()
  defer { calls.lockForReading() }
  return try body()
}

/// Seconds that `fork` waits for calls to end. What a longer frame uses first was made long before.
private let longestWait = 1
/// Whether the `fork` under way, which holds the lock of changes, is alone in the library.
private nonisolated(unsafe) var isAlone = false

/// Makes the library usable in a child of `fork` whatever other threads did: the tables are whole there, and no
/// lock is held by a thread that is not there.
///
/// Calls are waited for, and where one takes too long at least the changes, which are short; what a frame or a question
/// holds is given back in the child.
private let forkHandlers: Void = {
  _ = (calls, changes, partsLock, handles, emojiFinder)
  pthread_atfork(
    {
      let hasWaited = calls.lockForWriting(seconds: longestWait)
      // Not waited for without a break: a waiting writer stops new changes, and one of these may have a lock already that a
      // change under way needs.
      while !changes.lockForWriting(seconds: longestWait) {}
      isAlone = hasWaited
      handles.lockForFork()
      Renderer.lockForFork()
      internedLock.lockForWriting()
      lockThreadsForFork()
    },
    {
      unlockThreadsAfterFork()
      internedLock.unlock()
      Renderer.unlockAfterFork()
      handles.unlockAfterFork()
      if isAlone { calls.unlock() }
      changes.unlock()
    },
    {
      resetThreadsAfterFork()
      internedLock.reset()
      Renderer.resetAfterFork()
      handles.resetAfterFork()
      partsLock.reset()
      changes.reset()
      calls.reset()
    })
}()

#if canImport(Glibc)
  /// Called when the library is loaded: in its first call another thread may fork.
  @section(".init_array") @used
  private let whenLoaded: @convention(c) () -> Void = { _ = forkHandlers }
#endif
