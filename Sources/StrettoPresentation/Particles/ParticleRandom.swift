import StrettoGeometry

/// Random numbers that are a hash of the seed, the cell, the particle and the channel. If a particle emits another particle, the
/// hash for the emitted particle includes both particles.
///
/// No random number comes from a sequence, so each particle can be evaluated alone, at any time and in any order. The hash
/// function of the random numbers is SplitMix64 (Steele, Lea and Flood, 2014).
struct ParticleRandom {
  /// The purpose of a random number of a particle. Each particle has one random number per channel.
  enum Channel: UInt64 {
    case position = 1, secondPosition, direction, velocity, lifetime, scale, spin, red, green, blue,
      alpha
    case thirdPosition, latitude, aroundDirection, rotation, mass
    case orientation, aroundOrientation
  }

  private let key: UInt64

  /// Creates the random numbers of an emitter, from which the random numbers of the emitter's particles are derived.
  init(seed: Double) { key = ParticleRandom.mix(UInt64(seed.clamped(to: 0...4_294_967_295))) }

  private init(key: UInt64) { self.key = key }

  /// The random numbers of a particle that this emitter or particle emits.
  func particle(_ number: Int, ofCell cell: Int) -> ParticleRandom {
    let celled = ParticleRandom.mix(key ^ UInt64(truncatingIfNeeded: cell))
    return ParticleRandom(key: ParticleRandom.mix(celled ^ UInt64(truncatingIfNeeded: number)))
  }

  /// A uniform random number in 0..<1.
  func unit(_ channel: Channel) -> Double {
    Double(ParticleRandom.mix(key ^ channel.rawValue) >> 11) * 0x1p-53
  }

  /// A uniform random number in `mean ± range / 2`.
  func spread(_ mean: Double, _ range: Double, _ channel: Channel) -> Double {
    range == 0 ? mean : mean + (unit(channel) - 0.5) * range
  }

  private static func mix(_ seed: UInt64) -> UInt64 {
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
