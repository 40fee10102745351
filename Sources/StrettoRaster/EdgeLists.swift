import StrettoGeometry

/// Rows of a frame that are drawn together. A constant, so that the work does not depend on the number
/// of threads; small enough that a band of a large frame stays in the second-level cache.
let bandHeight: Int32 = 64

extension CommandList {
  /// Places a large outline once and sorts its edges into the bands of `frame` that they reach.
  mutating func appendEdges(
    of outline: Outline, _ m: PlaneTransform, _ frame: PixelRect, isNear: Bool
  ) -> Int32 {
    placed.removeAll()
    var first = Int(outline.firstPoint)
    for i in 0..<Int(outline.contourCount) {
      let end = Int(store.contourEnds[Int(outline.firstContour) + i])
      let contour = UnsafeBufferPointer(start: store.points.base + first, count: end - first)
      if isNear {
        var from = GridPoint(m.apply(contour[0]))
        for k in 1..<contour.count {
          let to = GridPoint(m.apply(contour[k]))
          placed.append(Edge(from, to))
          from = to
        }
      } else {
        Projection.appendEdges(contour, m, frame, to: &placed)
      }
      first = end
    }
    return sortPlaced(frame, evenOdd: outline.evenOdd)
  }

  private mutating func sortPlaced(_ frame: PixelRect, evenOdd: Bool) -> Int32 {
    let bandCount = max(1, (frame.y1 - frame.y0 + bandHeight - 1) / bandHeight)
    let firstStart = edgeStarts.count
    let starts = edgeStarts.extend(by: Int(bandCount) + 2)
    starts.initialize(repeating: 0, count: Int(bandCount) + 2)
    // Counting sort: count, running sum, fill. Filling moves each start to its band's end.
    for i in 0..<placed.count {
      for band in placed[i].bands(bandCount) { starts[Int(band) + 2] += 1 }
    }
    var total = Int32(truncatingIfNeeded: edges.count)
    for band in 0..<Int(bandCount) + 2 {
      total += starts[band]
      starts[band] = total
    }
    _ = edges.extend(by: Int(total) - edges.count)
    for i in 0..<placed.count {
      for band in placed[i].bands(bandCount) {
        edges[Int(starts[Int(band) + 1])] = placed[i]
        starts[Int(band) + 1] += 1
      }
    }
    edgeLists.append(
      EdgeList(
        firstBand: 0, bandCount: bandCount, firstStart: Int32(truncatingIfNeeded: firstStart),
        evenOdd: evenOdd))
    return Int32(truncatingIfNeeded: edgeLists.count - 1)
  }
}

extension Edge {
  /// The bands of the frame that the edge reaches; none where it is level.
  @inline(__always) func bands(_ count: Int32) -> Range<Int32> {
    let height = bandHeight << Subpixel.bits
    let (top, bottom) = (min(start.y, end.y), max(start.y, end.y))
    if top == bottom || bottom <= 0 { return 0..<0 }
    let first = max(0, top) / height
    return first < count ? first..<min(count, (bottom - 1) / height + 1) : 0..<0
  }
}
