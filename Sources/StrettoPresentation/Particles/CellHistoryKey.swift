/// Identifies the history of an emitter's cell in one copy of the emitter.
struct CellHistoryKey: Hashable {
  let layer: ObjectIdentifier
  let cell: ObjectIdentifier
  let copy: [Int]
  /// The delay of the copy in seconds, as a bit pattern. The delay is a part of the key because animations that are removed on
  /// completion are removed from all copies at the same scene time.
  let delay: UInt64
}
