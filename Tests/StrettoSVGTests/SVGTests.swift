import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import StrettoSVG
import Testing

@Suite("Display lists as SVG")
struct SVGTests {
  private let options = SVGOptions(
    width: 40, height: 30, background: .clear, scale: 1, threads: 1, hasFilters: true)

  private func text(_ list: DisplayList, _ cancellation: Cancellation = .never) throws -> String {
    String(decoding: try svg(of: list, options, cancellation), as: UTF8.self)
  }

  private func square(_ color: Color = .black, at m: PlaneTransform = .identity) -> Item {
    .draw(Draw(shape: .rect(Rect(0, 0, 10, 10)), paint: .color(color), transform: m))
  }

  /// A display list that shows a square through `depth` nested subpictures. Each subpicture draws `count` copies of the previous
  /// subpicture.
  private func nested(_ depth: Int, _ count: Int) -> DisplayList {
    var list = DisplayList()
    list.items.append(square())
    for _ in 0..<depth {
      let body = list.endSubpicture(from: 0)
      let first = list.copies.count
      for k in 0..<count {
        list.copies.append(Copy(transform: .translation(Double(k), 0)))
      }
      list.items.append(.copies(first: first, count: count, subpicture: body))
    }
    list.close()
    return list
  }

  @Test("write numbers with at most seven digits")
  func numbers() throws {
    for (given, written) in [
      (1.0 / 3, "0.3333333"), (12345.678912, "12345.68"), (-0.5, "-0.5"), (100, "100"), (0, "0"),
      (1e-20, "0"),
    ] {
      var list = DisplayList()
      list.items.append(square(at: .translation(given, 7)))
      list.close()
      let expected = written == "0" ? "translate(0 7)" : "translate(\(written) 7)"
      #expect(try text(list).contains(expected), "\(given)")
    }
  }

  @Test("write a subpicture once, however often it is shown")
  func subpictures() throws {
    let written = try text(nested(3, 8))
    // The innermost subpicture is one square, which is written once for each of the eight copies. Each of the two outer
    // subpictures has eight `<use>` elements.
    #expect(written.components("<rect").count - 1 == 8)
    #expect(written.components("<use").count - 1 == 2 * 8)
  }

  @Test("that are too large are rejected before writing")
  func limits() throws {
    #expect(throws: SVGError.limit(.shapes)) { try text(nested(21, 2)) }
    #expect(throws: Never.self) { try text(nested(19, 2)) }
    // The SVG writer embeds each conic gradient as an image, and rejects a display list with more than 1,024 images.
    var list = DisplayList()
    list.gradients.append(
      Gradient(kind: .conic(center: .zero, angle: 0), stops: [.init(location: 0, color: .black)]))
    for _ in 0...1024 {
      list.items.append(
        .draw(Draw(shape: .rect(Rect(0, 0, 2, 2)), paint: .gradient(0), transform: .identity)))
    }
    list.close()
    #expect(throws: SVGError.limit(.pictures)) { try text(list) }
  }

  @Test("end when they are cancelled")
  func cancelled() {
    var list = DisplayList()
    list.items = (0..<20_000).map { square(at: .translation(Double($0), 0)) }
    #expect(throws: (any Error).self) { try text(list, Cancellation { true }) }
  }

  @Test("with invalid indices and NaN draw nothing")
  func nonsense() throws {
    var list = DisplayList()
    list.items = [
      .draw(
        Draw(shape: .fill(path: 3, rule: .nonZero), paint: .color(.black), transform: .identity)),
      .draw(Draw(shape: .rect(.zero), paint: .gradient(7), transform: .identity)),
      .copies(first: 2, count: 5, subpicture: 4),
      square(at: .translation(.nan, 0)), square(at: .scale(0, 1)),
      .group(Group(opacity: 1, clip: nil, contentEnd: 99, end: 99, hasMask: true)),
    ]
    #expect(!(try text(list).contains("<rect")))
  }

  @Test("trim a path by the length of all its subpaths")
  func trimming() throws {
    var list = DisplayList()
    var path = Path()
    path.move(to: .zero)
    path.line(to: Point(10, 0))
    path.move(to: Point(0, 5))
    path.line(to: Point(30, 5))
    list.paths.append(path)
    var pen = StrokeStyle()
    (pen.start, pen.end) = (0.125, 0.5)
    list.strokes.append(pen)
    list.items.append(
      .draw(Draw(shape: .stroke(path: 0, style: 0), paint: .color(.black), transform: .identity)))
    list.close()
    #expect(try text(list).contains("d=\"M5 0L10 0M0 5L10 5\""))
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    var (parts, rest): ([Substring], Substring) = ([], self[...])
    while let found = rest.firstRange(of: separator) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return parts + [rest]
  }
}

extension Substring {
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
