import CStretto
import StrettoHitTesting
import StrettoQuestions

extension stretto_hit {
  /// Hit with a reference to its layer, or zeros for none.
  init(_ hit: Hit?) {
    self.init()
    guard let hit else { return }
    layer = handles.retain(hit.layer)
    (x, y) = (hit.point.x, hit.point.y)
    index_count = copyIndices(hit.copy, to: &index)
  }
}

extension stretto_via {
  /// Portal or proxy that a hit is seen through, with a reference to it, or zeros for none.
  init(_ hit: Hit?) {
    self.init()
    guard let via = hit?.via else { return }
    layer = handles.retain(via.layer)
    index_count = copyIndices(via.copy, to: &index)
  }
}

extension stretto_loop_entry {
  init(_ entry: LoopEntry) {
    self.init()
    layer = handles.retain(entry.layer)
    (kind, period) = (entry.kind.rawValue, entry.period)
    copyText(entry.keyPath, to: &key_path)
  }
}

extension stretto_diagnostic {
  init(_ diagnostic: Diagnostic) {
    self.init()
    layer = handles.retain(diagnostic.layer)
    code = diagnostic.code.rawValue
    copyText(diagnostic.keyPath, to: &key_path)
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
    copyText(phases.keyPath, to: &key_path)
  }

  init(_ found: ScenePhases) {
    self.init(found.phases)
    layer = handles.retain(found.layer)
    change = found.change
    copyText(found.key, to: &key)
  }
}

/// Writes the indices of a copy into an array of a struct as far as they fit, and gives their number.
func copyIndices<Field>(_ indices: [Int], to field: inout Field) -> UInt32 {
  withUnsafeMutableBytes(of: &field) { bytes in
    let slots = bytes.bindMemory(to: Int32.self)
    for (slot, index) in zip(slots.indices, indices) { slots[slot] = Int32(clamping: index) }
    return UInt32(min(indices.count, slots.count))
  }
}

/// Writes a text into an array of a struct as far as it fits, ended by NUL; the struct is zeros before.
private func copyText<Field>(_ text: String, to field: inout Field) {
  withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
}
