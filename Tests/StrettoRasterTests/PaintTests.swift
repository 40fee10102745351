import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import Testing

@Suite("Gradients and images") struct PaintTests {
  private func stop(_ location: Double, _ color: Color) -> Gradient.Stop {
    Gradient.Stop(location: location, color: color)
  }

  private func picture(
    _ width: Int, _ height: Int, _ gradient: Gradient, _ transform: PlaneTransform = .identity
  ) -> [[Int]] {
    var list = DisplayList()
    list.gradients = [gradient]
    let area = Shape.rect(Rect(-500, -500, 1000, 1000))
    list.items = [.draw(Draw(shape: area, paint: .gradient(0), transform: transform))]
    return Canvas(width, height).draw(list).map(channels)
  }

  @Test("an axial gradient is linear between its stops, at pixel centres") func axial() {
    let gradient = Gradient(
      kind: .axial(start: Point(10, 0), end: Point(110, 0)),
      stops: [stop(0, Color(1, 0, 0)), stop(1, Color(0, 0, 1))])
    let row = picture(120, 1, gradient)
    for x in 0..<120 {
      let t = ((Double(x) + 0.5 - 10) / 100).clamped(to: 0...1)
      #expect((Double(row[x][0]) - 255 * (1 - t)).magnitude <= 0.51)
      #expect((Double(row[x][2]) - 255 * t).magnitude <= 0.51)
    }
    let column = picture(2, 120, gradient, .rotation(.pi / 2))
    for y in 0..<120 { #expect(zip(column[2 * y], row[y]).allSatisfy { abs($0 - $1) <= 1 }) }
  }

  /// Rounding to 8 bits gives an error of half a level. The product of interpolated colour and alpha is a parabola, whose
  /// approximation adds another sixteenth of a level.
  @Test(
    "colours are interpolated straight, or premultiplied on request",
    arguments: [false, true])
  func straightOrPremultiplied(premultiplied: Bool) {
    let colors = [Color(1, 0.2, 0), Color(0, 0.8, 0, 0), Color(0.3, 0, 1, 0.5)]
    let gradient = Gradient(
      kind: .axial(start: .zero, end: Point(200, 0)),
      stops: [stop(0, colors[0]), stop(0.25, colors[1]), stop(1, colors[2])],
      blendsPremultiplied: premultiplied)
    let row = picture(200, 1, gradient)
    for x in 0..<200 {
      let t = (Double(x) + 0.5) / 200
      let (a, b) = t < 0.25 ? (colors[0], colors[1]) : (colors[1], colors[2])
      let fraction = t < 0.25 ? t * 4 : (t - 0.25) / 0.75
      let (whole, start, end) = (
        a.interpolated(to: b, fraction).premultiplied, a.premultiplied, b.premultiplied
      )
      let blended = zip(start, end).map { $0 + ($1 - $0) * fraction }
      for (given, expected) in zip(row[x], premultiplied ? blended : whole) {
        #expect((Double(given) - 255 * expected).magnitude <= 0.57)
      }
    }
  }

  @Test("a hard edge has the right position") func hardStop() {
    let stops = [stop(0, .white), stop(0.37, .white), stop(0.37, .black), stop(1, .black)]
    let axial = Gradient(kind: .axial(start: .zero, end: Point(1000, 0)), stops: stops)
    let row = picture(1000, 1, axial)
    for x in 0..<1000 { #expect(row[x][0] == (x < 370 ? 255 : 0)) }
    let radial = Gradient(kind: .radial(center: .zero, radiusX: 1000, radiusY: 1000), stops: stops)
    let ray = picture(1000, 1, radial)
    for x in 0..<1000 where abs(x - 370) > 1 { #expect(ray[x][0] == (x < 370 ? 255 : 0)) }
  }

  @Test("a radial gradient grows with the distance from its centre") func radial() {
    let gradient = Gradient(
      kind: .radial(center: Point(40, 30), radiusX: 30, radiusY: 15),
      stops: [stop(0, Color(1, 1, 0)), stop(1, Color(0, 0, 1, 0))], blendsPremultiplied: true)
    let p = picture(80, 60, gradient)
    for y in 0..<60 {
      for x in 0..<80 {
        let t = hypot((Double(x) - 39.5) / 30, (Double(y) - 29.5) / 15).clamped(to: 0...1)
        #expect((Double(p[y * 80 + x][0]) - 255 * (1 - t)).magnitude <= 1.01)
        #expect((Double(p[y * 80 + x][3]) - 255 * (1 - t)).magnitude <= 1.01)
      }
    }
  }

  private func image(
    _ width: Int, _ height: Int, _ seed: UInt64 = 1, alpha: ClosedRange<Double> = 0...1
  ) -> Image {
    var r = LCG(seed)
    let buffer = PixelBuffer(width: width, height: height)
    for i in buffer.pixels.indices {
      let a = r.next(alpha)
      let bytes = [r.next(0...a), r.next(0...a), r.next(0...a), a].map { UInt32($0 * 255) }
      buffer.pixels[i] = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
    }
    return Image(buffer)
  }

  private func draw(
    _ image: Image, _ transform: PlaneTransform, _ width: Int, _ height: Int,
    filter: ImageFilter = .linear, source: Rect? = nil, color: Color = .white,
    background: Color = .clear
  ) -> [UInt32] {
    let whole = Rect(0, 0, Double(image.width), Double(image.height))
    let paint = ImagePaint(image: 0, source: source ?? whole, destination: whole, filter: filter)
    var list = DisplayList()
    list.images = [image]
    list.copies([Copy(transform: transform, color: color)]) {
      let paint = $0.add(paint)
      $0.items.append(.draw(Draw(shape: .rect(whole), paint: paint, transform: .identity)))
    }
    return Canvas(width, height).draw(list, background: background)
  }

  @Test("an image on whole pixels is copied, mirrored or not", arguments: [0...1, 1...1])
  func exact(alpha: ClosedRange<Double>) {
    let (w, h) = (21, 13)
    let picture = image(w, h, alpha: alpha)
    let pixels = Array(picture.pixels.pixels)
    for filter in [ImageFilter.linear, .nearest] {
      #expect(draw(picture, .identity, w, h, filter: filter) == pixels)
      let flipX = draw(picture, .scale(-1, 1) * .translation(Double(w), 0), w, h, filter: filter)
      let flipY = draw(picture, .scale(1, -1) * .translation(0, Double(h)), w, h, filter: filter)
      let turned = draw(
        picture, .rotation(.pi) * .translation(Double(w), Double(h)), w, h, filter: filter)
      for y in 0..<h {
        for x in 0..<w {
          #expect(flipX[y * w + x] == pixels[y * w + w - 1 - x])
          #expect(flipY[y * w + x] == pixels[(h - 1 - y) * w + x])
          #expect(turned[y * w + x] == pixels[(h - 1 - y) * w + w - 1 - x])
        }
      }
    }
    let mirrored = draw(picture, .identity, w, h, source: Rect(Double(w), 0, -Double(w), Double(h)))
    for y in 0..<h { for x in 0..<w { #expect(mirrored[y * w + x] == pixels[y * w + w - 1 - x]) } }
  }

  @Test("nearest repeats pixels, linear blends them, at any scale", arguments: [2.0, 3.0, 0.75])
  func scaled(factor: Double) {
    let (w, h) = (9, 7)
    let picture = image(w, h, 5)
    let pixels = picture.pixels.pixels.map(channels)
    func at(_ x: Int, _ y: Int) -> [Int] {
      pixels[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)]
    }
    let (outW, outH) = (Int(Double(w) * factor), Int(Double(h) * factor))
    let near = draw(picture, .scale(factor, factor), outW, outH, filter: .nearest).map(channels)
    let smooth = draw(picture, .scale(factor, factor), outW, outH).map(channels)
    for y in 0..<outH {
      for x in 0..<outW {
        let (u, v) = ((Double(x) + 0.5) / factor, (Double(y) + 0.5) / factor)
        #expect(near[y * outW + x] == at(Int(u), Int(v)))
        let (u0, v0) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
        let (fx, fy) = (u - 0.5 - u0, v - 0.5 - v0)
        let (i, j) = (Int(u0), Int(v0))
        for k in 0..<4 {
          let upper = Double(at(i, j)[k]) * (1 - fx) + Double(at(i + 1, j)[k]) * fx
          let lower = Double(at(i, j + 1)[k]) * (1 - fx) + Double(at(i + 1, j + 1)[k]) * fx
          let truth = upper * (1 - fy) + lower * fy
          #expect((Double(smooth[y * outW + x][k]) - truth).magnitude <= 2.1)
        }
      }
    }
  }

  @Test("linear minification averages all pixels under a pixel", arguments: [2, 4, 7])
  func shrunk(factor: Int) {
    let side = 6 * factor
    let picture = image(side, side, 8)
    let pixels = picture.pixels.pixels.map(channels)
    let small = draw(picture, .scale(1 / Double(factor), 1 / Double(factor)), 6, 6).map(channels)
    var worst = 0.0
    for y in 0..<6 {
      for x in 0..<6 {
        for k in 0..<4 {
          var sum = 0
          for j in 0..<factor {
            for i in 0..<factor { sum += pixels[(y * factor + j) * side + x * factor + i][k] }
          }
          let mean = Double(sum) / Double(factor * factor)
          worst = max(worst, (Double(small[y * 6 + x][k]) - mean).magnitude)
        }
      }
    }
    #expect(worst <= 1)
  }

  @Test("only the source rectangle is drawn, and its edge pixels are extended") func part() {
    let picture = image(10, 10, 3)
    let p = draw(picture, .identity, 10, 10, source: Rect(4, 4, 1, 1))
    #expect(p.allSatisfy { $0 == picture.pixels.pixels[44] })
  }

  @Test("a copy's colour multiplies an image and a gradient") func tint() {
    let picture = image(8, 8, 9)
    let tinted = draw(picture, .identity, 8, 8, color: Color(1, 0.5, 0, 0.5))
    for i in 0..<64 {
      let (p, q) = (channels(picture.pixels.pixels[i]), channels(tinted[i]))
      for (k, f) in [0.5, 0.25, 0, 0.5].enumerated() {
        #expect((Double(q[k]) - Double(p[k]) * f).magnitude <= 1)
      }
    }
  }
}

extension Color {
  fileprivate var premultiplied: [Double] { [red * alpha, green * alpha, blue * alpha, alpha] }
}
