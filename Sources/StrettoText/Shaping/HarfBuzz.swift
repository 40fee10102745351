// All calls of HarfBuzz are in HarfBuzz.swift. A build for web pages without text contains no HarfBuzz, and cannot open any font.
//
// HarfBuzz measures in 1/16 of a font unit, so that shaping is exact. The functions of `ShapingFont` convert HarfBuzz's lengths
// to em.

#if canImport(CHarfBuzz)
  import CHarfBuzz
  import StrettoGeometry

  /// A font of a font file with axis values, in HarfBuzz's form. A shaping font is immutable, so any number of threads can use
  /// it.
  final class ShapingFont: @unchecked Sendable {
    let data: FontData
    private let face: OpaquePointer
    private let font: OpaquePointer
    /// The length of 1 em in HarfBuzz's units. Dividing a length by `em` gives an exact result more often than multiplying the
    /// length by 1 / `em`.
    fileprivate let em: Double

    /// The bytes of the sans-serif font that is built into the library.
    static let sans = {
      var size = 0
      let start = stretto_sans(&size)
      let digest = UnsafeBufferPointer(start: stretto_sans_digest(), count: 8)
      return FontData(
        lasting: UnsafeRawBufferPointer(start: start, count: size), digest: Array(digest))
    }()

    /// The number of fonts in the file, or 0 if the file is not a font file.
    static func count(_ data: FontData) -> Int {
      let blob = blob(data)
      defer { hb_blob_destroy(blob) }
      return Int(hb_face_count(blob))
    }

    /// Opens a font of a font file.
    ///
    /// - Parameter index: The index of the font in the file, which must be less than `count(data)`.
    init(_ data: FontData, index: Int) {
      self.data = data
      let blob = ShapingFont.blob(data)
      defer { hb_blob_destroy(blob) }
      face = hb_face_create(blob, UInt32(truncatingIfNeeded: index))
      hb_face_make_immutable(face)
      (font, em) = ShapingFont.font(face, [])
    }

    /// The font `other` with new axis values. Axes that the font does not have are ignored.
    init(_ other: ShapingFont, at variations: [FontVariation]) {
      data = other.data
      face = hb_face_reference(other.face)
      (font, em) = ShapingFont.font(face, variations)
    }

    deinit {
      hb_font_destroy(font)
      hb_face_destroy(face)
    }

    private static func blob(_ data: FontData) -> OpaquePointer? {
      hb_blob_create(
        data.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(data.bytes.count),
        HB_MEMORY_MODE_READONLY, nil, nil)
    }

    private static func font(
      _ face: OpaquePointer, _ variations: [FontVariation]
    ) -> (OpaquePointer, em: Double) {
      let font: OpaquePointer = hb_font_create(face)
      let scale = Int32(hb_face_get_upem(face)) * 16
      hb_font_set_scale(font, scale, scale)
      if !variations.isEmpty {
        let settings = variations.map {
          hb_variation_t(tag: $0.axis, value: Float($0.value))
        }
        hb_font_set_variations(font, settings, UInt32(settings.count))
      }
      hb_font_make_immutable(font)
      return (font, Double(scale))
    }

    var unitsPerEm: Int { Int(hb_face_get_upem(face)) }
    var glyphCount: Int { Int(hb_face_get_glyph_count(face)) }

    /// Ascent, descent and line gap of the font in em, or nil if the font does not define its extents.
    var extents: (ascent: Double, descent: Double, lineGap: Double)? {
      var extents = hb_font_extents_t()
      guard hb_font_get_h_extents(font, &extents) != 0 else { return nil }
      return (
        Double(extents.ascender) / em, -Double(extents.descender) / em,
        Double(extents.line_gap) / em
      )
    }

    var axes: [FontAxis] {
      var count: UInt32 = hb_ot_var_get_axis_count(face)
      var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
      hb_ot_var_get_axis_infos(face, 0, &count, &infos)
      return infos.prefix(Int(count)).map {
        FontAxis(
          tag: $0.tag, name: name(Int($0.name_id)), minimum: Double($0.min_value),
          default: Double($0.default_value), maximum: Double($0.max_value))
      }
    }

    /// A string of the font's name table, in English if the font has an English string, or "" if the font has no such string.
    func name(_ id: Int) -> String {
      var count: UInt32 = 0
      guard let entries = hb_ot_name_list_names(face, &count) else { return "" }
      var language: OpaquePointer?
      let english = hb_language_from_string("en", -1)
      for entry in UnsafeBufferPointer(start: entries, count: Int(count)) {
        guard Int(entry.name_id) == id else { continue }
        if language == nil || entry.language == english { language = entry.language }
      }
      guard language != nil else { return "" }
      var length: UInt32 = 0
      length = hb_ot_name_get_utf8(face, UInt32(id), language, &length, nil)
      guard length < 1 << 16 else { return "" }
      var text = [CChar](repeating: 0, count: Int(length) + 1)
      var size = length + 1
      hb_ot_name_get_utf8(face, UInt32(id), language, &size, &text)
      return String(decoding: text.prefix(Int(size)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Calls `body` with the bytes of a font table, which are valid during the call. If the font does not have the table, the
    /// buffer passed to `body` is empty.
    func withTable<T>(_ tag: UInt32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
      let blob = hb_face_reference_table(face, tag)
      defer { hb_blob_destroy(blob) }
      var length: UInt32 = 0
      let start = hb_blob_get_data(blob, &length)
      return body(UnsafeRawBufferPointer(start: start, count: Int(length)))
    }

    /// The glyph index of a character, or nil if the font has no glyph for the character.
    func glyph(_ character: UInt32) -> UInt32? {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_glyph(font, character, 0, &glyph) != 0 && glyph != 0 ? glyph : nil
    }

    func advance(_ glyph: UInt32) -> Double {
      Double(hb_font_get_glyph_h_advance(font, glyph)) / em
    }
  }

  // MARK: - Shaping

  extension ShapingFont {
    /// Shapes the part `range` of a text. The text outside `range` is context, which affects how letters join.
    ///
    /// - Returns: The glyphs from left to right, and whether the glyphs are complete. HarfBuzz stops shaping if the substitutions
    ///   of a font multiply glyphs too often.
    func shape(
      _ text: [UInt32], _ range: Range<Int>, _ style: ShapingStyle
    ) -> (glyphs: [ShapedGlyph], isWhole: Bool) {
      let buffer = hb_buffer_create()
      defer { hb_buffer_destroy(buffer) }
      hb_buffer_add_codepoints(
        buffer, text, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))
      hb_buffer_set_direction(
        buffer, style.direction == .rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(style.script))
      if !style.language.isEmpty {
        hb_buffer_set_language(buffer, hb_language_from_string(style.language, -1))
      }
      let features = style.features.map {
        hb_feature_t(tag: $0.tag, value: $0.value, start: 0, end: .max)
      }
      hb_shape(font, buffer, features, UInt32(features.count))
      var count: UInt32 = 0
      guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
      else { return ([], false) }
      let glyphs = (0..<Int(count)).map { k in
        ShapedGlyph(
          glyph: infos[k].codepoint,
          isCuttable: infos[k].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0,
          cluster: Int(infos[k].cluster),
          advance: Double(positions[k].x_advance) / em, xOffset: Double(positions[k].x_offset) / em,
          yOffset: -Double(positions[k].y_offset) / em)
      }
      return (glyphs, hb_buffer_allocation_successful(buffer) != 0)
    }
  }

  // MARK: - Characters

  extension Script {
    init(of scalar: UInt32) {
      self.init(tag: hb_unicode_script(hb_unicode_funcs_get_default(), scalar).rawValue)
    }
  }

  /// The mirrored form of a character, such as the closing bracket for an opening bracket. A character without a mirrored form is
  /// returned unchanged.
  func mirrored(_ scalar: UInt32) -> UInt32 {
    hb_unicode_mirroring(hb_unicode_funcs_get_default(), scalar)
  }

  // MARK: - Outlines and colours

  extension ShapingFont {
    /// The outline of a glyph in em, with y downwards, relative to the glyph's origin on the baseline.
    func outline(_ glyph: UInt32) -> Path {
      var pen = OutlinePen(em: em)
      withUnsafeMutablePointer(to: &pen) {
        _ = hb_font_draw_glyph_or_fail(font, glyph, OutlinePen.functions, $0)
      }
      return pen.path
    }

    /// Paints a glyph with the first colour palette of the font. The colours of the glyph come from the font's table COLR, or
    /// from CBDT or sbix if COLR has none for the glyph.
    func painter(_ glyph: UInt32) -> GlyphPainter {
      let painter = GlyphPainter(self)
      paint(glyph, painter)
      guard let cover = painter.missingCover else { return painter }
      let again = GlyphPainter(self, visibleBounds: cover)
      paint(glyph, again)
      return again
    }

    private func paint(_ glyph: UInt32, _ painter: GlyphPainter) {
      let black: hb_color_t = 255
      withExtendedLifetime(painter) {
        let data = Unmanaged.passUnretained(painter).toOpaque()
        painter.isPainted =
          hb_font_paint_glyph_or_fail(font, glyph, GlyphPainter.functions, data, 0, black) != 0
      }
    }

    var hasColors: Bool {
      hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_paint(face) != 0
        || hb_ot_color_has_png(face) != 0
    }
    /// True if some glyphs of the font have SVG pictures, which Stretto does not draw.
    var hasVectorPictures: Bool { hb_ot_color_has_svg(face) != 0 }
    /// True if some glyphs of the font have paints of COLR version 1.
    var hasPaints: Bool { hb_ot_color_has_paint(face) != 0 }
  }

  /// Builds a path from HarfBuzz's draw calls for an outline.
  private struct OutlinePen {
    var path = Path()
    let em: Double

    init(em: Double) { self.em = em }

    func point(_ x: Float, _ y: Float) -> Point { Point(Double(x) / em, -Double(y) / em) }

    /// HarfBuzz's draw callbacks, which receive an `OutlinePen`.
    nonisolated(unsafe) static let functions: OpaquePointer = {
      let functions: OpaquePointer = hb_draw_funcs_create()
      hb_draw_funcs_set_move_to_func(
        functions,
        { _, data, _, x, y, _ in OutlinePen.of(data) { $0.path.move(to: $0.point(x, y)) } },
        nil, nil)
      hb_draw_funcs_set_line_to_func(
        functions,
        { _, data, _, x, y, _ in OutlinePen.of(data) { $0.path.line(to: $0.point(x, y)) } },
        nil, nil)
      hb_draw_funcs_set_quadratic_to_func(
        functions,
        { _, data, _, cx, cy, x, y, _ in
          OutlinePen.of(data) { $0.path.quad(to: $0.point(x, y), control: $0.point(cx, cy)) }
        }, nil, nil)
      hb_draw_funcs_set_cubic_to_func(
        functions,
        { _, data, _, ax, ay, bx, by, x, y, _ in
          OutlinePen.of(data) {
            $0.path.curve(
              to: $0.point(x, y), control1: $0.point(ax, ay), control2: $0.point(bx, by))
          }
        }, nil, nil)
      hb_draw_funcs_set_close_path_func(
        functions, { _, data, _, _ in OutlinePen.of(data) { $0.path.close() } }, nil, nil)
      hb_draw_funcs_make_immutable(functions)
      return functions
    }()

    private static func of(_ data: UnsafeMutableRawPointer?, _ body: (inout OutlinePen) -> Void) {
      if let data { body(&data.assumingMemoryBound(to: OutlinePen.self).pointee) }
    }
  }

  private func painter(_ data: UnsafeMutableRawPointer?) -> GlyphPainter? {
    data.map { Unmanaged<GlyphPainter>.fromOpaque($0).takeUnretainedValue() }
  }

  extension GlyphPainter {
    /// HarfBuzz's paint callbacks, which receive a `GlyphPainter`.
    nonisolated(unsafe) fileprivate static let functions: OpaquePointer = {
      let functions: OpaquePointer = hb_paint_funcs_create()
      setTransformsAndClips(functions)
      setFills(functions)
      hb_paint_funcs_make_immutable(functions)
      return functions
    }()

    private static func setTransformsAndClips(_ functions: OpaquePointer) {
      hb_paint_funcs_set_push_transform_func(
        functions,
        { _, data, xx, yx, xy, yy, dx, dy, _ in
          guard let painter = painter(data) else { return }
          let origin = painter.point(dx, dy)
          painter.pushTransform(
            PlaneTransform(
              a: Double(xx), b: -Double(yx), c: -Double(xy), d: Double(yy), tx: origin.x,
              ty: origin.y))
        }, nil, nil)
      hb_paint_funcs_set_pop_transform_func(
        functions, { _, data, _ in painter(data)?.popTransform() }, nil, nil)
      hb_paint_funcs_set_push_clip_glyph_func(
        functions, { _, data, glyph, _, _ in painter(data)?.pushClip(glyph: glyph) }, nil, nil)
      hb_paint_funcs_set_push_clip_rectangle_func(
        functions,
        { _, data, left, bottom, right, top, _ in
          guard let painter = painter(data) else { return }
          let (low, high) = (painter.point(left, top), painter.point(right, bottom))
          painter.pushClip(box: Rect(low.x, low.y, max(0, high.x - low.x), max(0, high.y - low.y)))
        }, nil, nil)
      hb_paint_funcs_set_pop_clip_func(
        functions, { _, data, _ in painter(data)?.popClip() }, nil, nil)
      hb_paint_funcs_set_push_group_func(
        functions, { _, data, _ in painter(data)?.pushGroup() }, nil, nil)
      hb_paint_funcs_set_pop_group_func(
        functions, { _, data, mode, _ in painter(data)?.popGroup(Int(mode.rawValue)) }, nil, nil)
    }

    private static func setFills(_ functions: OpaquePointer) {
      hb_paint_funcs_set_color_func(
        functions,
        { _, data, isForeground, color, _ in
          let stop = ColorGlyph.Stop(location: 0, color: .init(color, isForeground != 0))
          painter(data)?.fill(.init(stops: [stop], kind: .solid))
        }, nil, nil)
      hb_paint_funcs_set_linear_gradient_func(
        functions,
        { _, data, line, x0, y0, x1, y1, x2, y2, _ in
          painter(data)?.fill(line) { line, painter in
            line.axial(painter.point(x0, y0), painter.point(x1, y1), along: painter.point(x2, y2))
          }
        }, nil, nil)
      hb_paint_funcs_set_radial_gradient_func(
        functions,
        { _, data, line, x0, y0, r0, x1, y1, r1, _ in
          painter(data)?.fill(line) { line, painter in
            line.radial(
              painter.point(x0, y0), Double(r0) / painter.font.em, painter.point(x1, y1),
              Double(r1) / painter.font.em)
          }
        }, nil, nil)
      hb_paint_funcs_set_sweep_gradient_func(
        functions,
        { _, data, line, x, y, start, end, _ in
          painter(data)?.fill(line) { line, painter in
            line.sweep(painter.point(x, y), from: Double(start), to: Double(end))
          }
        }, nil, nil)
      hb_paint_funcs_set_image_func(
        functions,
        { _, data, image, _, _, format, _, extents, _ in
          painter(data)?.show(image, format, extents?.pointee) == true ? 1 : 0
        }, nil, nil)
    }

    /// Converts a point of HarfBuzz to em, with y downwards.
    private func point(_ x: Float, _ y: Float) -> Point {
      Point(Double(x) / font.em, -Double(y) / font.em)
    }

    private func fill(
      _ line: UnsafeMutablePointer<hb_color_line_t>?,
      _ paint: (ColorLine, GlyphPainter) -> ColorGlyph.Paint?
    ) {
      var count: UInt32 = 0
      let all = hb_color_line_get_color_stops(line, 0, &count, nil)
      guard takeStops(Int(all)) else { return }
      count = all
      var stops = [hb_color_stop_t](repeating: hb_color_stop_t(), count: Int(all))
      hb_color_line_get_color_stops(line, 0, &count, &stops)
      let spread =
        SpreadMethod(rawValue: UInt8(truncatingIfNeeded: hb_color_line_get_extend(line).rawValue))
        ?? .pad
      let found = stops.prefix(Int(count)).map {
        ColorGlyph.Stop(location: Double($0.offset), color: .init($0.color, $0.is_foreground != 0))
      }
      fill(paint(ColorLine(found, spread), self))
    }

    /// Decodes a bitmap of a font. Returns false if the format of the bitmap is not supported, so that HarfBuzz tries the next
    /// format.
    private func show(
      _ image: OpaquePointer?, _ format: hb_tag_t, _ extents: hb_glyph_extents_t?
    ) -> Bool {
      if format == fontTag("svg ") { hasVectorPicture = true }
      guard format == fontTag("png "), let extents else { return false }
      var length: UInt32 = 0
      let start = hb_blob_get_data(image, &length)
      // In HarfBuzz, y points upwards, so the bearing is the y of the bitmap's upper edge, and the height is negative.
      let rect = Rect(
        Double(extents.x_bearing) / font.em, -Double(extents.y_bearing) / font.em,
        Double(extents.width) / font.em, -Double(extents.height) / font.em)
      bitmap = ColorGlyph.Bitmap(
        png: UnsafeRawBufferPointer(start: start, count: Int(length)), rect: rect)
      return bitmap != nil
    }
  }

  extension ColorGlyph.Tint {
    /// Converts a colour of HarfBuzz to a tint.
    ///
    /// - Parameter color: Blue, green, red and alpha, one byte each, with blue in the highest byte.
    fileprivate init(_ color: hb_color_t, _ isForeground: Bool) {
      func part(_ shift: UInt32) -> Double { Double(color >> shift & 255) / 255 }
      self =
        isForeground
        ? .init(color: nil, alpha: part(0))
        : .init(color: Color(part(8), part(16), part(24), part(0)))
    }
  }
#else
  import StrettoGeometry

  /// Stand-in for builds without HarfBuzz. Without HarfBuzz, no file counts as a font file, so only `count` and `init` are ever
  /// called.
  final class ShapingFont: Sendable {
    let data: FontData
    static let sans = FontData(lasting: UnsafeRawBufferPointer(start: nil, count: 0), digest: [])
    static func count(_ data: FontData) -> Int { 0 }
    init(_ data: FontData, index: Int) { self.data = data }
    init(_ other: ShapingFont, at variations: [FontVariation]) { data = other.data }
    var unitsPerEm: Int { 1000 }
    var glyphCount: Int { 0 }
    var extents: (ascent: Double, descent: Double, lineGap: Double)? { nil }
    var axes: [FontAxis] { [] }
    var hasColors: Bool { false }
    var hasVectorPictures: Bool { false }
    var hasPaints: Bool { false }
    func name(_ id: Int) -> String { "" }
    func withTable<T>(_ tag: UInt32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
      body(data.bytes)
    }
    func glyph(_ character: UInt32) -> UInt32? { nil }
    func advance(_ glyph: UInt32) -> Double { 0 }
    func shape(
      _ text: [UInt32], _ range: Range<Int>, _ style: ShapingStyle
    ) -> (glyphs: [ShapedGlyph], isWhole: Bool) { ([], true) }
    func outline(_ glyph: UInt32) -> Path { Path() }
    func painter(_ glyph: UInt32) -> GlyphPainter { GlyphPainter(self) }
  }
  extension Script { init(of scalar: UInt32) { self = .common } }
  func mirrored(_ scalar: UInt32) -> UInt32 { scalar }
#endif
