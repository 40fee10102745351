// Threads.swift is the only file of the library that creates threads.
import StrettoGeometry

/// Runs `work(0)` ... `work(count - 1)`, on several threads if the pool has threads, and returns when all calls are done. If
/// `count` is 1, `work` runs on the caller's thread.
public func inParallel(_ count: Int, _ work: (Int) -> Void) {
  inParallel(count, threads: count) { item, _ in work(item) }
}

/// Runs `count` pieces of work on at most `threads` threads. The closure `work` gets the index of the piece of work, and the
/// index of the thread in 0 ..< `threads`, where thread 0 is the caller's.
///
/// Each thread begins with a share of its own, which is the same share in every frame, so that the memory of a piece of work
/// stays in the caches of one processor. When a thread has finished its share of the work, the thread takes work from the shares
/// of other threads.
func inParallel(_ count: Int, threads: Int, _ work: (_ index: Int, _ thread: Int) -> Void) {
  #if !hasFeature(Embedded)
    let threads = min(count, threads)
    if threads > 1 { return withoutActuallyEscaping(work) { pool.run(count, threads, $0) } }
  #endif
  for i in 0..<count { work(i, 0) }
}

#if !hasFeature(Embedded)
  /// Pool of threads. A thread is started when it is first needed, and is then kept. The thread that calls `inParallel` works
  /// too.
  ///
  /// Stretto has its own pool, and does not use the system's thread pool, because a child of `fork` has none of its parent's
  /// threads and must be able to draw. In a child process, Stretto's thread pool can be reset.
  private final class ThreadPool: @unchecked Sendable {
    /// Work of one call of `inParallel`. A job is stored in the memory of the caller of `inParallel`.
    private struct Job {
      let work: (Int, Int) -> Void
      let memory: MemoryWatch?
      /// Remaining pieces of the share of each thread that may join the job.
      let shares: CheckedSpan<Range<Int>>
      var threads = 0
      var working = 0
      var later: CheckedSpan<Job>?
    }

    private let lock = CheckedSpan.allocate(1) { pthread_mutex_t() }
    private let wake = CheckedSpan.allocate(1) { pthread_cond_t() }
    private let done = CheckedSpan.allocate(1) { pthread_cond_t() }
    /// First element of the linked list of jobs that a thread may still join, from the oldest job to the newest job.
    private var first: CheckedSpan<Job>?
    private let mostThreads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)
    /// For each thread of the pool, the processors that the thread may run on.
    private var affinities: [ThreadAffinity] = []

    init() { reset() }

    func run(_ count: Int, _ threads: Int, _ work: @escaping (Int, Int) -> Void) {
      withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: threads) { shares in
        for thread in 0..<threads {
          let start = count * thread / threads, end = count * (thread + 1) / threads
          shares.initializeElement(at: thread, to: start..<end)
        }
        run(Job(work: work, memory: .current, shares: CheckedSpan(shares)))
      }
    }

    private func run(_ job: Job) {
      var job = job
      let threads = job.shares.count
      withUnsafeMutablePointer(to: &job) {
        let job = CheckedSpan($0, count: 1)
        pthread_mutex_lock(&lock[0])
        append(job)
        while affinities.count < min(threads - 1, mostThreads), startThread() {}
        wakeThreads(threads - 1)
        join(job)
        while job[0].working > 0 { pthread_cond_wait(&done[0], &lock[0]) }
        pthread_mutex_unlock(&lock[0])
      }
    }

    private func wakeThreads(_ count: Int) {
      let here = ThreadAffinity.processor
      for index in affinities.indices { affinities[index].keepAway(from: here) }
      for _ in 0..<count { pthread_cond_signal(&wake[0]) }
      // After the call of `pthread_cond_signal`, every woken thread has been assigned a processor, so the affinities of the
      // threads can be reset.
      for index in affinities.indices { affinities[index].letBack() }
    }

    /// Works on a job until no piece of the job's work is left. The caller of `join` must hold the lock, which is released while
    /// the work runs and is held again when `join` returns.
    private func join(_ job: CheckedSpan<Job>) {
      let thread = job[0].threads
      job[0].threads += 1
      job[0].working += 1
      if job[0].threads == job[0].shares.count { remove(job) }
      while let item = nextIndex(job[0].shares, thread) {
        let work = job[0].work
        pthread_mutex_unlock(&lock[0])
        work(item, thread)
        pthread_mutex_lock(&lock[0])
      }
      if job[0].threads < job[0].shares.count {
        // No piece of the job's work is left, so other threads must not join the job.
        job[0].threads = job[0].shares.count
        remove(job)
      }
      job[0].working -= 1
      if job[0].working == 0 { pthread_cond_broadcast(&done[0]) }
    }

    /// Takes the first piece of work of the thread's share, or the last piece of the largest share; nil if no piece is left.
    private func nextIndex(
      _ shares: CheckedSpan<Range<Int>>, _ thread: Int
    ) -> Int? {
      let own = shares[thread]
      if !own.isEmpty {
        shares[thread] = own.lowerBound + 1..<own.upperBound
        return own.lowerBound
      }
      var richest = thread
      for other in shares.indices where shares[other].count > shares[richest].count {
        richest = other
      }
      let theirs = shares[richest]
      if theirs.isEmpty { return nil }
      shares[richest] = theirs.lowerBound..<theirs.upperBound - 1
      return theirs.upperBound - 1
    }

    private func append(_ job: CheckedSpan<Job>) {
      guard var last = first else { return first = job }
      while let later = last[0].later { last = later }
      last[0].later = job
    }

    private func remove(_ job: CheckedSpan<Job>) {
      if first?.isSame(as: job) ?? false { return first = job[0].later }
      var before = first
      while let open = before, !(open[0].later?.isSame(as: job) ?? false) { before = open[0].later }
      before?[0].later = job[0].later
    }

    /// Starts a thread. Signals are blocked in the new thread, so that the program's own threads receive them.
    private func startThread() -> Bool {
      var (all, before) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      var thread = pthread_t()
      let begin: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        pool.work()
      }
      guard pthread_create(&thread, nil, begin, nil) == 0 else { return false }
      pthread_detach(thread)
      affinities.append(ThreadAffinity(thread))
      return true
    }

    private func work() -> Never {
      pthread_mutex_lock(&lock[0])
      while true {
        if let job = first {
          MemoryWatch.current = job[0].memory
          join(job)
        } else {
          pthread_cond_wait(&wake[0], &lock[0])
        }
      }
    }

    func lockForFork() { pthread_mutex_lock(&lock[0]) }
    func unlockAfterFork() { pthread_mutex_unlock(&lock[0]) }

    /// Resets the pool to no threads and no work.
    func reset() {
      (lock[0], wake[0], done[0]) = (pthread_mutex_t(), pthread_cond_t(), pthread_cond_t())
      pthread_mutex_init(&lock[0], nil)
      pthread_cond_init(&wake[0], nil)
      pthread_cond_init(&done[0], nil)
      (first, affinities) = (nil, [])
    }
  }

  private let pool = ThreadPool()

  /// Prepares the pool for `fork`. The process must call `lockThreadsForFork` before `fork`. After `fork`, the parent must call
  /// `unlockThreadsAfterFork`, and the child must call `resetThreadsAfterFork`.
  public func lockThreadsForFork() { pool.lockForFork() }
  public func unlockThreadsAfterFork() { pool.unlockAfterFork() }
  public func resetThreadsAfterFork() { pool.reset() }
#endif
