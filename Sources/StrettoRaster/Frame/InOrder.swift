import StrettoGeometry

/// Makes things on several threads and hands them over in order, on the caller's thread. While nothing is ready to be handed
/// over, the caller makes things too.
///
/// Each thing is made in one of `slots` slots, and keeps its slot until it has been taken: thing i is in slot i % slots. So at
/// most `slots` things wait, however slow the taker is.
///
/// - Parameters:
///   - make: Called on any of the threads 0 ..< `threads`; thread 0 is the caller's. False ends the whole call.
///   - take: Called on the caller's thread, for 0, 1, ... False ends the whole call.
/// - Returns: Whether all things were taken. No thread makes anything after the return.
public func inOrder(
  _ count: Int, threads: Int, slots: Int, make: (_ index: Int, _ thread: Int) -> Bool,
  take: (_ index: Int) -> Bool
) -> Bool {
  #if !hasFeature(Embedded)
    let threads = max(1, min(threads, slots, count))
    if threads > 1 {
      let line = Line(count: count, slots: slots)
      inParallel(threads, threads: threads) { _, thread in
        thread == 0 ? line.takeAll(make, take) : line.makeAll(make, thread)
      }
      return line.isDone
    }
  #endif
  for i in 0..<count { if !make(i, 0) || !take(i) { return false } }
  return true
}

#if !hasFeature(Embedded)
  /// Things that were made, wait to be taken, or are still to be begun.
  private final class Line: @unchecked Sendable {
    private let count: Int
    /// Index of the next thing to be begun, and of the next thing to be taken.
    private var next = 0
    private var taken = 0
    /// Whether the thing in each slot waits to be taken.
    private var waits: [Bool]
    private var isStopped = false
    private let lock = CheckedSpan.allocate(1) { pthread_mutex_t() }
    private let changed = CheckedSpan.allocate(1) { pthread_cond_t() }

    init(count: Int, slots: Int) {
      self.count = count
      waits = Array(repeating: false, count: slots)
      pthread_mutex_init(&lock[0], nil)
      pthread_cond_init(&changed[0], nil)
    }

    deinit {
      pthread_cond_destroy(&changed[0])
      pthread_mutex_destroy(&lock[0])
      lock.deallocate()
      changed.deallocate()
    }

    var isDone: Bool { taken == count }

    /// Work of the calling thread: takes things that are ready, and makes things while none is ready.
    func takeAll(_ make: (Int, Int) -> Bool, _ take: (Int) -> Bool) {
      pthread_mutex_lock(&lock[0])
      while !isStopped && taken < count {
        let slot = taken % waits.count
        if waits[slot] {
          let isTaken = outside { take(taken) }
          waits[slot] = false
          if isTaken { taken += 1 } else { isStopped = true }
          pthread_cond_broadcast(&changed[0])
        } else if !makeNext(make, 0) {
          pthread_cond_wait(&changed[0], &lock[0])
        }
      }
      pthread_mutex_unlock(&lock[0])
    }

    /// Work of every other thread: makes things.
    func makeAll(_ make: (Int, Int) -> Bool, _ thread: Int) {
      pthread_mutex_lock(&lock[0])
      while !isStopped && next < count {
        if !makeNext(make, thread) { pthread_cond_wait(&changed[0], &lock[0]) }
      }
      pthread_mutex_unlock(&lock[0])
    }

    /// Makes a thing if one is left and its slot is free. The lock is held before and after the call.
    private func makeNext(_ make: (Int, Int) -> Bool, _ thread: Int) -> Bool {
      guard next < count, next < taken + waits.count else { return false }
      let index = next
      next += 1
      let isMade = outside { make(index, thread) }
      if isMade { waits[index % waits.count] = true } else { isStopped = true }
      pthread_cond_broadcast(&changed[0])
      return true
    }

    private func outside(_ work: () -> Bool) -> Bool {
      pthread_mutex_unlock(&lock[0])
      defer { pthread_mutex_lock(&lock[0]) }
      return work()
    }
  }
#endif
