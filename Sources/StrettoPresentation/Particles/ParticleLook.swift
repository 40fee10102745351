import StrettoGeometry

/// The scale and the colour of a particle at an age, or the factors that the particle inherits at its birth.
struct ParticleLook {
  var scale: Double = 1
  var color: Color = .white
}
