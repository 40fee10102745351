/// Bits in the order of deflate: each value from its lowest bit on, into bytes from theirs.
struct BitWriter {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private var bits: UInt64 = 0
  private var filled = 0

  init() {
    capacity = 1 << 12
    memory = .allocate(byteCount: capacity, alignment: 8)
  }

  /// Makes room for so many bytes more.
  mutating func reserve(_ more: Int) {
    guard count + more + 16 > capacity else { return }
    let larger = max(2 * capacity, count + more + 16)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    moved.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    (memory, capacity) = (moved, larger)
  }

  /// Adds the lowest `length` bits. At most 56 come between two calls of `flush`.
  @inline(__always) mutating func put(_ value: UInt64, _ length: Int) {
    bits |= value &<< UInt64(truncatingIfNeeded: filled)
    filled &+= length
  }

  /// Adds a code with its length in the lowest byte.
  @inline(__always) mutating func put(_ code: UInt32) { put(UInt64(code >> 8), Int(code & 255)) }

  /// Moves whole bytes out. There is room for them.
  @inline(__always) mutating func flush() {
    memory.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
    let whole = filled >> 3
    count &+= whole
    bits = bits &>> UInt64(truncatingIfNeeded: whole &* 8)
    filled &= 7
  }

  /// Ends on a whole byte, with a stored block of nothing.
  mutating func align() { putStored(UnsafeBufferPointer(start: nil, count: 0), false) }

  /// Bytes as they are, in blocks of up to 65,535.
  mutating func putStored(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) {
    var start = 0
    repeat {
      let size = min(65_535, bytes.count - start)
      reserve(size + 16)
      let isEnd = isLast && start + size == bytes.count
      put(isEnd ? 1 : 0, 3)
      put(0, (8 - filled % 8) % 8)
      flush()
      put(UInt64(size) | UInt64(size ^ 0xFFFF) << 16, 32)
      flush()
      if let first = bytes.baseAddress {
        (memory + count).copyMemory(from: first + start, byteCount: size)
      }
      count += size
      start += size
    } while start < bytes.count
  }

  /// The bytes, the last filled up with zeros. The writer is not used again.
  mutating func finished() -> [UInt8] {
    put(0, (8 - filled % 8) % 8)
    flush()
    defer { memory.deallocate() }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }
}
