import StrettoGeometry
import StrettoImaging

/// The bytes of a font file, and their digest. Fonts at other places on their axes share them.
public final class FontData: @unchecked Sendable {
  /// They lie still for as long as this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// SHA-256, as eight words; made when it is first asked for, as large fonts take a while.
  public var digest: [UInt32] {
    lock.locked {
      if known.isEmpty { known = SHA256.digest(bytes) }
      return known
    }
  }
  private var known: [UInt32] = []
  private let lock = DigestLock()
  /// The file that they were read from; empty if they came otherwise.
  public let path: String
  private let isOwned: Bool

  /// The largest file that is opened.
  public static let limit = 256 << 20

  /// Copies the bytes.
  public init(copying bytes: UnsafeRawBufferPointer, path: String = "") {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyMemory(from: bytes)
    self.bytes = UnsafeRawBufferPointer(copy)
    (self.path, isOwned) = (path, true)
  }

  /// Bytes that live as long as the program, with a digest that is known.
  init(lasting bytes: UnsafeRawBufferPointer, digest: [UInt32]) {
    self.bytes = bytes
    known = digest
    (path, isOwned) = ("", false)
  }

  /// Whether the bytes are equal.
  func isSame(as other: FontData) -> Bool {
    self === other || bytes.count == other.bytes.count && digest == other.digest
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }
}

/// One at a time. Where there are no threads (a browser) nothing is needed.
private final class DigestLock: @unchecked Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(lock, nil) }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }
  #endif

  func locked<T>(_ body: () -> T) -> T {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return body()
  }
}
