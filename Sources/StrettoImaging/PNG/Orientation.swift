/// How the rows of an image file lie in the displayed picture. The raw values are those of EXIF (tag 0x0112 of its first
/// directory).
enum Orientation: UInt16 {
  case upright = 1
  case mirrored, rotated180, flipped
  /// For the cases from `transposed` to `rotated270`, the rows of the file are columns of the displayed picture.
  case transposed, rotated90, transverse, rotated270

  var swapsSides: Bool { rawValue >= Orientation.transposed.rawValue }

  /// Reads the orientation from an EXIF block, such as the eXIf chunk of a PNG file. A block without an orientation gives
  /// `upright`.
  init(exif data: UnsafeRawBufferPointer) {
    self = .upright
    guard data.count >= 8, data[0] == data[1], data[0] == 0x49 || data[0] == 0x4D else { return }
    let isLittle = data[0] == 0x49
    func short(_ offset: Int) -> UInt16? {
      guard offset >= 0, offset + 2 <= data.count else { return nil }
      let (first, second) = (UInt16(data[offset]), UInt16(data[offset + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    func long(_ offset: Int) -> Int? {
      guard let a = short(offset), let b = short(offset + 2) else { return nil }
      return isLittle ? Int(b) << 16 | Int(a) : Int(a) << 16 | Int(b)
    }
    guard short(2) == 42, let start = long(4), let count = short(start) else { return }
    for index in 0..<Int(count) {
      let entry = start + 2 + 12 * index
      guard let tag = short(entry) else { return }
      guard tag == 0x0112 else { continue }
      // The orientation is one number of 16 bits, stored in the directory entry itself.
      guard short(entry + 2) == 3, long(entry + 4) == 1, let value = short(entry + 8) else {
        return
      }
      self = Orientation(rawValue: value) ?? .upright
      return
    }
  }

  /// The index in the displayed picture of the pixel (x, y) of the file, as three numbers: index = start + x * right + y * down.
  func strides(width: Int, height: Int) -> (start: Int, right: Int, down: Int) {
    // The width of the displayed picture in pixels.
    let wide = swapsSides ? height : width
    let (lastX, lastY) = (width - 1, height - 1)
    return switch self {
    case .upright: (0, 1, wide)
    case .mirrored: (lastX, -1, wide)
    case .rotated180: (lastX + lastY * wide, -1, -wide)
    case .flipped: (lastY * wide, 1, -wide)
    case .transposed: (0, wide, 1)
    case .rotated90: (lastY, wide, -1)
    case .transverse: (lastY + lastX * wide, -wide, -1)
    case .rotated270: (lastX * wide, -wide, 1)
    }
  }
}
