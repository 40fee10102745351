extension Deflate {
  /// At most so many bytes pass without a look.
  private static let longestStep = 64
  /// So many bytes are compared before one place of several is chosen: a word.
  private static let compared = 8

  /// Looks where a repetition has ended, and from there at pixels, one after the other. Each place that is looked at is
  /// remembered, and one in each repetition.
  mutating func runInHaste(from start: Int) {
    // Nothing lies to the left of the first pixel.
    var place = start == 0 ? min(Self.shortest, end) : start
    block.countLiterals(start, upTo: place)
    var misses = 0, nextRow = start &+ rowSize
    while place < end {
      while place >= nextRow { nextRow &+= rowSize }
      let found = hastyRepetition(at: place)
      if found.length >= Self.shortest {
        remember(place &+ 2)
        take(found, at: &place)
        misses = found.length >= 8 ? 0 : misses &>> 1
      } else {
        let step = min((misses &>> effort.patience) &* 4, Self.longestStep)
        misses &+= 1
        // To the next pixel: the first byte of a row is its filter's number.
        let next = min(place &+ 1 &+ (nextRow &- rowSize &- place) & 3 &+ step, end)
        block.countLiterals(place, upTo: next)
        place = next
      }
      writeIfFull(upTo: place)
    }
  }

  /// Adds a repetition from `place` on, in pieces if it is a long one, and moves `place` behind it. What is left over is
  /// too short to be one.
  @inline(__always) private mutating func take(_ found: Repetition, at place: inout Int) {
    let stop = place &+ found.length
    repeat {
      let length = min(stop &- place, Self.longest)
      // The pixel to the left takes fewer bits than the one above.
      let isRun =
        length == Self.longest && found.distance == rowSize
        && extended(place, 4, from: 0, length) == length
      block.add(at: place, length: length, distance: isRun ? 4 : found.distance)
      place &+= length
    } while stop &- place >= Self.shortest
  }

  /// The longest of a few repetitions at a place, or one that is shorter than any that counts.
  @inline(__always) private func hastyRepetition(at place: Int) -> Repetition {
    let here = word(place)
    @inline(__always) func rank(_ distance: Int) -> Int {
      Self.rank((here ^ word(place &- distance)).trailingZeroBitCount &>> 3, distance)
    }
    let distances = (above: distanceAbove(place), hashed: distance(remember(place), place))
    let whole = Self.rank(Self.compared, Self.window)
    let left = rank(4), above = rank(distances.above)
    // Where the pixels beside are like this one nothing is waited for.
    let hashed = max(left, above) < whole ? rank(distances.hashed) : 0
    var best = Self.repetition(Self.best(left, above, hashed))
    let most = min(Self.longest &* DeflateBlock.piecesAtOnce, end &- place)
    if best.length == Self.compared {
      if left >= whole { lengthen(&best, place, 4, from: Self.compared, most) }
      if above >= whole { lengthen(&best, place, distances.above, from: Self.compared, most) }
      if hashed >= whole { lengthen(&best, place, distances.hashed, from: Self.compared, most) }
    }
    best.length = min(best.length, most)
    return best
  }
}
