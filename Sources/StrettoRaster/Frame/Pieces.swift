import StrettoDisplayList
import StrettoGeometry

/// Items that follow each other outside of all containers, without some copies of the first and of the last.
struct Piece {
  var items: Range<Int>
  /// Copies of the first item that are in the piece before.
  var skipped: Int = 0
  /// The last item, and how many of its copies are in this piece or one before; the others are in the next.
  var last: (item: Int, copies: Int)?

  init(_ items: Range<Int>) { self.items = items }

  /// Copies of item `i` that belong to the piece, out of all that it shows.
  func part(of copies: Range<Int>, ofItem i: Int) -> Range<Int> {
    let skipped = i == items.lowerBound ? min(skipped, copies.count) : 0
    let end = last?.item == i ? min(last?.copies ?? 0, copies.count) : copies.count
    return copies.lowerBound + skipped..<copies.lowerBound + max(skipped, end)
  }
}

extension DisplayList {
  /// A piece of fewer commands is not worth a thread.
  private static let fewestCommands: Double = 512

  /// Cuts the picture into up to `most` pieces of about as many commands each. There is one where what is drawn later
  /// may depend on what lies below it. Without memory there are fewer.
  func cut(
    _ most: Int, _ summaries: CheckedSpan<ItemSummary>, into pieces: inout Arena<Piece>
  ) {
    pieces.removeAll()
    pieces.append(Piece(picture))
    if most < 2 { return }
    var all = 0.0
    var i = picture.lowerBound
    while i < picture.upperBound {
      if summaries[i].readsBelow { return }
      all += summaries[i].commands
      i = end(ofItem: i)
    }
    let count = min(Double(most), (all / DisplayList.fewestCommands).rounded(.down))
    if count < 2 { return }
    let each = all / count
    var before = 0.0
    i = picture.lowerBound
    while i < picture.upperBound {
      let next = end(ofItem: i)
      let after = before + summaries[i].commands
      while Double(pieces.count) < count, after >= each * Double(pieces.count) {
        let last = pieces.count - 1
        let wanted = each * Double(pieces.count)
        var piece: Piece
        if case .copies = items[i], summaries[i].bodyCommands > 0 {
          piece = Piece(i..<picture.upperBound)
          piece.skipped = Int(
            clampingDown: ((wanted - before) / summaries[i].bodyCommands).rounded())
          pieces[last].last = (i, piece.skipped)
          pieces[last].items = pieces[last].items.lowerBound..<next
        } else {
          let end = wanted - before < after - wanted ? i : next
          piece = Piece(end..<picture.upperBound)
          pieces[last].items = pieces[last].items.lowerBound..<end
        }
        if !pieces.append(piece) { return }
      }
      (i, before) = (next, after)
    }
  }
}
