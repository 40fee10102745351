import StrettoDisplayList
import StrettoGeometry

/// More dashes than this on one subpath are not told apart: it is drawn solid.
private let mostDashes: Double = 100_000

/// The parts of `spine` that the pen draws: first trimmed to `start`...`end` of the whole length, then
/// dashed; the pattern begins anew on each remaining subpath. Uncut closed subpaths stay closed.
func trimAndDash(_ spine: borrowing Spine, _ style: StrokeStyle, into result: inout Spine) {
  var total = 0.0
  for i in 0..<spine.subpaths.count { total += spine.subpaths[i].length }
  let (from, to) = (style.start * total, style.end * total)
  var before = 0.0
  for i in 0..<spine.subpaths.count {
    let subpath = spine.subpaths[i]
    let (a, b) = (max(0, from - before), min(subpath.length, to - before))
    before += subpath.length
    if a > b || (a == b && subpath.length > 0) { continue }
    dash(spine, subpath, a, b, style, into: &result)
  }
}

private func dash(
  _ spine: borrowing Spine, _ subpath: Spine.Subpath, _ a: Double, _ b: Double,
  _ style: StrokeStyle, into result: inout Spine
) {
  let pattern = style.dashPattern
  var period = 0.0
  for length in pattern { period += length }
  if pattern.count & 1 == 1 { period *= 2 }
  guard period > 0, period.isFinite, (b - a) / period * Double(pattern.count) < mostDashes else {
    return result.appendPart(of: spine, subpath, from: a, to: b)
  }
  var phase = fmod(style.dashPhase, period)
  if phase < 0 { phase += period }
  var (index, place) = (0, a - phase)
  // Dashes have even indices; an odd pattern changes its parity each time round.
  repeat {
    let next = place + pattern[index % pattern.count]
    if index & 1 == 0 && next >= a && (next > a || place == a) {
      result.appendPart(of: spine, subpath, from: max(place, a), to: min(next, b))
    }
    (place, index) = (next, index + 1)
  } while place < b
}
