import StrettoGeometry

/// Number of rows that are drawn together. It is a constant, so that neither the work nor a limit depends on the number of
/// threads: small enough that a band stays in the second-level cache, large enough that few shapes lie in two.
let bandHeight: Int32 = 1 << bandBits
let bandBits: Int32 = 7

/// Edges between two questions whether to go on.
let edgesAtOnce: Int = 1024

/// Receives the edges of an outline one by one.
protocol EdgeSink: ~Copyable {
  mutating func add(_ start: GridPoint, _ end: GridPoint)
}

extension Arena: EdgeSink where Element == Edge {
  @inline(__always) mutating func add(_ start: GridPoint, _ end: GridPoint) {
    append(Edge(start, end))
  }
}

extension OutlineStore {
  /// Passes the edges of an outline to `sink`, in device space.
  ///
  /// - Parameters:
  ///   - isNear: all corners fit onto the grid. Other outlines are cut to the rows of `frame`.
  ///   - cancellation: asked now and then; edges are missing if it was cancelled.
  func place<Sink: EdgeSink & ~Copyable>(
    _ outline: Outline, _ m: PlaneTransform, _ frame: PixelRect, isNear: Bool,
    into sink: inout Sink, _ cancellation: inout Cancellation
  ) {
    var first = Int(outline.firstPoint)
    for i in 0..<Int(outline.contourCount) {
      let end = Int(contourEnds[Int(outline.firstContour) + i])
      let contour = points.part(first, end - first)
      if isNear {
        var from = GridPoint(m.apply(contour[0]))
        for k in 1..<contour.count {
          if k % edgesAtOnce == 0 && !cancellation.goesOn(steps: edgesAtOnce) { return }
          let to = GridPoint(m.apply(contour[k]))
          sink.add(from, to)
          from = to
        }
      } else {
        Projection.appendEdges(contour, m, frame, to: &sink, &cancellation)
      }
      first = end
    }
  }
}

extension CommandList {
  /// Places a large outline once and sorts its edges into the bands of `frame`. Returns nil if that would take too much
  /// memory.
  func appendEdges(
    of index: Int32, _ m: PlaneTransform, _ frame: PixelRect, isNear: Bool
  ) -> Int32? {
    // Several paints of one outline follow each other.
    if let last = edgeLists.last, last.outline == index, last.transform == m, last.frame == frame {
      return Int32(truncatingIfNeeded: edgeLists.count - 1)
    }
    let outline = outlines[Int(index)]
    let first = edges.count
    if first + Int(outline.pointCount) > FrameLimit.mostSortedEdges { return nil }
    store.place(outline, m, frame, isNear: isNear, into: &edges, &cancellation)
    guard let firstStart = sortEdges(from: first, frame) else {
      edges.truncate(to: first)
      return nil
    }
    let list = EdgeList(firstStart: firstStart, outline: index, transform: m, frame: frame)
    return add(list, to: &edgeLists)
  }

  /// Counting sort: count, running sum, fill. Filling moves each start to its band's end.
  private func sortEdges(from first: Int, _ frame: PixelRect) -> Int? {
    let bandCount = max(1, (frame.y1 - frame.y0 + bandHeight - 1) / bandHeight)
    let firstStart = edgeStarts.count
    guard let starts = edgeStarts.extend(by: Int(bandCount) + 2) else { return nil }
    starts.fill(Int(bandCount) + 2, with: 0)
    for i in first..<edges.count {
      if i % edgesAtOnce == 0 && !cancellation.goesOn() {
        return nil
      }
      for band in edges[i].bands(bandCount) { starts[Int(band) + 2] += 1 }
    }
    var total = edgeIndices.count
    for band in 0..<Int(bandCount) + 2 {
      total += starts[band]
      starts[band] = total
    }
    if total > FrameLimit.mostEdgesInBands
      || edgeIndices.extend(by: total - edgeIndices.count) == nil
    {
      edgeStarts.truncate(to: firstStart)
      return nil
    }
    for i in first..<edges.count {
      if i % edgesAtOnce == 0 && !cancellation.goesOn() {
        return nil
      }
      for band in edges[i].bands(bandCount) {
        edgeIndices[starts[Int(band) + 1]] = Int32(truncatingIfNeeded: i)
        starts[Int(band) + 1] += 1
      }
    }
    return firstStart
  }
}

extension Edge {
  /// Bands that the edge reaches. A horizontal edge changes no area, but it divides a pixel in doubt.
  @inline(__always) func bands(_ count: Int32) -> Range<Int32> {
    let bits = bandBits + Subpixel.bits
    let top = min(start.y, end.y)
    let bottom = max(start.y, end.y, top &+ 1)
    if bottom <= 0 { return 0..<0 }
    let first = max(0, top) >> bits
    return first < count ? first..<min(count, (bottom &- 1) >> bits &+ 1) : 0..<0
  }
}
