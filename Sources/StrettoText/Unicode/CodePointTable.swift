/// Unicode's properties of a code point.
public struct CodePoint: Equatable, Sendable {
  /// The packed properties: an element of `CodePointData.records`.
  fileprivate var record: UInt64

  /// The properties of a code point. A number that is not a Unicode scalar (a surrogate, or a number above 10FFFF) has the
  /// properties of an unassigned code point.
  @inline(__always) public init(_ scalar: UInt32) {
    record = CodePointTable.shared.record(of: scalar)
  }

  @inline(__always) public init(_ scalar: Unicode.Scalar) { self.init(scalar.value) }

  // The generated table contains only raw values of the classes, so the fallbacks after `??` are never reached.
  public var grapheme: GraphemeClass { GraphemeClass(rawValue: byte(0)) ?? .other }
  public var word: WordClass { WordClass(rawValue: byte(1)) ?? .other }
  public var lineBreak: LineBreakClass { LineBreakClass(rawValue: byte(2)) ?? .al }
  public var bidi: BidiClass { BidiClass(rawValue: byte(3)) ?? .on }
  public var flags: CodePointFlags { CodePointFlags(rawValue: byte(4)) }

  private func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: record >> (8 * index)) }
}

/// The properties of all code points in a table of two levels. The table of code points is unpacked at its first use, which takes
/// about 30 microseconds and 300 kB.
private final class CodePointTable: Sendable {
  static let shared = CodePointTable()

  private let blockIndices: [UInt16]
  private let blocks: [UInt64]

  private init() {
    blockIndices = CodePointTable.expand(CodePointData.blockIndices)
    blocks = CodePointTable.expand(CodePointData.blocks).map { CodePointData.records[Int($0)] }
  }

  @inline(__always) func record(of scalar: UInt32) -> UInt64 {
    let scalar = min(scalar, 0x10FFFF)
    return blocks[Int(blockIndices[Int(scalar >> 7)]) << 7 | Int(scalar & 127)]
  }

  /// Expands a run-length encoded array of numbers.
  ///
  /// Each run of equal numbers has two digits of base 64 for the number, and a third digit for the length of the run. If the
  /// third digit is below 64, the length of the run is the digit plus one. The third digits 64, 65, 66 ... stand for the run
  /// lengths 128, 256, 512 ...
  private static func expand(_ runs: StaticString) -> [UInt16] {
    var (numbers, value, position) = ([UInt16](), 0 as UInt16, 0)
    for index in 0..<runs.utf8CodeUnitCount {
      let byte = runs.utf8Start[index]
      if byte < 0x30 { continue }  // the end of a line
      let digit = UInt16(byte - 0x30)
      if position < 2 {
        (value, position) = (value << 6 | digit, position + 1)
        continue
      }
      let count = digit < 64 ? Int(digit) + 1 : 1 << (Int(digit) - 57)
      numbers.append(contentsOf: repeatElement(value, count: count))
      (value, position) = (0, 0)
    }
    return numbers
  }
}
