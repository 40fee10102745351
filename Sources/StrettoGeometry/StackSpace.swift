/// How much stack a thread has left.
///
/// In a web page, and on a stack that the user's program allocated, the size of the stack is unknown and counts as enough.
public struct StackSpace: Sendable {
  #if canImport(Glibc)
    /// The thread to which the stack bounds in `stack` belong.
    private var thread: pthread_t = 0
    private var stack: Range<UInt> = 0..<0
  #endif

  public init() {}

  /// True if the calling thread has less than `bytes` bytes of stack left.
  @inline(never)
  public mutating func isBelow(_ bytes: UInt) -> Bool {
    #if canImport(Glibc)
      if thread != pthread_self() { (thread, stack) = (pthread_self(), StackSpace.ofThisThread) }
      var local: UInt8 = 0
      let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
      return stack.contains(here) && here - stack.lowerBound < bytes
    #else
      return false
    #endif
  }

  /// Runs `work` to its end on a new thread with a stack of 16 MiB, which is enough for the deepest allowed tree.
  ///
  /// If no thread can be started, `onLargeStack` returns false without running `work`. Only the used part of the new thread's
  /// stack takes memory.
  public static func onLargeStack(_ work: () -> Void) -> Bool {
    #if canImport(Glibc)
      let memory = MemoryWatch.current
      return withoutActuallyEscaping(work) { work in
        startAndJoin {
          MemoryWatch.current = memory
          work()
        }
      }
    #else
      return false
    #endif
  }

  #if canImport(Glibc)
    private static func startAndJoin(_ work: @escaping () -> Void) -> Bool {
      final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
      }
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return false }
      defer { pthread_attr_destroy(&attributes) }
      guard pthread_attr_setstacksize(&attributes, 16 << 20) == 0 else { return false }
      // The new thread blocks all signals, so that the system delivers signals to the user's own threads.
      var (all, before, thread) = (sigset_t(), sigset_t(), pthread_t())
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let begin: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let work = $0 { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run() }
        return nil
      }
      let work = Work(work)
      return withExtendedLifetime(work) {
        let opaque = Unmanaged.passUnretained(work).toOpaque()
        return pthread_create(&thread, &attributes, begin, opaque) == 0
          && pthread_join(thread, nil) == 0
      }
    }

    private static var ofThisThread: Range<UInt> {
      var attributes = pthread_attr_t()
      guard attributesOfThread(pthread_self(), &attributes) == 0 else { return 0..<0 }
      defer { pthread_attr_destroy(&attributes) }
      var (start, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(&attributes, &start, &size) == 0, size > 0 else { return 0..<0 }
      let lowest = UInt(bitPattern: start)
      return lowest..<max(lowest, lowest &+ UInt(size))
    }
  #endif
}

#if canImport(Glibc)
  /// The headers of the C library declare `pthread_getattr_np` only with GNU extensions.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
