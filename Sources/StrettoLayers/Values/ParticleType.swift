/// Orientation of a particle's picture, which lies flat in the emitter's plane or rotates in space.
public enum ParticleType: String, NamedOption {
  case sprite, plane
}
