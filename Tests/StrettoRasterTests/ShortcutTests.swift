import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster
import Testing

/// A group that consists of one image, or whose mask is one paint, is drawn without an offscreen picture. A second, transparent
/// paint makes the rasteriser draw the group on the general path. The fast path must give the bytes of the general path.
@Suite("Fast paths for groups of one image and masks of one paint") struct ShortcutTests {
  private static let (width, height) = (21, 300)  // three bands
  private let canvas = Canvas(width, height)

  /// The part of a group to which a transparent paint is added.
  private enum Clear: CaseIterable { case content, mask, both }

  private static func image(isOpaque: Bool) -> Image {
    let buffer = PixelBuffer(width: 30, height: 310)
    for i in 0..<30 * 310 {
      let (x, y) = (UInt32(i % 30), UInt32(i / 30))
      let alpha = isOpaque ? 255 : (x * 7 + y) & 255
      let channel = { (v: UInt32) in (v & 255) * alpha / 255 }
      buffer.pixels[i] =
        channel(x * 7 + y) | channel(y * 5) << 8 | channel(x * y) << 16 | alpha << 24
    }
    return Image(buffer)
  }

  private static func shifted(
    image: Int, _ x: Double, _ y: Double, isMirrored: Bool = false
  ) -> ImagePaint {
    let source = Rect(0, isMirrored ? 310 : 0, 30, isMirrored ? -310 : 310)
    return ImagePaint(
      image: image, source: source, destination: Rect(-x, -y, 30, 310), filter: .linear)
  }

  private static func stops(_ alphas: [Double]) -> [Gradient.Stop] {
    alphas.enumerated().map { i, alpha in
      Gradient.Stop(
        location: Double(i) / Double(alphas.count - 1), color: Color(0.3, 0.9, 0.2, alpha))
    }
  }

  private static func axial(_ end: Point, _ alphas: [Double]) -> Gradient {
    Gradient(kind: .axial(start: Point(0, 0), end: end), stops: stops(alphas))
  }

  /// Paints of masks: gradients that are constant along rows, constant and opaque at the start, slanted and radial, a colour, and
  /// an image.
  private static let masks: [Paint] = [
    .gradient(1), .gradient(2), .gradient(3), .gradient(4), .color(Color(1, 0, 0, 0.4)),
    .image(0),
  ]

  private static let resources: DisplayList = {
    var list = DisplayList()
    list.images = [image(isOpaque: true), image(isOpaque: false)]
    list.imagePaints = [shifted(image: 1, 2, 3)]
    list.gradients = [
      Gradient(
        kind: .axial(start: .zero, end: Point(1, 0)), stops: [.init(location: 0, color: .clear)]),
      axial(Point(0, 300), [1, 0]), axial(Point(0, 300), [1, 1, 0.5, 0, 0]),
      axial(Point(21, 200), [0, 1, 0.2]),
      Gradient(
        kind: .radial(center: Point(10, 100), radiusX: 30, radiusY: 170),
        stops: stops([1, 0.2, 0])),
    ]
    return list
  }()

  private func fill(_ list: inout DisplayList, _ paint: Paint, height: Int = height) {
    let rect = Rect(0, 0, Double(ShortcutTests.width), Double(height))
    list.items.append(.draw(Draw(shape: .rect(rect), paint: paint, transform: .identity)))
  }

  private func picture(
    _ image: ImagePaint, _ mask: Paint, clip: Clip?, _ copy: Copy, height: Int, _ clear: Clear?
  ) -> [UInt32] {
    var list = ShortcutTests.resources
    list.copies([copy]) {
      $0.group(clip: clip) {
        let paint = $0.add(image)
        fill(&$0, paint, height: height)
        if clear == .content || clear == .both { fill(&$0, .gradient(0), height: height) }
      } mask: {
        fill(&$0, mask)
        if clear == .mask || clear == .both { fill(&$0, .gradient(0)) }
      }
    }
    return canvas.draw(list, background: Color(0.2, 0.5, 0.7))
  }

  private let round = Clip(
    shape: .roundedRect(Rect(1.5, 2, 17, 280), radius: 8, corners: .all), transform: .identity)

  @Test(
    "give the bytes of the general path",
    arguments: [
      shifted(image: 0, 3, 4), shifted(image: 0, 0, 10, isMirrored: true),
      shifted(image: 1, 5, 0), shifted(image: 1, 2, 3.5),
      // The image paint is shifted beyond the image's edges, where the first and the last row are repeated.
      shifted(image: 0, 1, 200), shifted(image: 0, 1, -40),
    ])
  func masked(image: ImagePaint) {
    let copies = [
      Copy(transform: .identity), Copy(transform: .identity, color: Color(1, 0.5, 1, 0.6)),
      Copy(transform: .identity, color: .white, blend: .additive),
    ]
    for (i, mask) in ShortcutTests.masks.enumerated() {
      for (k, copy) in copies.enumerated() {
        let (clip, height) = ((i + k) % 2 == 0 ? nil : round, k == 0 ? 300 : 200)
        let short = picture(image, mask, clip: clip, copy, height: height, nil)
        for clear in Clear.allCases {
          let isSame = picture(image, mask, clip: clip, copy, height: height, clear) == short
          #expect(isSame, "mask \(i), copy \(k), clear \(clear)")
        }
      }
    }
  }

  @Test(
    "an image that does not fill its clip gives the bytes of the general path",
    arguments: [false, true])
  func clipped(isMirrored: Bool) {
    func picture(hasMore: Bool) -> [UInt32] {
      var list = ShortcutTests.resources
      let image = ShortcutTests.shifted(image: 0, 0, 10, isMirrored: isMirrored)
      list.group(clip: round) {
        let paint = $0.add(image)
        fill(&$0, paint, height: 200)
        if hasMore { fill(&$0, .gradient(0), height: 200) }
      }
      return canvas.draw(list, background: Color(0.2, 0.5, 0.7))
    }
    let isSame = picture(hasMore: false) == picture(hasMore: true)
    #expect(isSame)
  }

  @Test("an opaque gradient hides the backdrop completely") func opaqueGradient() {
    var list = ShortcutTests.resources
    list.gradients = [ShortcutTests.axial(Point(21, 300), [1, 1])]
    fill(&list, .gradient(0))
    let pixels = canvas.draw(list, background: .white)
    let isSame = canvas.draw(list, background: .black) == pixels && canvas.draw(list) == pixels
    #expect(isSame)
  }
}
