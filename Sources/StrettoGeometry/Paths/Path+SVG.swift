/// An error in SVG path data.
public struct SVGPathError: Error, Equatable, Sendable {
  public enum Reason: UInt8, Sendable {
    /// The path data does not begin with a move (M or m).
    case expectedMove
    /// A command letter, or the end of the path data, was expected.
    case expectedCommand
    /// A number was expected in the path data.
    case expectedNumber
    /// A flag of an arc command is neither 0 nor 1.
    case expectedFlag
    /// A number in the path data, or the sum of numbers for a relative point, is too large for a double.
    case outOfRange
    case tooManyElements
    /// The caller cancelled the work.
    case cancelled
  }

  public var reason: Reason
  /// The position of the error, in bytes from the start of the UTF-8 path data.
  public var offset: Int
}

extension Path {
  /// Parses SVG path data, such as `"M0 0h10v10z"`.
  ///
  /// The parser reads all commands of SVG 1.1 in all short forms. Empty path data gives an empty path. Arc commands become
  /// curves, as `arc` describes. Invalid path data raises an error, whereas SVG viewers draw the path up to the error (our
  /// choice). Source of the grammar: SVG 2, section 9.3.
  ///
  /// - Parameters:
  ///   - svg: The SVG path data.
  ///   - mostElements: The largest allowed number of path elements. Path data with more than `mostElements` elements raises an
  ///     error.
  public init(
    svg: String, upTo mostElements: Int = .max, _ cancellation: Cancellation = .never
  ) throws(SVGPathError) {
    var reader = SVGPathReader(svg, mostElements, cancellation)
    try reader.readAll()
    self = reader.path
  }
}

private struct SVGPathReader {
  private(set) var path: Path = Path()
  private var scanner: SVGScanner
  private var pen: Point = .zero
  private var subpathStart: Point = .zero
  /// The last control point if the previous command was a cubic curve. The S command of SVG reflects this control point.
  private var cubicControl: Point?
  private var quadControl: Point?
  /// The numbers that follow the letter of the SVG command that is being read.
  private var numbers: [Double] = []

  private let mostElements: Int
  private var cancellation: Cancellation

  init(_ text: String, _ mostElements: Int, _ cancellation: Cancellation) {
    (scanner, self.mostElements, self.cancellation) = (SVGScanner(text), mostElements, cancellation)
  }

  mutating func readAll() throws(SVGPathError) {
    scanner.skipSpace()
    while let letter = scanner.next {
      // Setting bit 5 of a letter makes the letter lower case. Lower-case commands of SVG have relative coordinates.
      guard let form = argumentForm(of: letter | 0x20) else {
        throw scanner.error(path.isEmpty ? .expectedMove : .expectedCommand)
      }
      if path.isEmpty, letter | 0x20 != UInt8(ascii: "m") { throw scanner.error(.expectedMove) }
      scanner.skipByte()
      try read(letter, form)
      scanner.skipSpace()
    }
  }

  /// Reads one command with all its sets of arguments. In a move command of SVG, each set of arguments after the first draws a
  /// line.
  private mutating func read(_ letter: UInt8, _ form: StaticString) throws(SVGPathError) {
    if form.utf8CodeUnitCount == 0 { return close() }
    let isRelative = letter & 0x20 != 0
    var command = letter | 0x20
    repeat {
      scanner.skipSpace()
      let offset = scanner.offset
      try readArguments(form)
      let origin = isRelative ? pen : .zero
      let before = path.elements.count
      draw(command, from: origin)
      if path.elements[before...].contains(where: { !$0.isFinite }) || !pen.isFinite {
        throw SVGPathError(reason: .outOfRange, offset: offset)
      }
      if path.elements.count > mostElements { throw scanner.error(.tooManyElements) }
      guard cancellation.shouldContinue() else { throw scanner.error(.cancelled) }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    } while scanner.skipToNextArguments()
  }

  private mutating func readArguments(_ form: StaticString) throws(SVGPathError) {
    numbers.removeAll(keepingCapacity: true)
    for index in 0..<form.utf8CodeUnitCount {
      if index > 0 { scanner.skipSeparator() }
      let isFlag = form.utf8Start[index] == UInt8(ascii: "f")
      numbers.append(isFlag ? try scanner.readFlag() : try scanner.readNumber())
    }
  }

  private mutating func close() {
    path.close()
    pen = subpathStart
    (cubicControl, quadControl) = (nil, nil)
  }

  /// Appends one command of SVG, given by its lower-case letter, with coordinates relative to `origin`.
  private mutating func draw(_ command: UInt8, from origin: Point) {
    func point(_ index: Int) -> Point { origin + Point(numbers[index], numbers[index + 1]) }
    let start = pen
    var cubic: Point?
    var quad: Point?
    switch command {
    case UInt8(ascii: "m"):
      subpathStart = point(0)
      path.move(to: point(0))
    case UInt8(ascii: "h"): path.line(to: Point(origin.x + numbers[0], start.y))
    case UInt8(ascii: "v"): path.line(to: Point(start.x, origin.y + numbers[0]))
    case UInt8(ascii: "c"):
      cubic = point(2)
      path.curve(to: point(4), control1: point(0), control2: point(2))
    case UInt8(ascii: "s"):
      cubic = point(0)
      path.curve(to: point(2), control1: start.mirroring(cubicControl), control2: point(0))
    case UInt8(ascii: "q"):
      quad = point(0)
      path.quad(to: point(2), control: point(0))
    case UInt8(ascii: "t"):
      let control = start.mirroring(quadControl)
      quad = control
      path.quad(to: point(0), control: control)
    case UInt8(ascii: "a"):
      path.arc(
        from: start, to: point(5), radiusX: numbers[0], radiusY: numbers[1],
        rotation: fmod(numbers[2], 360) / 180 * .pi, isLarge: numbers[3] == 1,
        isClockwise: numbers[4] == 1)
    default: path.line(to: point(0))
    }
    // An arc whose end equals its start appends no element to the path.
    pen = path.elements.last?.end ?? pen
    (cubicControl, quadControl) = (cubic, quad)
  }
}

/// The arguments of a command of SVG, given by its lower-case letter, as a text in which each n is a number and each f is a flag.
/// The result is nil for a letter that is no command of SVG.
private func argumentForm(of letter: UInt8) -> StaticString? {
  switch letter {
  case UInt8(ascii: "z"): ""
  case UInt8(ascii: "h"), UInt8(ascii: "v"): "n"
  case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): "nn"
  case UInt8(ascii: "s"), UInt8(ascii: "q"): "nnnn"
  case UInt8(ascii: "c"): "nnnnnn"
  case UInt8(ascii: "a"): "nnnffnn"
  default: nil
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }

  /// The reflection of `control` in this point, or this point itself if `control` is nil.
  fileprivate func mirroring(_ control: Point?) -> Point {
    guard let control else { return self }
    return Point(x + (x - control.x), y + (y - control.y))
  }
}

extension Path.Element {
  fileprivate var isFinite: Bool {
    switch self {
    case .move(let p), .line(let p): p.isFinite
    case .quad(let c, let p): c.isFinite && p.isFinite
    case .curve(let c1, let c2, let p): c1.isFinite && c2.isFinite && p.isFinite
    case .close: true
    }
  }
}
