import StrettoGeometry

/// A group that is drawn into a picture of its own.
struct GroupCommand {
  var bounds: PixelRect
  /// Premultiplied colour by which every pixel of the group's picture is multiplied.
  var color: UInt32 = ~0
  var blend: BlendMode
  var clip: Area?
  /// Area of the parts of the shape that are drawn after this group; see `Clip.laterParts`.
  var later: Area?
  var hasMask: Bool = false
  /// True if the group's blend mode acts on the covered part of each pixel, and a second picture holds the coverage of the group.
  var drawsCoverage: Bool = false
  /// True if the picture of the group begins with clear pixels. If the group is not isolated, the picture begins as a copy of the
  /// pixels below the group, and the finished picture replaces the pixels below.
  var isIsolated: Bool = true
  /// Paint of the group's mask, if the mask is one paint that covers the whole picture.
  var mask: DevicePaint?

  /// True if the group's picture is painted over the pixels below the group, or is added to them.
  var isPlain: Bool { isIsolated && (blend == .sourceOver || blend == .additive) }

  /// True if the group only clips its content.
  var onlyClips: Bool {
    clip != nil && later == nil && !hasMask && blend == .sourceOver && color == ~0
  }

  /// Number of bytes that the pictures of the group need in one band. A group has its own picture and at most one more, for the
  /// mask or for the coverage.
  var bytesInBand: Int {
    let pictures = hasMask || drawsCoverage ? 2 : 1
    return 4 * bounds.width * min(bounds.height, Int(bandHeight)) * pictures
  }
}
