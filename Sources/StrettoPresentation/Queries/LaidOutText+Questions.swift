import StrettoGeometry
import StrettoLayers
import StrettoText

// Queries about a laid-out text.

extension LaidOutText {
  /// The text layer's bounds. The layout of a text begins at the corner of the text layer's bounds.
  public var bounds: Rect { Rect(origin.x, origin.y, style.width, style.height) }

  /// A box of the layout in the text layer's coordinates.
  public func moved(_ box: Rect) -> Rect {
    upright.boundingBox(of: Rect(box.x + origin.x, box.y + origin.y, box.width, box.height))
  }

  /// The y coordinate of a copy's baseline in the text layer. For a text on a path, the result is the y coordinate of the
  /// midpoint of the copy's baseline.
  public func baseline(ofCopy k: Int) -> Double {
    let copy = layout.copies[k]
    if style.path == nil { return y(ofBaseline: copy.baseline) }
    return (transform(ofCopy: k) * upright).apply(Point(copy.box.width / 2, copy.baseline)).y
  }

  /// The y coordinate in the text layer of a baseline of the layout.
  public func y(ofBaseline y: Double) -> Double { upright.apply(Point(0, y + origin.y)).y }

  /// True if no font has a glyph for some of the given characters.
  public func isMissing(_ characters: Range<Int>) -> Bool {
    layout.characters[characters].contains { $0.isMissing }
  }

  /// The outlines of all glyphs of the text at their positions, in the text layer's coordinates; nil if the outlines have more
  /// than `limit` path elements. Bitmap glyphs have no outlines.
  public func path(upTo limit: Int, _ cancellation: Cancellation) throws(Cancelled) -> Path? {
    var cancellation = cancellation
    var (path, outlines) = (Path(), OutlineCache())
    for (k, copy) in layout.copies.enumerated() where copy.isShown {
      let transform = transform(ofCopy: k) * upright
      for glyph in layout.glyphs[copy.glyphs] where glyph.size > 0 {
        let outline = outlines.outline(of: glyph.glyph, in: layout.fonts[glyph.font])
        if path.elements.count + outline.elements.count > limit { return nil }
        try cancellation.checkCancelled(work: outline.elements.count)
        let plane = glyph.plane * transform
        path.append(outline.map { plane.apply($0) })
      }
    }
    return path
  }

  /// The character whose box contains a point of the text layer, or the nearest character; nil for an empty string.
  public func character(nearest point: Point) -> Int? {
    // The transform `upright` is its own inverse, because `upright` is the identity or a reflection.
    let point = upright.apply(point)
    return layout.character(at: Point(point.x - origin.x, point.y - origin.y))
  }
}

extension Layer {
  /// The shaped form of this text with its model values.
  package func shapedText(_ cancellation: inout Cancellation) throws(Cancelled) -> ShapedText {
    let (text, bounds) = (values.text, values.bounds)
    let style = text.style(
      in: Size(bounds.width, bounds.height), emojiFont: emojiFont(for: text))
    return try ShapedText.recent(text.shownString, style, &cancellation)
  }

  /// The layout of this text with the values of one of its copies at a scene time, positioned in the layer. If the geometry of
  /// the layer is flipped, the layout of the text is mirrored, so that the text stays upright.
  public func laidOutInPlace(
    _ values: LayerValues, at time: Double, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> LaidOutText {
    let text = try laidOut(values, &cancellation)
    let isFlipped = (try? Route(to: self))?.placement(at: .top(at: time))?.isFlipped ?? false
    if isFlipped != values.isGeometryFlipped { text.upright = values.bounds.mirror }
    return text
  }

  /// The size in points that this text needs with its model values, if the text is at most as wide as the given width. A width of
  /// 0 means that the width of the text is not limited.
  public func fittingSize(
    width: Double = 0, _ cancellation: Cancellation = .never
  ) throws(Cancelled) -> Size {
    var cancellation = cancellation
    var style = values.text.style(in: Size(0, 0), emojiFont: emojiFont(for: values.text))
    style.wrapped = width > 0
    let size = try ShapedText.recent(values.text.shownString, style, &cancellation)
      .fittingSize(style, width: width, cancellation)
    return Size(size.width, size.height)
  }

  /// The largest font size at which this text, with its model values, fits a box. A box height of 0 means that the height of the
  /// text is not limited.
  public func fittingFontSize(
    in box: Size, _ cancellation: Cancellation = .never
  ) throws(Cancelled) -> Double {
    var cancellation = cancellation
    let style = values.text.style(in: Size(0, 0), emojiFont: emojiFont(for: values.text))
    return try ShapedText.recent(values.text.shownString, style, &cancellation).fittingFontSize(
      style, width: box.width, height: box.height > 0 ? box.height : nil, cancellation)
  }

  /// The number of copies that this replicator or text has with its model values; 0 for a layer of another kind.
  package func copyCount(_ cancellation: inout Cancellation) throws(Cancelled) -> Double {
    switch kind {
    case .replicator: return Double(values.replicator.copyCount)
    case .text:
      if let count = try shapedText(&cancellation).copyCount(values.text.instanceUnit) {
        return Double(count)
      }
      return Double(try laidOut(values, &cancellation).layout.copies.count)
    default: return 0
    }
  }

  /// The number of copies that this replicator or text has with its model values, without cancellation; 0 for a layer of another
  /// kind.
  package var copyCount: Double {
    uncancelled { cancellation throws(Cancelled) in try copyCount(&cancellation) }
  }
}
