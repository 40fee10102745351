/// Property of a particle that a behavior animates over the particle's lifetime.
public enum LifeProperty: String, NamedOption {
  case positionX = "position.x"
  case positionY = "position.y"
  case positionZ = "position.z"
  case velocityX = "velocity.x"
  case velocityY = "velocity.y"
  case velocityZ = "velocity.z"
  case mass, rotation, spin, scale, scaleSpeed
  case red = "color.red"
  case green = "color.green"
  case blue = "color.blue"
  case alpha = "color.alpha"
}
