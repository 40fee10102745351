import StrettoGeometry

/// Filled outlines of glyphs with one colour, size and rotation. A page of text is one glyph run, with 24 bytes for each glyph.
public struct GlyphRun: Equatable, Sendable {
  /// The range of the run's glyphs in `DisplayList.glyphs`.
  public var first: Int
  public var count: Int
  /// The fill colour of the outlines, not premultiplied, with components in 0...1.
  public var color: Color
  /// A colour that multiplies each glyph separately, as `Copy.color` multiplies a subpicture of one shape.
  public var tint: Color
  /// The linear part of the transform from each outline to the space of the subpicture.
  public var a: Double, b: Double, c: Double, d: Double

  /// A run of the last glyph of a list that has `count` glyphs. The linear part comes from an affine transform.
  public init(lastOf count: Int, color: Color, tint: Color, _ m: PlaneTransform) {
    (first, self.count, self.color, self.tint) = (count - 1, 1, color, tint)
    (a, b, c, d) = (m.a, m.b, m.c, m.d)
  }

  /// The transform from the outline of a glyph to the space of the subpicture.
  public func transform(of glyph: Glyph) -> PlaneTransform {
    PlaneTransform(a: a, b: b, c: c, d: d, tx: glyph.x, ty: glyph.y)
  }

  /// The item that fills the outline of one glyph, without the tint.
  public func draw(_ glyph: Glyph) -> Draw {
    Draw(
      shape: .fill(path: glyph.path, rule: .nonZero), paint: .color(color),
      transform: transform(of: glyph))
  }
}

/// One glyph of a glyph run.
public struct Glyph: Equatable, Sendable {
  /// The index of the glyph's outline in `DisplayList.paths`.
  public var path: Int
  /// The position of the glyph's origin, in the coordinates of the display list's subpicture that contains the run.
  public var x: Double, y: Double

  public init(path: Int, x: Double, y: Double) { (self.path, self.x, self.y) = (path, x, y) }
}

extension DisplayList {
  /// The glyphs of a run, clamped to the glyphs that the display list contains.
  public func glyphs(of run: GlyphRun) -> Range<Int> {
    let start = min(max(0, run.first), glyphs.count)
    return start..<start + min(max(0, run.count), glyphs.count - start)
  }

  /// Fills the outline of a glyph after an affine transform. The new glyph extends the last item if the last item is a glyph run
  /// with an equal colour, tint and linear part.
  ///
  /// - Parameter first: The index of the first item that may be extended.
  @inlinable @inline(__always)
  public mutating func fillGlyph(
    _ path: Int, _ m: PlaneTransform, color: Color, tint: Color, joining first: Int
  ) {
    glyphs.append(Glyph(path: path, x: m.tx, y: m.ty))
    if items.count > first, case .glyphs(var run) = items[items.count - 1],
      run.first + run.count == glyphs.count - 1, run.color == color, run.tint == tint,
      run.a == m.a, run.b == m.b, run.c == m.c, run.d == m.d
    {
      run.count += 1
      items[items.count - 1] = .glyphs(run)
    } else {
      items.append(.glyphs(GlyphRun(lastOf: glyphs.count, color: color, tint: tint, m)))
    }
  }
}
