import CStretto
import StrettoHitTesting
import StrettoQuestions

extension stretto_hit: GrowingStruct {
  /// Converts a hit and adds references to its layer and its portal. A nil hit gives zeros.
  init(_ hit: Hit?) {
    self.init()
    character = Int32(clamping: hit?.character ?? -1)
    guard let hit else { return }
    layer = handles.retain(hit.layer)
    (x, y) = (hit.point.x, hit.point.y)
    index_count = copyIndices(hit.copy, to: &index)
    guard let shown = hit.portal else { return }
    portal = handles.retain(shown.layer)
    portal_index_count = copyIndices(shown.copy, to: &portal_index)
  }
}

extension stretto_loop_entry: GrowingStruct {
  init(_ entry: LoopEntry) throws {
    self.init()
    (kind, period) = (entry.kind.rawValue, entry.period)
    key_path = try stretto_bytes(entry.keyPath)
    layer = handles.retain(entry.layer)
  }
}

extension stretto_diagnostic: GrowingStruct {
  init(_ diagnostic: Diagnostic) throws {
    self.init()
    code = diagnostic.code.rawValue
    key_path = try stretto_bytes(diagnostic.keyPath)
    layer = handles.retain(diagnostic.layer)
  }
}

extension stretto_phases: GrowingStruct {
  init(_ phases: AnimationPhases) throws {
    try self.init(phases, key: "")
  }

  init(_ found: ScenePhases) throws {
    try self.init(found.phases, key: found.key)
    layer = handles.retain(found.layer)
    change = found.change
  }

  private init(_ phases: AnimationPhases, key: String) throws {
    self.init()
    (begin, end, cycle) = (phases.begin, phases.end, phases.iterationDuration)
    (depth, change) = (UInt32(phases.depth), .nan)
    autoreverses = phases.autoreverses
    (fills_before, fills_after) = (phases.fillsBefore, phases.fillsAfter)
    self.key = try stretto_bytes(key)
    key_path = try stretto_bytes(phases.keyPath)
  }
}

/// Writes the indices of a copy into a fixed-size array of a struct, and returns how many indices fit.
func copyIndices<Field>(_ indices: [Int], to field: inout Field) -> UInt32 {
  withUnsafeMutableBytes(of: &field) { bytes in
    let slots = bytes.bindMemory(to: Int32.self)
    for (slot, index) in zip(slots.indices, indices) { slots[slot] = Int32(clamping: index) }
    return UInt32(min(indices.count, slots.count))
  }
}
