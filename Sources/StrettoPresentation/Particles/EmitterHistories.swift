/// Birth rates and forces of emitters over time. The presenter caches birth rates and forces from frame to frame.
struct EmitterHistories {
  var rates: [CellHistoryKey: BirthRate] = [:]
  /// The keys of the birth rates that the current frame has used.
  var charged: Set<CellHistoryKey> = []
  var forces: [ForceTableKey: ForceTable] = [:]

  /// Prepares the cache of birth rates and forces for a frame. A large cache of birth rates is emptied, because an animated delay
  /// adds a new entry in each frame.
  mutating func beginFrame() {
    if rates.isEmpty, forces.isEmpty { return }
    charged.removeAll(keepingCapacity: true)
    if rates.reduce(0, { $0 + $1.value.stepCount }) > 1 << 20 { rates.removeAll() }
    if forces.reduce(0, { $0 + $1.value.segments.count }) > 1 << 18 { forces.removeAll() }
  }
}
