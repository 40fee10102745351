import StrettoDisplayList
import StrettoGeometry

extension Rasterizer {
  /// Makes the picture of a pass, which stays until the commands that show it have been carried out.
  ///
  /// - Parameter background: what has still to be filled in below it.
  /// - Returns: false if it was cancelled.
  func make(
    _ index: Int, of list: DisplayList, over below: Surface, _ background: UInt32?, _ threads: Int,
    _ cancellation: Cancellation
  ) -> Bool {
    // A blur asks no questions while it works: one is asked before each.
    var check = cancellation.another
    guard check.goesOn(after: Cancellation.interval) else { return false }
    let pass = first.list.passes[index]
    let rect = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    let drawn = effects.picture(rect)
    if pass.startsFromBelow {
      if let background { fill(below, with: background) }
      drawn.copy(below, pass.origin)
    }
    guard
      carryOut(
        pass.commands, pass.steps, of: list, onto: drawn.surface,
        background: pass.startsFromBelow ? nil : 0, threads: threads, cancellation)
    else { return false }
    let given = pass.effects < 0 ? Effects(space: .identity) : list.effects[pass.effects]
    let finished = effects.finish(
      drawn, pass, pass.covering < 0 ? given : given.ofCoverage, threads, &check)
    if check.isCancelled { return false }
    first.list.passes[index].picture = finished.pixels
    return true
  }
}
