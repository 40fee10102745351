/// Unicode's properties of a code point.
public struct CodePoint: Equatable, Sendable {
  /// Entry of `CodePointData.records`.
  fileprivate var record: UInt64

  /// Code points that are none (surrogates, numbers above 10FFFF) are as unassigned ones.
  @inline(__always) public init(_ scalar: UInt32) {
    record = CodePointTable.shared.record(of: scalar)
  }

  @inline(__always) public init(_ scalar: Unicode.Scalar) { self.init(scalar.value) }

  // The generator numbers the classes as it writes them; the fallbacks are never met.
  public var grapheme: GraphemeClass { GraphemeClass(rawValue: byte(0)) ?? .other }
  public var word: WordClass { WordClass(rawValue: byte(1)) ?? .other }
  public var lineBreak: LineBreakClass { LineBreakClass(rawValue: byte(2)) ?? .al }
  public var bidi: BidiClass { BidiClass(rawValue: byte(3)) ?? .on }
  public var flags: CodePointFlags { CodePointFlags(rawValue: byte(4)) }

  private func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: record >> (8 * index)) }
}

/// The properties of all code points in two stages, unpacked when first asked for: some 30 microseconds, 300 kB.
private final class CodePointTable: Sendable {
  static let shared = CodePointTable()

  private let stretches: [UInt16]
  private let blocks: [UInt64]

  private init() {
    stretches = CodePointTable.expand(CodePointData.stretches)
    blocks = CodePointTable.expand(CodePointData.blocks).map { CodePointData.records[Int($0)] }
  }

  @inline(__always) func record(of scalar: UInt32) -> UInt64 {
    let scalar = min(scalar, 0x10FFFF)
    return blocks[Int(stretches[Int(scalar >> 7)]) << 7 | Int(scalar & 127)]
  }

  /// Runs of equal numbers: two digits of base 64 for the number, two for how often it comes.
  private static func expand(_ runs: StaticString) -> [UInt16] {
    var numbers: [UInt16] = []
    var digits: (UInt16, UInt16, UInt16) = (0, 0, 0)
    var place = 0
    for index in 0..<runs.utf8CodeUnitCount {
      let byte = runs.utf8Start[index]
      if byte < 0x30 { continue }  // the end of a line
      let digit = UInt16(byte - 0x30)
      switch place {
      case 0: digits.0 = digit
      case 1: digits.1 = digit
      case 2: digits.2 = digit
      default:
        let value = digits.0 << 6 | digits.1
        numbers.append(contentsOf: repeatElement(value, count: Int(digits.2 << 6 | digit)))
      }
      place = (place + 1) & 3
    }
    return numbers
  }
}
