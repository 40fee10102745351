import StrettoTiming

/// A vector in space for one particle, or a vector for each of eight particles.
struct Vectors<L: Lane> {
  var x: L, y: L, z: L

  @inline(__always)
  init(_ x: L, _ y: L, _ z: L) { (self.x, self.y, self.z) = (x, y, z) }

  @inline(__always)
  init(repeating vector: Vector) {
    self.init(L(repeating: vector.x), L(repeating: vector.y), L(repeating: vector.z))
  }

  subscript(lane: Int) -> Vector {
    @inline(__always) get { Vector(x[lane], y[lane], z[lane]) }
    @inline(__always) set { (x[lane], y[lane], z[lane]) = (newValue.x, newValue.y, newValue.z) }
  }

  @inline(__always) static func + (a: Vectors, b: Vectors) -> Vectors {
    Vectors(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  @inline(__always) static func - (a: Vectors, b: Vectors) -> Vectors {
    Vectors(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  @inline(__always) static func * (a: Vectors, b: L) -> Vectors {
    Vectors(a.x * b, a.y * b, a.z * b)
  }
  @inline(__always) static func * (a: Vectors, b: Double) -> Vectors { a * L(repeating: b) }

  @inline(__always) static func dot(_ a: Vectors, _ b: Vectors) -> L {
    a.x * b.x + a.y * b.y + a.z * b.z
  }

  @inline(__always)
  mutating func replace(with other: Vectors, where flags: L.Flags) {
    x.replace(with: other.x, where: flags)
    y.replace(with: other.y, where: flags)
    z.replace(with: other.z, where: flags)
  }
}

extension Vectors: Equatable where L: Equatable {}
