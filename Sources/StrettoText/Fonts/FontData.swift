import StrettoGeometry
import StrettoImaging

/// The bytes of a font file, and their digest. Fonts with different axis values share them.
public final class FontData: @unchecked Sendable {
  /// Bytes of the file, at one address for as long as this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// SHA-256 as eight words, computed on first use, because large fonts take a while.
  public var digest: [UInt32] {
    if let known = lock.ifFree({ known }), !known.isEmpty { return known }
    let made = SHA256.digest(bytes)
    _ = lock.ifFree { known = made }
    return made
  }
  private var known: [UInt32] = []
  private let lock = TextLock()
  /// The path of the file; empty if the bytes came from elsewhere.
  public let path: String
  private let isOwned: Bool

  /// The largest file that is opened.
  public static let limit = 256 << 20

  /// Copies the bytes.
  public convenience init(copying bytes: UnsafeRawBufferPointer, path: String = "") {
    self.init(capacity: bytes.count, path: path) {
      $0.copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Allocates `capacity` bytes, which `fill` writes; it returns how many of them it wrote.
  public init(
    capacity: Int, path: String, fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
    let count = max(0, min(fill(room), capacity))
    bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
    (self.path, isOwned) = (path, true)
  }

  /// Bytes that live as long as the program, with a known digest.
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

/// A lock that nobody waits for, around work that may be done twice. A child of `fork` can therefore go on if another thread held
/// the lock. Without threads (in a browser) it does nothing.
final class TextLock: @unchecked Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(lock, nil) }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }
  #endif

  /// Runs `body`; nil if another thread holds the lock.
  func ifFree<T>(_ body: () -> T) -> T? {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      guard pthread_mutex_trylock(lock) == 0 else { return nil }
      defer { pthread_mutex_unlock(lock) }
    #endif
    return body()
  }
}
