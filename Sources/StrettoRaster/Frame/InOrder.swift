import StrettoGeometry

/// Makes values 0, 1, ... on several threads and hands the values over in order, on the caller's thread. While no value is ready
/// to be handed over, the thread of the caller makes values too.
///
/// Value i is made in slot i % `slots`, and the slot stays occupied until the value has been taken. So at most `slots` values
/// wait to be taken, even if `take` is slow.
///
/// - Parameters:
///   - make: Makes a value in a slot. `make` is called on any of the threads 0 ..< `threads`, of which thread 0 is the caller's.
///     If `make` returns false, the whole call of `inOrder` ends.
///   - take: Takes value 0, 1, ... in order, and is called on the caller's thread. If `take` returns false, the whole call of
///     `inOrder` ends.
/// - Returns: True if all values were taken. After `inOrder` has returned, no thread calls `make`.
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
  /// State of one call of `inOrder`: which values were made, wait to be taken, or are still to be made.
  private final class Line: @unchecked Sendable {
    private let count: Int
    /// Index of the next value to be made, and index of the next value to be taken.
    private var next = 0
    private var taken = 0
    /// True for each slot whose value waits to be taken.
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

    /// Work of the calling thread, which takes values that are ready, and makes values while none is ready.
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

    /// Work of each thread other than the caller's, which only makes values.
    func makeAll(_ make: (Int, Int) -> Bool, _ thread: Int) {
      pthread_mutex_lock(&lock[0])
      while !isStopped && next < count {
        if !makeNext(make, thread) { pthread_cond_wait(&changed[0], &lock[0]) }
      }
      pthread_mutex_unlock(&lock[0])
    }

    /// Makes a value if a value is left to be made and its slot is free. The caller of `makeNext` must hold the lock, which is
    /// held again when `makeNext` returns.
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
