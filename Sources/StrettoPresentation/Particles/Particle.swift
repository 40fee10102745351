import StrettoGeometry
import StrettoLayers

/// The state of one particle at one time of its life.
public struct Particle: Sendable {
  /// The index of the particle's cell values in `ParticleSystem.recipes`.
  public var recipe: Int
  /// The number of the particle among the particles of its cell. The first particle of a cell has number 1, and particles that a
  /// warm emitter emitted before its start have numbers of 0 or less.
  public var number: Int
  /// The time of the particle's birth in seconds of the emitter's time.
  public var birthTime: Double
  /// The seconds of the cell's time since the particle's birth.
  public var age: Double
  /// The age of the particle in seconds at which the particle ends.
  public var lifetime: Double
  /// The position of the particle in the emitter layer's coordinates.
  public var position: Point
  /// The z coordinate of the particle, which is greater if the particle is nearer to the viewer.
  public var z: Double
  public var scale: Double
  /// The rotation of the particle's image in the emitter's plane, in radians.
  public var rotation: Double
  public var color: Color
  /// The orientation of the particle's image in space; nil for an image in the emitter's plane, which `rotation` rotates.
  var orientation: Orientation?
}

extension Particle {
  /// Creates the state of a particle at `age` seconds after the particle's birth.
  init(
    _ number: Int, recipe: Int, birthTime: Double, age: Double, _ motion: Motion,
    _ life: ParticleLife
  ) {
    (self.recipe, self.number, self.birthTime) = (recipe, number, birthTime)
    (self.age, lifetime) = (age, life.length)
    (position, z) = (Point(motion.position.x, motion.position.y), motion.position.z)
    let (born, spun) = life.turn(at: age)
    rotation = born + spun
    let look = life.look(at: age)
    (scale, color) = (look.scale, look.color)
    let isPlane = life.cell.particleType == .plane
    if isPlane { orientation = Orientation(life.cell, life.random, rotation: born, spin: spun) }
    if let alignment = life.effects?.alignment {
      let inSpace = alignment.preservesDepth && isPlane
      let own = orientation ?? Orientation(angle: rotation)
      orientation = own.aligned(to: motion.velocity, turns: alignment.turns, inSpace: inSpace)
    }
  }
}
