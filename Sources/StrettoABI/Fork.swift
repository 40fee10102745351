import StrettoGeometry
import StrettoRaster

/// Makes the library usable in a child of `fork` whatever other threads did: the tables are whole there, and no
/// lock is held by a thread that is not there.
///
/// Changes are waited for, as they are short; frames and questions are not. They only read, and what they
/// hold is given back in the child.
let forkHandlers: Void = {
  _ = (changes, partsLock, handles)
  pthread_atfork(
    {
      changes.lockForWriting()
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
      changes.unlock()
    },
    {
      resetThreadsAfterFork()
      internedLock.reset()
      Renderer.resetAfterFork()
      handles.resetAfterFork()
      partsLock.reset()
      changes.reset()
    })
}()
