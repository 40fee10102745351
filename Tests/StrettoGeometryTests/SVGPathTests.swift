import StrettoGeometry
import StrettoTestSupport
import Testing

/// Returns the path that the closure `draw` builds, which is the expected value of a parsed SVG path.
private func drawn(_ draw: (inout Path) -> Void) -> Path {
  var path = Path()
  draw(&path)
  return path
}

private func p(_ x: Double, _ y: Double) -> Point { Point(x, y) }

/// End points of the elements of an SVG path, with nil for each close command.
private func corners(_ svg: String) throws -> [Point?] {
  try Path(svg: svg).elements.map(\.end)
}

@Suite("SVG path data")
struct SVGPathTests {
  @Test("of every command draws the command's segments")
  func everyCommand() throws {
    let path = try Path(svg: "M1 2L3 4H5V6C7 8 9 10 11 12S13 14 15 16Q17 18 19 20T21 22Z")
    let expected = drawn {
      $0.move(to: p(1, 2))
      $0.line(to: p(3, 4))
      $0.line(to: p(5, 4))
      $0.line(to: p(5, 6))
      $0.curve(to: p(11, 12), control1: p(7, 8), control2: p(9, 10))
      $0.curve(to: p(15, 16), control1: p(13, 14), control2: p(13, 14))
      $0.quad(to: p(19, 20), control: p(17, 18))
      $0.quad(to: p(21, 22), control: p(21, 22))
      $0.close()
    }
    #expect(path == expected)
  }

  @Test("in lower-case letters is relative to the current point")
  func relative() throws {
    let path = try Path(svg: "m1 2l3 4h5v6c1 2 3 4 5 6s1 2 3 4q1 2 3 4t5 6zl1 1")
    let expected = drawn {
      $0.move(to: p(1, 2))
      $0.line(to: p(4, 6))
      $0.line(to: p(9, 6))
      $0.line(to: p(9, 12))
      $0.curve(to: p(14, 18), control1: p(10, 14), control2: p(12, 16))
      $0.curve(to: p(17, 22), control1: p(16, 20), control2: p(15, 20))
      $0.quad(to: p(20, 26), control: p(18, 24))
      $0.quad(to: p(25, 32), control: p(22, 28))
      $0.close()
      $0.line(to: p(2, 3))
    }
    #expect(path == expected)
  }

  @Test("reflects a control point only after a curve of the same kind")
  func mirrors() throws {
    #expect(
      try Path(svg: "M0 0Q1 1 2 0S3 3 4 0").elements.last == .curve(p(2, 0), p(3, 3), p(4, 0)))
    #expect(try Path(svg: "M0 0C1 1 1 1 2 0T4 0").elements.last == .quad(p(2, 0), p(4, 0)))
    #expect(try Path(svg: "M0 0Q1 1 2 0T4 0T6 0").elements.last == .quad(p(5, 1), p(6, 0)))
    #expect(try Path(svg: "M0 0T2 2T4 0").elements.last == .quad(p(4, 4), p(4, 0)))
  }

  @Test("repeats a command for further arguments, and a move as lines")
  func repeats() throws {
    #expect(try Path(svg: "M0 0 1 1 2 0z") == Path(svg: "M0 0L1 1L2 0Z"))
    #expect(try Path(svg: "m1 1 1 1 1-1") == Path(svg: "M1 1L2 2L3 1"))
    #expect(try Path(svg: "M0 0h1 2,3") == Path(svg: "M0 0H1H3H6"))
    #expect(
      try Path(svg: "M0 0c1 1 1 1 2 0 1 1 1 1 2 0")
        == Path(svg: "M0 0C1 1 1 1 2 0C3 1 3 1 4 0"))
  }

  @Test(
    "splits adjacent numbers without separators",
    arguments: [
      "M.5.5-1-1", "M0.5,0.5L-1,-1", "  M .5 .5 \n\t-1 -1  ", "M+.5+.5-1e0-1", "M5e-1.5-1-1",
      "M5E-1 ,.5 , -1.0,-1.", "M.5.5-.1e1-10e-1", "M0000.5.50-1-1\u{C}",
    ])
  func numbers(svg: String) throws {
    #expect(try corners(svg) == [p(0.5, 0.5), p(-1, -1)])
  }

  @Test("continues at the start of the subpath after a close")
  func afterClose() throws {
    #expect(
      try corners("M1 1h1v1zh5Zm2 2l1 0")
        == [p(1, 1), p(2, 1), p(2, 2), nil, p(1, 1), p(6, 1), nil, p(3, 3), p(4, 3)])
  }

  @Test("that is empty is an empty path", arguments: ["", " ", "\n\t "])
  func empty(svg: String) throws {
    #expect(try Path(svg: svg).isEmpty)
  }

  @Test(
    "that is invalid gives an error with the position",
    arguments: [
      ("L1 1", SVGPathError.Reason.expectedMove, 0), ("z", .expectedMove, 0),
      (" 1 1", .expectedMove, 1), ("M", .expectedNumber, 1), ("M1", .expectedNumber, 2),
      ("M1,", .expectedNumber, 3), ("M,1 1", .expectedNumber, 1), ("M1 1,", .expectedNumber, 5),
      ("M1 1,L2 2", .expectedNumber, 5), ("M1,,1", .expectedNumber, 3),
      ("M1 1 2", .expectedNumber, 6), ("M1 1X", .expectedCommand, 4),
      ("M1 1Z1 1", .expectedCommand, 5), ("M1 1L+", .expectedNumber, 5),
      ("M1 1L.", .expectedNumber, 5), ("M1 1L--1 1", .expectedNumber, 5),
      ("M1e 1", .expectedNumber, 2), ("M1 1e", .expectedCommand, 4),
      ("M1 1 L 0x10 1", .expectedNumber, 8), ("M1 1 Lnan 1", .expectedNumber, 6),
      ("M1 1a1 1 0 2 0 3 3", .expectedFlag, 11), ("M1 1a1 1 0 1", .expectedFlag, 12),
      ("M1 1a1 1 0 1.0 0 3 3", .expectedFlag, 12), ("M1 1 L1e400 1", .outOfRange, 6),
      ("M1e308 0l1e308 0", .outOfRange, 9), ("M0 0Q1e308 0 -1e308 0T0 0", .outOfRange, 22),
      ("M0 0\u{E9}", .expectedCommand, 4),
    ])
  func wrong(svg: String, reason: SVGPathError.Reason, offset: Int) {
    let error = #expect(throws: SVGPathError.self) { try Path(svg: svg) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test("that is truncated, shuffled or random gives a path of finite points or an error")
  func noise() {
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, \n#".unicodeScalars)
    var random = Pseudorandom(seed: 3)
    for _ in 0..<20_000 {
      var svg = "M0 0"
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        svg.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "0")
      }
      guard let path = try? Path(svg: svg) else { continue }
      let ends = path.elements.compactMap(\.end)
      #expect(ends.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "\(svg)")
    }
  }
}

@Suite("Numbers in SVG path data")
struct SVGNumberTests {
  private func read(_ text: String) throws -> Double {
    try #require(try Path(svg: "M\(text) 0").elements.first?.end).x
  }

  @Test("that print a double parse to an equal double")
  func comeBack() throws {
    var random = Pseudorandom(seed: 4)
    for round in 0..<20_000 {
      let number =
        Double.random(in: -1...1, using: &random) * [1, 1e-3, 100, 65536, 1e9][round % 5]
      #expect(try read("\(number)") == number)
    }
  }

  @Test("of any size are within a few units in the last place")
  func anySize() throws {
    var random = Pseudorandom(seed: 5)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
      #expect(abs(try read("\(number)") - number) <= 10 * number.ulp)
    }
  }

  @Test(
    "in unusual forms are parsed as the standard library parses them",
    arguments: [
      "0", "-0.0", "123456789012345678901234567890", "0.000000000000000000000000000001",
      "9007199254740993", "9007199254740993.00000000000000000001", "1e22", "1e23", "4.35",
      "0.1e-6", "00012.50", "2.2250738585072014e-308", "1e-400", "0e999999999999999999",
      "0.30000000000000004", "1e-99999999999999999999999", "179769313486231570e291",
    ])
  func oddForms(text: String) throws {
    let expected = try #require(Double(text))
    #expect(abs(try read(text) - expected) <= expected.ulp)
  }
}

@Suite("Arcs in SVG path data")
struct SVGArcTests {
  @Test("need no separators between their flags")
  func flags() throws {
    let plain = try Path(svg: "M0 0 a 5 3 20 1 0 8 8 a 5 3 20 0 1 8 8")
    #expect(try Path(svg: "M0 0a5 3 20 108 8 5 3 20 018 8") == plain)
    #expect(try Path(svg: "M0 0a5,3,20,1,0,8,8,5,3,20,0,1,8,8") == plain)
  }

  @Test("without a radius are lines, between equal points nothing")
  func degenerate() throws {
    #expect(try Path(svg: "M1 1A0 5 0 0 1 9 9") == Path(svg: "M1 1L9 9"))
    #expect(try Path(svg: "M1 1A5 0 0 0 1 9 9") == Path(svg: "M1 1L9 9"))
    #expect(try Path(svg: "M1 1A5 5 0 0 1 1 1") == Path(svg: "M1 1"))
    #expect(try Path(svg: "M1 1A-5 -5 0 0 1 4 2") == Path(svg: "M1 1A5 5 0 0 1 4 2"))
  }

  @Test("with too small radii are scaled to half an ellipse")
  func grow() throws {
    let path = try Path(svg: "M0 0A1 .5 0 0 1 10 0")
    let box = try #require(points(of: path).map(\.y).min())
    #expect(abs(box + 2.5) < 1e-5)
    #expect(path.elements.last?.end == p(10, 0))
  }

  /// Arcs are made from a centre and two angles, and written as SVG's end point parametrisation.
  @Test("follow the ellipse of which they are a part", arguments: 0..<500)
  func follow(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    func pick(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let center = p(pick(-50...50), pick(-50...50))
    let (rx, ry) = (pick(0.1...40), pick(0.1...40))
    let degrees = pick(-400...400)
    let (from, turn) = (pick(-7...7), pick(-6.2...6.2))
    let (c, s) = (cos(degrees / 180 * .pi), sin(degrees / 180 * .pi))
    func place(_ angle: Double) -> Point {
      let (x, y) = (rx * cos(angle), ry * sin(angle))
      return p(center.x + x * c - y * s, center.y + x * s + y * c)
    }
    let (start, end) = (place(from), place(from + turn))
    let flags = "\(abs(turn) > .pi ? 1 : 0) \(turn > 0 ? 1 : 0)"
    let path = try Path(
      svg: "M\(start.x) \(start.y)A\(rx) \(ry) \(degrees) \(flags) \(end.x) \(end.y)")

    let tolerance = 1e-6 * max(rx, ry)
    let all = points(of: path)
    for (index, point) in all.enumerated() {
      let expected = place(from + turn * Double(index) / Double(all.count - 1))
      // A Bézier approximation of an arc does not move at constant speed, so points are compared exactly only by their distance
      // from the ellipse.
      #expect(point.distance(to: expected) < 2e-3 * max(rx, ry))
      let (dx, dy) = (point.x - center.x, point.y - center.y)
      let unit = hypot((dx * c + dy * s) / rx, (dy * c - dx * s) / ry)
      #expect(abs(unit - 1) < 1e-6)
    }
    #expect(all.last.map { $0.distance(to: end) < tolerance } ?? false)
  }

  @Test(
    "of any size have finite points or give an error",
    arguments: [
      "1e300 1e300 0 0 1 1 1", "1e-300 1e-300 0 1 1 1e300 1", "1e-320 1e-320 7 1 1 1e300 1e300",
      "1e308 1e-308 45 1 0 3 4", "1 1 1e300 0 1 1e-320 0", "1e308 1e308 30 1 1 1e308 1e308",
    ])
  func anySize(arguments: String) {
    guard let path = try? Path(svg: "M0 0A\(arguments)") else { return }
    for element in path.elements {
      guard let end = element.end else { continue }
      #expect(end.x.isFinite && end.y.isFinite)
    }
  }

  /// The start of the path, and sixteen points on each of its curves, in order.
  private func points(of path: Path) -> [Point] {
    var result: [Point] = []
    for element in path.elements {
      guard case .curve(let c1, let c2, let end) = element, let start = result.last else {
        result.append(element.end ?? .zero)
        continue
      }
      for step in 1...16 {
        let t = Double(step) / 16
        let (a, b, c) = (
          start.interpolated(to: c1, t), c1.interpolated(to: c2, t), c2.interpolated(to: end, t)
        )
        result.append(
          a.interpolated(to: b, t).interpolated(to: b.interpolated(to: c, t), t))
      }
    }
    return result
  }
}
