import StrettoGeometry

#if !hasFeature(Embedded)
  /// Processors that a thread of the pool may run on, so that it is not woken beside its caller.
  ///
  /// Linux wakes a thread where it was last or where its waker is, unless it finds an idle processor; but it looks for none
  /// when the processors that share a cache are some 60 % busy, and on a virtual machine it takes an idle one for one that
  /// others use. Two threads that are once on one processor would stay there (docs/decisions/build.md).
  struct ThreadPlace {
    private let thread: pthread_t
    /// The processors that the thread may run on, a bit each, while it is kept from one of them; nil at all other times.
    private var allowed: SIMD16<UInt64>?

    init(_ thread: pthread_t) { self.thread = thread }

    /// The calling thread's; below 0 where that is not known.
    static var processor: Int32 {
      #if canImport(Glibc)
        currentProcessor()
      #else
        -1
      #endif
    }

    /// Keeps the thread from being woken on this processor, if it may run on another one.
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

    /// Lets the thread run on all processors that it was allowed before.
    mutating func letBack() {
      #if canImport(Glibc)
        guard var mask = allowed else { return }
        _ = setAffinity(of: thread, MemoryLayout.size(ofValue: mask), &mask)
        allowed = nil
      #endif
    }
  }

  #if canImport(Glibc)
    // The C library's headers show these to those alone who ask for all that is GNU's.
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
