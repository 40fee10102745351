import StrettoImaging

/// The bytes of a font file, and their digest. Fonts at other places on their axes share them.
public final class FontData: @unchecked Sendable {
  /// They lie still for as long as this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// SHA-256, as eight words.
  public let digest: [UInt32]
  private let isOwned: Bool

  /// The largest file that is opened.
  public static let limit = 256 << 20

  /// Copies the bytes.
  public init(copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyMemory(from: bytes)
    self.bytes = UnsafeRawBufferPointer(copy)
    digest = SHA256.digest(bytes)
    isOwned = true
  }

  /// Bytes that live as long as the program, with a digest that is known.
  init(lasting bytes: UnsafeRawBufferPointer, digest: [UInt32]) {
    (self.bytes, self.digest) = (bytes, digest)
    isOwned = false
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }
}
