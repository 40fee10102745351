import StrettoGeometry
import StrettoImaging

/// The bytes of a font file, and the digest of the bytes. Fonts that differ only in axis values share one `FontData`.
public final class FontData: @unchecked Sendable {
  /// The bytes of the font file, whose address does not change while the `FontData` lives.
  public let bytes: UnsafeRawBufferPointer
  /// The SHA-256 digest of the font file as eight words. The digest of a font file is computed at the first use, because
  /// computing the digest of a large font takes long.
  public var digest: [UInt32] {
    if let known = lock.ifFree({ known }), !known.isEmpty { return known }
    let made = SHA256.digest(bytes)
    _ = lock.ifFree { known = made }
    return made
  }
  private var known: [UInt32] = []
  private let lock = TextLock()
  /// The path of the font file, or "" if the bytes do not come from a file.
  public let path: String
  private let isOwned: Bool

  /// The largest size in bytes of a font file that is opened: 256 MiB.
  public static let limit = 256 << 20

  /// Copies the bytes of a font file.
  public convenience init(copying bytes: UnsafeRawBufferPointer, path: String = "") {
    self.init(capacity: bytes.count, path: path) {
      $0.copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Allocates memory for a font file.
  ///
  /// - Parameters:
  ///   - capacity: The size of the memory in bytes.
  ///   - fill: Writes the bytes of the font file, and returns the number of written bytes.
  public init(
    capacity: Int, path: String, fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
    let count = max(0, min(fill(buffer), capacity))
    bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    (self.path, isOwned) = (path, true)
  }

  /// Uses bytes of a font file that live as long as the program and whose digest is known.
  init(lasting bytes: UnsafeRawBufferPointer, digest: [UInt32]) {
    self.bytes = bytes
    known = digest
    (path, isOwned) = ("", false)
  }

  /// True if this object and `other` have equal bytes.
  func isSame(as other: FontData) -> Bool {
    self === other || bytes.count == other.bytes.count && digest == other.digest
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }
}

/// A lock on which no thread waits, for work that may be done twice.
///
/// A child process after `fork` can continue although another thread of the parent process held the lock. A web page has no
/// threads, so in web pages a `TextLock` does nothing.
final class TextLock: @unchecked Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(lock, nil) }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }
  #endif

  /// Runs `body`, or returns nil if another thread holds the lock.
  func ifFree<T>(_ body: () -> T) -> T? {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      guard pthread_mutex_trylock(lock) == 0 else { return nil }
      defer { pthread_mutex_unlock(lock) }
    #endif
    return body()
  }
}
