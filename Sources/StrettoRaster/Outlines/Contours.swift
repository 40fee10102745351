/// Contours of an outline, each as the indices of its corners among the corners of the outline. The last corner of a contour
/// repeats the first corner.
struct Contours: Sequence, IteratorProtocol {
  private let ends: CheckedSpan<Int32>
  private let firstPoint: Int32
  private var index = 0
  private var start = 0

  init(_ ends: CheckedSpan<Int32>, _ firstPoint: Int32) {
    (self.ends, self.firstPoint) = (ends, firstPoint)
  }

  @inline(__always) mutating func next() -> Range<Int>? {
    if index == ends.count { return nil }
    let contour = start..<Int(ends[index] &- firstPoint)
    (index, start) = (index &+ 1, contour.upperBound)
    return contour
  }
}
