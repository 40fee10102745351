import StrettoGeometry

#if !hasFeature(Embedded)
  /// Processors on which a thread of the pool may run. The system must not wake a thread of the pool on the processor of the
  /// thread's caller.
  ///
  /// Linux wakes a thread on the processor where the thread last ran or where the thread's waker runs, unless Linux finds an idle
  /// processor. Linux does not search for an idle processor when the processors that share a cache are about 60 % busy, and on a
  /// virtual machine a processor may look idle although other machines use it. If the affinity did not change, two threads that
  /// run on one processor would stay on this processor (docs/decisions/build.md).
  struct ThreadAffinity {
    private let thread: pthread_t
    /// The processors that the thread may run on, one bit for each processor, while the thread is kept away from one processor;
    /// nil at all other times.
    private var allowed: SIMD16<UInt64>?

    init(_ thread: pthread_t) { self.thread = thread }

    /// Number of the processor on which the calling thread runs; below 0 if the processor is unknown.
    static var processor: Int32 {
      #if canImport(Glibc)
        currentProcessor()
      #else
        -1
      #endif
    }

    /// Prevents the system from waking the thread on processor `here`, if the thread may run on another processor.
    mutating func keepAway(from here: Int32) {
      #if canImport(Glibc)
        guard 0..<1024 ~= here else { return }
        var mask = SIMD16<UInt64>()
        guard affinity(of: thread, MemoryLayout.size(ofValue: mask), &mask) == 0 else { return }
        let before = mask
        mask[Int(here) / 64] &= ~(1 << UInt64(here % 64))
        guard mask != SIMD16(),
          setAffinity(of: thread, MemoryLayout.size(ofValue: mask), &mask) == 0
        else { return }
        allowed = before
      #endif
    }

    /// Lets the thread run again on all processors that were allowed before `keepAway`.
    mutating func letBack() {
      #if canImport(Glibc)
        guard var mask = allowed else { return }
        _ = setAffinity(of: thread, MemoryLayout.size(ofValue: mask), &mask)
        allowed = nil
      #endif
    }
  }

  #if canImport(Glibc)
    // The headers of the C library declare `sched_getcpu` and `pthread_getaffinity_np` only if `_GNU_SOURCE` is defined.
    @_silgen_name("sched_getcpu")
    private func currentProcessor() -> Int32

    @_silgen_name("pthread_getaffinity_np")
    private func affinity(
      of thread: pthread_t, _ size: Int, _ mask: UnsafeMutablePointer<SIMD16<UInt64>>
    ) -> Int32

    @_silgen_name("pthread_setaffinity_np")
    private func setAffinity(
      of thread: pthread_t, _ size: Int, _ mask: UnsafePointer<SIMD16<UInt64>>
    ) -> Int32
  #endif
#endif
