import StrettoImaging

/// Adjacent elements in memory that an arena, an image or a caller of the library owns. A span is valid until the owner grows,
/// shrinks or is freed.
///
/// In builds with assertions, such as the builds of all Swift tests, each access is checked against the bounds of the span. A
/// release build checks no access, and a span then costs as much as a pointer.
struct CheckedSpan<Element: ~Copyable> {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  /// Creates a span of `count` elements that `owner` owns.
  @inline(__always) init(_ owner: UnsafeMutablePointer<Element>, count: Int) {
    assert(count >= 0, "a span has no element")
    (start, self.count) = (owner, count)
  }

  /// True if the `n` elements from index `first` on lie within the span.
  @inline(__always) func holds(_ first: Int, _ n: Int) -> Bool {
    first >= 0 && n >= 0 && first <= count && n <= count - first
  }

  /// Creates a span of `count` elements that `owner` owns and that nobody changes.
  @inline(__always) init(reading owner: UnsafePointer<Element>, count: Int) {
    self.init(UnsafeMutablePointer(mutating: owner), count: count)
  }

  subscript(i: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(holds(i, 1), "no element of the span has this index")
      return UnsafePointer(start + i)
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      assert(holds(i, 1), "no element of the span has this index")
      return start + i
    }
  }

  /// The address of an element, or of the end of the span. Only `Surface` may call `pointer(to:)`.
  @inline(__always) func pointer(to i: Int) -> UnsafeMutablePointer<Element> { (self + i).start }

  /// Span of the elements from index `n` on.
  @inline(__always) static func + (span: CheckedSpan, n: Int) -> CheckedSpan {
    assert(span.holds(n, 0), "the part begins outside the span")
    return CheckedSpan(span.start + n, count: span.count &- n)
  }

  /// The first `n` elements.
  @inline(__always) func first(_ n: Int) -> CheckedSpan {
    assert(holds(0, n), "the span has fewer elements")
    return CheckedSpan(start, count: n)
  }

  /// True if both spans begin at the same address.
  @inline(__always) func isSame(as other: CheckedSpan) -> Bool { start == other.start }

  /// Allocates memory for elements that cannot be copied or must not move. The caller must free the allocated span by
  /// `deallocate`.
  static func allocate(_ count: Int, _ make: () -> Element) -> CheckedSpan {
    let span = CheckedSpan(.allocate(capacity: count), count: count)
    for i in 0..<count { (span.start + i).initialize(to: make()) }
    return span
  }

  func deallocate() {
    start.deinitialize(count: count)
    start.deallocate()
  }
}

extension CheckedSpan: RandomAccessCollection, MutableCollection {
  /// Creates a span of a buffer that is not empty.
  init(_ owner: UnsafeMutableBufferPointer<Element>) {
    self.init(owner.baseAddress.unsafelyUnwrapped, count: owner.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// Sets the first `n` elements of the span.
  @inline(__always) func fill(_ n: Int, with element: Element) {
    assert(holds(0, n), "the span has fewer elements")
    start.initialize(repeating: element, count: n)
  }

  /// Copies the first `n` elements of another span into this span. The other span may overlap this span.
  @inline(__always) func copy(_ n: Int, of other: CheckedSpan) {
    assert(holds(0, n) && other.holds(0, n), "a span has fewer elements")
    UnsafeMutableRawPointer(start).copyMemory(
      from: other.start, byteCount: n &* MemoryLayout<Element>.stride)
  }
}

extension CheckedSpan {
  /// Copies the first `n` elements of a buffer.
  @inline(__always) func copy(_ n: Int, of buffer: UnsafeBufferPointer<Element>) {
    if let start = buffer.baseAddress {
      copy(n, of: CheckedSpan(reading: start, count: buffer.count))
    }
  }
}

extension CheckedSpan where Element: BitwiseCopyable {
  /// Reads a vector, or another plain value, from the memory that begins with element `i`. The memory of the span need not be
  /// aligned to the size of the value.
  @inline(__always) func load<Value: BitwiseCopyable>(_ i: Int, as type: Value.Type) -> Value {
    assert(holds(i, elements(of: type)), "the value lies beyond the span")
    return UnsafeRawPointer(start + i).loadUnaligned(as: type)
  }

  /// Writes a value over the memory that begins with element `i`. The memory of the span need not be aligned to the size of the
  /// value.
  @inline(__always) func store<Value: BitwiseCopyable>(_ value: Value, at i: Int) {
    assert(holds(i, elements(of: Value.self)), "the value lies beyond the span")
    UnsafeMutableRawPointer(start + i).storeBytes(of: value, as: Value.self)
  }

  /// The memory of this span as elements of another type. The span of the other type has as many elements as fit.
  @inline(__always) func bound<Other: BitwiseCopyable>(to type: Other.Type) -> CheckedSpan<Other> {
    let bytes = count &* MemoryLayout<Element>.stride
    return CheckedSpan<Other>(
      UnsafeMutableRawPointer(start).assumingMemoryBound(to: type),
      count: bytes / MemoryLayout<Other>.stride)
  }

  @inline(__always) private func elements<Value>(of: Value.Type) -> Int {
    (MemoryLayout<Value>.size &+ MemoryLayout<Element>.stride &- 1) / MemoryLayout<Element>.stride
  }
}

extension PixelBuffer {
  /// All pixels of the image. The pixels of the image must not be changed.
  var all: CheckedSpan<UInt32> {
    CheckedSpan(start.assumingMemoryBound(to: UInt32.self), count: pixels.count)
  }
}

extension MipLevel {
  /// All pixels of this mipmap level.
  var all: CheckedSpan<UInt32> { CheckedSpan(reading: pixels, count: width * height) }
}

extension Mipmaps {
  /// All mipmap levels.
  var all: CheckedSpan<MipLevel> { CheckedSpan(reading: levels, count: count) }
}
