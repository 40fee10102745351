/// The tracks of one property of a layer, in which each copy of the layer searches for a track that moves as the copy moves.
///
/// A search compares a bounded number of tracks, because every copy of a layer may have a track of its own.
struct KnownTracks {
  private var tracks: [Track] = []
  private var indices: [Fingerprint: [Int]] = [:]
  /// The greatest number of latest tracks, and of latest tracks with one fingerprint, that a search compares.
  private static let most = 16

  /// The tracks that a search compares, in the order in which the tracks were added: the latest tracks, and the latest tracks
  /// with the given fingerprint.
  func candidates(_ fingerprint: Fingerprint) -> [Track] {
    let firstLatest = max(0, tracks.count - KnownTracks.most)
    let alike = (indices[fingerprint] ?? []).suffix(KnownTracks.most)
    return alike.filter { $0 < firstLatest }.map { tracks[$0] } + tracks[firstLatest...]
  }

  mutating func add(_ track: Track, _ fingerprint: Fingerprint) {
    indices[fingerprint, default: []].append(tracks.count)
    tracks.append(track)
  }
}

/// Numbers that are equal for functions of time that move alike, and that mostly differ for other functions of time.
struct Fingerprint: Hashable {
  private var words: [UInt64] = []

  /// - Parameters:
  ///   - breaks: The times at which the function may jump or have a corner, as fractions of the period.
  ///   - values: Values of the function at some times, each divided by the tolerance of the value.
  init(breaks: [Double], values: [Double]) {
    words = breaks.map { Fingerprint.word($0 * 1e6) } + values.map { Fingerprint.word($0) }
  }

  /// The number of the cell of width 1 that contains a number. The borders of the cells avoid round numbers, so that a rounding
  /// error rarely moves a number into another cell.
  private static func word(_ number: Double) -> UInt64 {
    (number + 0.1371).rounded(.down).bitPattern
  }
}
