/// How much of its stack a thread has left. Where nothing is known of that (a browser, a stack of the program's own) there
/// is always enough.
public struct StackRoom: Sendable {
  #if canImport(Glibc)
    /// The thread whose stack is known, and where that lies.
    private var thread: pthread_t = 0
    private var stack: Range<UInt> = 0..<0
  #endif

  public init() {}

  /// Whether the calling thread has less than this left.
  @inline(never)
  public mutating func isBelow(_ bytes: UInt) -> Bool {
    #if canImport(Glibc)
      if thread != pthread_self() { (thread, stack) = (pthread_self(), StackRoom.ofThisThread) }
      var place: UInt8 = 0
      let here = withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
      return stack.contains(here) && here - stack.lowerBound < bytes
    #else
      return false
    #endif
  }

  #if canImport(Glibc)
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
  /// The C library's headers show it to those alone who ask for all that is GNU's.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
