import CStretto
import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoQuestions

extension stretto_hit {
  /// Hit with a reference to its layer, or zeros for none.
  init(_ hit: Hit?) {
    self.init()
    guard let hit else { return }
    layer = handles.retain(hit.layer)
    (x, y) = (hit.point.x, hit.point.y)
    index_count = UInt32(min(hit.copy.count, 32))
    withUnsafeMutableBytes(of: &index) { copyIndices(hit.copy, to: $0) }
  }
}

extension stretto_via {
  /// Portal or proxy that a hit is seen through, with a reference to it, or zeros for none.
  init(_ hit: Hit?) {
    self.init()
    guard let via = hit?.via else { return }
    layer = handles.retain(via.layer)
    index_count = UInt32(min(via.copy.count, 32))
    withUnsafeMutableBytes(of: &index) { copyIndices(via.copy, to: $0) }
  }
}

extension stretto_loop_entry {
  init(_ entry: LoopEntry) {
    self.init()
    layer = handles.retain(entry.layer)
    (kind, period) = (entry.kind.rawValue, entry.period)
    withUnsafeMutableBytes(of: &key_path) { copyText(entry.keyPath, to: $0) }
  }
}

extension stretto_diagnostic {
  init(_ diagnostic: Diagnostic) {
    self.init()
    layer = handles.retain(diagnostic.layer)
    code = diagnostic.code.rawValue
    withUnsafeMutableBytes(of: &key_path) { copyText(diagnostic.keyPath, to: $0) }
  }
}

extension stretto_phases {
  init(_ phases: AnimationPhases) {
    self.init()
    (begin, end, cycle) = (phases.begin, phases.end, phases.cycle)
    (depth, change) = (UInt32(phases.depth), .nan)
    (autoreverses, fills_before, fills_after) = (
      phases.autoreverses ? 1 : 0, phases.fillsBefore ? 1 : 0, phases.fillsAfter ? 1 : 0
    )
    withUnsafeMutableBytes(of: &key_path) { copyText(phases.keyPath, to: $0) }
  }

  init(_ found: ScenePhases) {
    self.init(found.phases)
    layer = handles.retain(found.layer)
    change = found.change
    withUnsafeMutableBytes(of: &key) { copyText(found.key, to: $0) }
  }
}

/// Writes the indices of a copy as far as they fit.
func copyIndices(_ indices: [Int], to bytes: UnsafeMutableRawBufferPointer) {
  let slots = bytes.bindMemory(to: Int32.self)
  for (position, k) in indices.prefix(slots.count).enumerated() {
    slots[position] = Int32(clamping: k)
  }
}

/// Writes a text as far as it fits, ended by NUL; the rest of the memory is 0 already.
private func copyText(_ text: String, to bytes: UnsafeMutableRawBufferPointer) {
  bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
}
