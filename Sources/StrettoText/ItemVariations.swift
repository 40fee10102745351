/// How far numbers of a font move with its axes (OpenType, "Item variation stores").
struct ItemVariations {
  private let store: FontTable
  /// From an index to a place in the store; nil where the index itself says it.
  private let map: FontTable?
  /// How much of each region's part holds where the font stands.
  private let scalars: [Double]
  /// Numbers that may still be added up: a row can be long, and be read again and again.
  private var left = ItemVariations.limit
  /// Whether all that was asked for could be read.
  private(set) var isWhole = true

  /// Of parts of regions, and of numbers added up for one glyph.
  private static let limit = 65_536
  /// As an index: this number does not move.
  static let none = Int(truncatingIfNeeded: UInt32.max)

  /// - Parameter place: of each axis, in 2.14 bits.
  init?(_ store: FontTable, map: FontTable?, place: [Int]) {
    guard store.number16(at: 0) == 1, let offset = store.number32(at: 2),
      let regions = store.part(from: offset),
      let scalars = ItemVariations.scalars(regions, place)
    else { return nil }
    (self.store, self.map, self.scalars) = (store, map, scalars)
  }

  private static func scalars(_ regions: FontTable, _ place: [Int]) -> [Double]? {
    guard let axes = regions.number16(at: 0), let count = regions.number16(at: 2),
      axes * count <= limit, regions.part(from: 4, count: 6 * axes * count) != nil
    else { return nil }
    return (0..<count).map { region in
      var product = 1.0
      for axis in 0..<axes {
        let at = 4 + 6 * (region * axes + axis)
        func bound(_ k: Int) -> Double { Double(regions.signed16(at: at + 2 * k) ?? 0) }
        let here = place.indices.contains(axis) ? Double(place[axis]) : 0
        product *= scalar(here, bound(0), bound(1), bound(2))
      }
      return product
    }
  }

  /// 1 at the peak, 0 from the ends on. Bounds that make no sense leave the axis out.
  private static func scalar(_ here: Double, _ start: Double, _ peak: Double, _ end: Double)
    -> Double
  {
    if start > peak || peak > end || peak == 0 || (start < 0 && end > 0) || here == peak {
      return 1
    }
    if here <= start || here >= end { return 0 }
    return here < peak ? (here - start) / (peak - start) : (end - here) / (end - peak)
  }

  /// What is added to a number, in the unit that it is written in.
  mutating func delta(_ index: Int) -> Double {
    guard let (outer, inner) = entry(index) else {
      isWhole = false
      return 0
    }
    if outer == 0xFFFF, inner == 0xFFFF { return 0 }
    guard let sum = sum(outer, inner) else {
      isWhole = false
      return 0
    }
    return sum
  }

  /// Which of the store's tables, and which row of it.
  private func entry(_ index: Int) -> (outer: Int, inner: Int)? {
    guard let map else { return (index >> 16, index & 0xFFFF) }
    guard let format = map.number8(at: 0), let entry = map.number8(at: 1),
      let count = format == 0 ? map.number16(at: 2) : map.number32(at: 2), count > 0
    else { return nil }
    let (size, bits) = ((entry >> 4 & 3) + 1, (entry & 15) + 1)
    let at = (format == 0 ? 4 : 6) + size * min(index, count - 1)
    var value = 0
    for k in 0..<size {
      guard let byte = map.number8(at: at + k) else { return nil }
      value = value << 8 | byte
    }
    return (value >> bits, value & (1 << bits - 1))
  }

  private mutating func sum(_ outer: Int, _ inner: Int) -> Double? {
    guard let tables = store.number16(at: 6), outer < tables,
      let data = store.number32(at: 8 + 4 * outer), let rows = store.number16(at: data),
      inner < rows, let sizes = store.number16(at: data + 2),
      let columns = store.number16(at: data + 4), left >= columns
    else { return nil }
    left -= columns
    // The first columns are twice as wide as the others.
    let (wide, narrow) = sizes & 0x8000 != 0 ? (4, 2) : (2, 1)
    let wideColumns = min(sizes & 0x7FFF, columns)
    let length = wideColumns * wide + (columns - wideColumns) * narrow
    var at = data + 6 + 2 * columns + inner * length
    var sum = 0.0
    for column in 0..<columns {
      let size = column < wideColumns ? wide : narrow
      guard let region = store.number16(at: data + 6 + 2 * column),
        scalars.indices.contains(region), let value = store.signed(at: at, size: size)
      else { return nil }
      sum += scalars[region] * Double(value)
      at += size
    }
    return sum
  }
}

extension FontTable {
  /// Of 1, 2 or 4 bytes.
  fileprivate func signed(at offset: Int, size: Int) -> Int? {
    switch size {
    case 1: number8(at: offset).map { Int(Int8(truncatingIfNeeded: $0)) }
    case 2: signed16(at: offset)
    default: signed32(at: offset)
    }
  }
}
