import StrettoGeometry

/// Makes things on several threads and hands them over in order, on the caller's thread; while there is nothing to hand
/// over, the caller makes some too.
///
/// A thing is made in one of `slots` places, which it holds until it has been taken: thing i in place i % slots. So as
/// many wait at most, however slow the taker is.
///
/// - Parameters:
///   - make: called on any of the threads, 0 ..< `threads`, of which 0 is the caller's; false ends the whole.
///   - take: called on the caller's thread, for 0, 1, ...; false ends the whole.
/// - Returns: whether all were taken. Nothing is being made any more then.
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
  /// Things that are made, wait to be taken, or are still to be begun.
  private final class Line: @unchecked Sendable {
    private let count: Int
    /// The next thing to be begun, and the next to be taken.
    private var next = 0
    private var taken = 0
    /// Whether the item at each place waits for its turn.
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

    /// Work of the calling thread: takes what is made, and makes more while there is nothing to take.
    func takeAll(_ make: (Int, Int) -> Bool, _ take: (Int) -> Bool) {
      pthread_mutex_lock(&lock[0])
      while !isStopped && taken < count {
        let place = taken % waits.count
        if waits[place] {
          let isTaken = outside { take(taken) }
          waits[place] = false
          if isTaken { taken += 1 } else { isStopped = true }
          pthread_cond_broadcast(&changed[0])
        } else if !makeNext(make, 0) {
          pthread_cond_wait(&changed[0], &lock[0])
        }
      }
      pthread_mutex_unlock(&lock[0])
    }

    /// Work of every other thread: makes.
    func makeAll(_ make: (Int, Int) -> Bool, _ thread: Int) {
      pthread_mutex_lock(&lock[0])
      while !isStopped && next < count {
        if !makeNext(make, thread) { pthread_cond_wait(&changed[0], &lock[0]) }
      }
      pthread_mutex_unlock(&lock[0])
    }

    /// Makes a thing if one is left and there is a place for it. The lock is held before and after.
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
