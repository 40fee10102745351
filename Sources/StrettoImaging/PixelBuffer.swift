import StrettoGeometry

#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Error: the system has no memory for the pixels of a picture.
public struct NoMemory: Error {
  public let width: Int
  public let height: Int
}

/// A picture in memory, in rows from the top without gaps. Each pixel has four bytes: red, green, blue, alpha.
///
/// Colours are in the sRGB encoding with 8 bits per channel, and premultiplied by alpha. The pixels of a picture that layers show
/// must not change.
public final class PixelBuffer: @unchecked Sendable {
  public let width: Int
  public let height: Int
  /// `width * height` pixels. The lowest byte of a `UInt32` is red and the highest byte is alpha.
  public let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Creates a transparent picture. The caller has checked that the product of width and height does not overflow.
  ///
  /// - Throws: `NoMemory` if there is no memory for the pixels.
  public init(ifMemoryFor width: Int, by height: Int) throws(NoMemory) {
    let count = max(0, width) * max(0, height)
    var memory: UnsafeMutablePointer<UInt32>?
    let isThere = MemoryWatch.allocate {
      memory = PixelBuffer.clearMemory(max(1, count))
      return memory != nil
    }
    guard isThere, let memory else { throw NoMemory(width: width, height: height) }
    (self.width, self.height) = (max(0, width), max(0, height))
    start = UnsafeMutableRawPointer(memory)
    pixels = UnsafeMutableBufferPointer(start: memory, count: count)
  }

  /// Creates a transparent picture. The caller has checked that the pixels fit into memory.
  public convenience init(width: Int, height: Int) {
    do throws(NoMemory) {
      try self.init(ifMemoryFor: width, by: height)
    } catch {
      fatalError("no memory for a picture")
    }
  }

  #if canImport(Glibc)
    private static func clearMemory(_ count: Int) -> UnsafeMutablePointer<UInt32>? {
      calloc(count, 4)?.bindMemory(to: UInt32.self, capacity: count)
    }

    deinit { free(start) }
  #else
    private static func clearMemory(_ count: Int) -> UnsafeMutablePointer<UInt32>? {
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
      memory.initialize(repeating: 0, count: count)
      return memory
    }

    deinit { start.deallocate() }
  #endif

  /// The address of the first row, which is valid memory even if the picture has no pixels.
  public let start: UnsafeMutableRawPointer

  /// Whether every pixel is opaque.
  public var isOpaque: Bool { pixels.allSatisfy { $0 >> 24 == 255 } }
}

/// A picture that layers show as their contents. The pixels never change.
public final class Image: @unchecked Sendable {
  public let pixels: PixelBuffer
  /// Whether every pixel is opaque. Opaque images are drawn without blending.
  public let isOpaque: Bool

  public init(_ pixels: PixelBuffer) {
    self.pixels = pixels
    isOpaque = pixels.isOpaque
  }

  public var width: Int { pixels.width }
  public var height: Int { pixels.height }

  // The mipmaps are created at their first use. If two threads create the mipmaps at once, one of the two results is kept.
  #if hasFeature(Embedded)
    private var made: Mipmaps?

    public func mipmaps(_ cancellation: inout Cancellation) throws(NoMemory) -> Mipmaps? {
      if let made { return made }
      made = try Mipmaps(pixels, &cancellation)
      return made
    }
  #else
    private let made = Atomic<UnsafeRawPointer?>(nil)

    /// The image's mipmaps, or nil if the work was cancelled. The mipmaps take a third of the image's memory and live as long as
    /// the image.
    public func mipmaps(_ cancellation: inout Cancellation) throws(NoMemory) -> Mipmaps? {
      if let known = made.load(ordering: .acquiring) {
        return Unmanaged<Mipmaps>.fromOpaque(known).takeUnretainedValue()
      }
      guard let mipmaps = try Mipmaps(pixels, &cancellation) else { return nil }
      let new = Unmanaged.passRetained(mipmaps)
      let (isStored, existing) = made.compareExchange(
        expected: nil, desired: UnsafeRawPointer(new.toOpaque()),
        ordering: .acquiringAndReleasing)
      guard !isStored, let existing else { return mipmaps }
      new.release()
      return Unmanaged<Mipmaps>.fromOpaque(existing).takeUnretainedValue()
    }

    deinit {
      if let known = made.load(ordering: .acquiring) {
        Unmanaged<Mipmaps>.fromOpaque(known).release()
      }
    }
  #endif
}

extension Image: Equatable {
  /// Whether both images are one object. The pixels of the images are not compared.
  public static func == (a: Image, b: Image) -> Bool { a === b }
}
