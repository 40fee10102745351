import StrettoImaging

/// The bytes of a font file, and their digest. Fonts at other places on their axes share them.
public final class FontData: @unchecked Sendable {
  /// They lie still for as long as this object lives.
  public let bytes: UnsafeRawBufferPointer
  /// SHA-256, as eight words.
  public let digest: [UInt32]
  /// The file that they were read from; empty if they came otherwise.
  public let path: String
  private let isOwned: Bool

  /// The largest file that is opened.
  public static let limit = 256 << 20

  /// Copies the bytes. Those that are only looked through need no digest.
  public init(copying bytes: UnsafeRawBufferPointer, path: String = "", isHashed: Bool = true) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyMemory(from: bytes)
    self.bytes = UnsafeRawBufferPointer(copy)
    digest = isHashed ? SHA256.digest(bytes) : []
    (self.path, isOwned) = (path, true)
  }

  /// Bytes that live as long as the program, with a digest that is known.
  init(lasting bytes: UnsafeRawBufferPointer, digest: [UInt32]) {
    (self.bytes, self.digest) = (bytes, digest)
    (path, isOwned) = ("", false)
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }
}
