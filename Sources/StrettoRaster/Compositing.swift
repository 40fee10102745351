/// How pixels meet what lies below them.
protocol Blending {
  static func blend(_ source: Pixels, _ below: Pixels) -> Pixels
}

enum SourceOver: Blending {
  @inline(__always) static func blend(_ source: Pixels, _ below: Pixels) -> Pixels {
    over(source, below)
  }
}

/// `plusLighter`: the premultiplied sum, clamped.
enum Additive: Blending {
  @inline(__always) static func blend(_ source: Pixels, _ below: Pixels) -> Pixels {
    plus(source, below)
  }
}

/// One premultiplied colour behind some of the runs of coverage.
func composite(
  color: UInt32, _ runs: borrowing CoverageRuns, _ range: Range<Int>, shift: PixelShift,
  additive: Bool,
  onto surface: Surface
) {
  // To move the runs is to move the surface the other way.
  var surface = surface
  surface.rect = surface.rect.moved(by: PixelShift(x: 0 &- shift.x, y: 0 &- shift.y))
  if additive {
    composite(color: color, runs, range, Additive.self, opaque: false, onto: surface)
  } else {
    composite(color: color, runs, range, SourceOver.self, opaque: color >> 24 == 255, onto: surface)
  }
}

@inline(__always)
private func composite<B: Blending>(
  color: UInt32, _ runs: borrowing CoverageRuns, _ range: Range<Int>, _ blending: B.Type,
  opaque: Bool,
  onto surface: Surface
) {
  let first = runs.runs.base
  let bytes = runs.bytes.base
  let source = Pixels(repeating: color)
  for i in range {
    let run = first[i]
    let place = surface.pointer(run.x, run.y)
    let n = Int(run.count)
    if run.isSolid {
      if opaque && run.coverage == 255 {
        fill(source, n, place)
      } else {
        let faded = scaled(source, by: paired(Pixels(repeating: run.coverage)))
        blendSolid(faded, n, place, blending)
      }
    } else {
      let room = Int(surface.rect.x1 &- run.x)
      blendMasked(source, bytes + Int(run.mask), n, room, place, blending)
    }
  }
}

/// Replaces every pixel by a premultiplied colour.
func fill(_ surface: Surface, with color: UInt32) {
  let source = Pixels(repeating: color)
  for y in surface.rect.y0..<surface.rect.y1 {
    fill(source, surface.rect.width, surface.pointer(surface.rect.x0, y))
  }
}

@inline(__always)
private func fill(_ source: Pixels, _ count: Int, _ place: UnsafeMutableRawPointer) {
  var i = 0
  while i &+ 8 <= count {
    storePixels(source, place + 4 &* i)
    i &+= 8
  }
  if i < count { storePixels(source, place + 4 &* i, count: count &- i) }
}

@inline(__always)
private func blendSolid<B: Blending>(
  _ source: Pixels, _ count: Int, _ place: UnsafeMutableRawPointer, _: B.Type
) {
  var i = 0
  while i &+ 8 <= count {
    let p = place + 4 &* i
    storePixels(B.blend(source, loadPixels(p)), p)
    i &+= 8
  }
  if i < count {
    let p = place + 4 &* i
    storePixels(B.blend(source, loadPixels(p, count: count &- i)), p, count: count &- i)
  }
}

/// The mask is padded with zeros, so whole eights are blended wherever the row has `room` for them.
@inline(__always)
private func blendMasked<B: Blending>(
  _ source: Pixels, _ mask: UnsafePointer<UInt8>, _ count: Int, _ room: Int,
  _ place: UnsafeMutableRawPointer, _: B.Type
) {
  var i = 0
  while i < count {
    let p = place + 4 &* i
    let faded = scaled(source, by: loadFactors(mask + i))
    if i &+ 8 <= room {
      storePixels(B.blend(faded, loadPixels(p)), p)
    } else {
      storePixels(B.blend(faded, loadPixels(p, count: count &- i)), p, count: count &- i)
    }
    i &+= 8
  }
}

/// A row of pixels of its own behind one run of coverage.
struct RowCompositor {
  /// Every pixel and its alpha are multiplied by this first; all ones leaves them.
  var modulation: UInt32
  var additive: Bool
  /// No pixel of the row lets anything through, before modulation.
  var isOpaque: Bool

  /// `source` and `mask` may be read up to a multiple of eight pixels.
  @inline(__always)
  func draw(
    _ source: UnsafePointer<UInt32>, _ run: CoverageRuns.Run, _ bytes: UnsafePointer<UInt8>,
    onto surface: Surface
  ) {
    let place = surface.pointer(run.x, run.y)
    let count = Int(run.count)
    if run.isSolid && run.coverage == 255 && isOpaque && modulation == ~0 && !additive {
      place.copyMemory(from: source, byteCount: 4 &* count)
    } else if additive {
      blend(source, run, bytes, count, place, Additive.self)
    } else {
      blend(source, run, bytes, count, place, SourceOver.self)
    }
  }

  @inline(__always)
  private func blend<B: Blending>(
    _ source: UnsafePointer<UInt32>, _ run: CoverageRuns.Run, _ bytes: UnsafePointer<UInt8>,
    _ count: Int, _ place: UnsafeMutableRawPointer, _: B.Type
  ) {
    if run.isSolid && run.coverage == 255 && modulation == ~0 {
      return blendPlainly(source, count, place, B.self)
    }
    let modulates = modulation != ~0
    let even = paired(Pixels(repeating: run.isSolid ? run.coverage : 255))
    let fades = run.isSolid && run.coverage != 255
    var i = 0
    while i < count {
      let p = place + 4 &* i
      let left = count &- i
      var pixels = left >= 8 ? loadPixels(source + i) : loadPixels(source + i, count: left)
      if modulates { pixels = modulated(pixels, by: modulation) }
      if !run.isSolid {
        pixels = scaled(pixels, by: loadFactors(bytes + Int(run.mask) + i))
      } else if fades {
        pixels = scaled(pixels, by: even)
      }
      if left >= 8 {
        storePixels(B.blend(pixels, loadPixels(p)), p)
      } else {
        storePixels(B.blend(pixels, loadPixels(p, count: left)), p, count: left)
      }
      i &+= 8
    }
  }

  @inline(__always)
  private func blendPlainly<B: Blending>(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, _: B.Type
  ) {
    var i = 0
    while i &+ 8 <= count {
      let p = place + 4 &* i
      storePixels(B.blend(loadPixels(source + i), loadPixels(p)), p)
      i &+= 8
    }
    if i < count {
      let (p, left) = (place + 4 &* i, count &- i)
      let pixels = B.blend(loadPixels(source + i, count: left), loadPixels(p, count: left))
      storePixels(pixels, p, count: left)
    }
  }
}
