/// Walks edges through cells, eight edges at a time, and passes the steps to a sink.
struct EdgeWalker<Sink: StepSink> {
  private let sink: Sink
  /// Number of cells from one row to the next row.
  private let stride: Int32
  private let queue: EdgeQueue

  init(_ sink: Sink, stride: Int32, _ queue: EdgeQueue) {
    (self.sink, self.stride, self.queue) = (sink, stride, queue)
  }

  @inline(__always) func walk(_ edges: EdgeSteps) {
    sink.begin(edges)
    edges.walk(stride: stride, into: sink)
  }

  /// Adds an edge. The edge waits until there are eight edges with similar numbers of steps.
  @inline(__always) func add(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
    if ax == bx && !Sink.takesUprightEdges { return }
    let group = EdgeQueue.group(ax, ay, bx, by)
    if queue.append(ax, ay, bx, by, to: group) { walk(group) }
  }

  /// Walks the edges that still wait in the queue. The caller must call `finish` after the last edge.
  func finish() {
    for group in (1..<EdgeQueue.groups).reversed() {
      walk(group)
      queue.mergeRest(of: group)
    }
    queue.fillUp()
    walk(0)
  }

  /// Walks the edges of a group, eight edges at a time. Fewer than eight edges of the group remain in the queue.
  @inline(never) private func walk(_ group: Int) {
    for i in 0..<queue.counts[group] / 8 { walk(queue.load(group, 8 &* i)) }
    queue.removeVectors(of: group)
  }
}
