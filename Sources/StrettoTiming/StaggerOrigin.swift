/// The copy or position from which the delays of a stagger grow. The names of the cases come from JavaScript stagger libraries.
public enum StaggerOrigin: Equatable, Sendable {
  case first, center, last, edges
  /// The copies are delayed in a random order, which depends only on the seed.
  case random(seed: UInt32)
  /// Delays grow with the distance from the copy with the given index.
  case index(Double)
  /// Delays grow with the distance from a position in the grid, where (0, 0) is the first cell and (1, 1) the last cell.
  case position(Double, Double)
}
