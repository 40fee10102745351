/// The lengths of a style in points. A loop over characters reads them without counting references to fonts and features.
struct StyleLengths {
  let size: Double
  let tracking: Double
  let baselineShift: Double
  let ascent: Double
  let descent: Double
  let gap: Double

  init(_ own: RunStyle, _ fonts: [Font], _ style: TextStyle) {
    let font = fonts[own.fonts.first]
    size = own.size(in: style)
    tracking = own.tracking(in: style)
    baselineShift = own.baselineShift
    (ascent, descent, gap) = (font.ascent * size, font.descent * size, font.lineGap * size)
  }
}
