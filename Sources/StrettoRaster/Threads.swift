// The only file that knows of threads.
#if canImport(Dispatch) && !hasFeature(Embedded)
  import Dispatch
#endif

/// Runs `work(0)` ... `work(count - 1)`, each on a thread of its own where there are threads, and returns
/// when all are done. One alone runs on the caller's thread.
func inParallel(_ count: Int, _ work: (Int) -> Void) {
  #if canImport(Dispatch) && !hasFeature(Embedded)
    if count > 1 {
      // The callers' parts of the work share nothing that they write.
      nonisolated(unsafe) let work = work
      return DispatchQueue.concurrentPerform(iterations: count) { work($0) }
    }
  #endif
  for i in 0..<count { work(i) }
}
