import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTestSupport
import Testing

private let image = Image(width: 1, height: 1) { _, _ in 1 }
private let other = Image(width: 1, height: 1) { _, _ in 2 }

private func line(_ x: Double) -> Path {
  var path = Path()
  path.move(to: Point(x, 0))
  path.curve(to: Point(x, 4), control1: Point(0, x), control2: Point(1, x))
  path.close()
  return path
}

/// Values of every kind are interpolated. Values of a kind that cannot be interpolated switch at progress 0.5.
@Suite("Interpolated values")
struct InterpolationTests {
  static let blended: [(Value, Value, Value)] = [
    (.number(2), .number(10), .number(4)),
    (.point(Point(0, 4)), .point(Point(8, 0)), .point(Point(2, 3))),
    (.size(Size(0, 4)), .size(Size(8, 0)), .size(Size(2, 3))),
    (.rect(Rect(0, 4, 8, 0)), .rect(Rect(8, 0, 0, 4)), .rect(Rect(2, 3, 6, 1))),
    (.color(Color(0, 1, 0, 0)), .color(Color(1, 0, 0, 1)), .color(Color(0.25, 0.75, 0, 0.25))),
    (.none, .color(Color(1, 0.5, 0, 0.5)), .color(Color(1, 0.5, 0, 0.125))),
    (.color(Color(1, 0.5, 0, 0.5)), .none, .color(Color(1, 0.5, 0, 0.375))),
    (.integer(1), .integer(6), .integer(2)), (.integer(5), .integer(1), .integer(4)),
    (.numbers([0, 4]), .numbers([8, 0]), .numbers([2, 3])),
    (
      .colors([.black, .white]), .colors([.white, .white]),
      .colors([Color(0.25, 0.25, 0.25), .white])
    ),
    (.path(line(0)), .path(line(4)), .path(line(1))),
    (.image(image), .image(other), .dissolve(image, other, 0.25)),
    (.image(image), .image(image), .image(image)),
    (
      .transform(.identity), .transform(LayerTransform(.translation(8, 4))),
      .transform(LayerTransform(.translation(2, 1)))
    ),
    (
      .transform(.identity), .transform(LayerTransform(.scale(3, 5))),
      .transform(LayerTransform(.scale(1.5, 2)))
    ),
  ]

  @Test("are blended at progress 0.25", arguments: blended)
  func quarter(row: (Value, Value, Value)) {
    #expect(row.0.interpolated(to: row.1, 0.25) == row.2)
  }

  @Test("equal the end values exactly at progress 0 and 1", arguments: blended)
  func ends(row: (Value, Value, Value)) {
    #expect(row.0.interpolated(to: row.1, 0) == row.0)
    #expect(row.0.interpolated(to: row.1, 1) == row.1)
  }

  /// A matrix with two parallel axes, which cannot be decomposed.
  static let parallel: Transform3D = Transform3D(
    numbers: [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  static let switched: [(Value, Value)] = [
    (.boolean(false), .boolean(true)), (.string("a"), .string("b")),
    (.path(line(0)), .path(.rect(Rect(0, 0, 1, 1)))), (.numbers([1]), .numbers([1, 2])),
    (.colors([.black]), .colors([.black, .white])), (.none, .path(line(0))),
    (.transform(LayerTransform(parallel)), .transform(.identity)), (.none, .numbers([1, 2])),
  ]

  @Test("switch at progress 0.5 if the kind has no interpolation", arguments: switched)
  func halfway(row: (Value, Value)) {
    #expect(row.0.interpolated(to: row.1, 0.499) == row.0)
    #expect(row.0.interpolated(to: row.1, 0.5) == row.1)
  }

  @Test("are extrapolated if a curve overshoots")
  func overshoot() {
    #expect(Value.number(2).interpolated(to: .number(4), 1.5) == .number(5))
    #expect(Value.number(2).interpolated(to: .number(4), -0.5) == .number(1))
    #expect(Value.image(image).interpolated(to: .image(other), 1.5) == .image(other))
    #expect(Value.image(image).interpolated(to: .image(other), -0.5) == .image(image))
  }

  @Test("of integers never round just below an integer", arguments: 1...40)
  func integers(n: Int) {
    for k in 0...n {
      let value = Value.integer(0).interpolated(to: .integer(Double(n)), Double(k) / Double(n))
      #expect(value == .integer(Double(k)))
    }
  }

  @Test("of rotations are rotations")
  func turn() {
    let turn = Value.transform(LayerTransform(.rotation(.pi / 2, 0, 0, 1)))
    guard case .transform(let half) = Value.transform(.identity).interpolated(to: turn, 0.5) else {
      Issue.record("no matrix")
      return
    }
    #expect(half.matrix.isClose(to: .rotation(.pi / 4, 0, 0, 1), 1e-12))
  }
}

@Suite("Sums of values")
struct AdditionTests {
  static let sums: [(Value, Value, Value)] = [
    (.number(2), .number(3), .number(5)), (.integer(2), .integer(3), .integer(5)),
    (.point(Point(1, 2)), .point(Point(3, 4)), .point(Point(4, 6))),
    (.size(Size(1, 2)), .size(Size(3, 4)), .size(Size(4, 6))),
    (.rect(Rect(1, 2, 3, 4)), .rect(Rect(1, 1, 1, 1)), .rect(Rect(2, 3, 4, 5))),
    (.color(Color(0.25, 0, 0, 0)), .color(Color(0.25, 1, 0, 1)), .color(Color(0.5, 1, 0, 1))),
    (.numbers([1, 2]), .numbers([3, 4]), .numbers([4, 6])),
    (
      .transform(LayerTransform(.translation(5, 0))), .transform(LayerTransform(.scale(2, 2))),
      .transform(LayerTransform(.translation(5, 0) * .scale(2, 2)))
    ),
    (.boolean(true), .boolean(false), .boolean(true)),
    (.numbers([1]), .numbers([1, 2]), .numbers([1])),
  ]

  @Test("are sums for numbers and products for matrices", arguments: sums)
  func sum(row: (Value, Value, Value)) { #expect(row.0.added(to: row.1) == row.2) }

  @Test("with the neutral value are unchanged", arguments: sums)
  func neutral(row: (Value, Value, Value)) {
    #expect(row.0.added(to: row.0.neutral) == row.0)
    #expect(row.0.neutral.added(to: row.0) == row.0)
  }

  @Test("can be subtracted again", arguments: sums)
  func negated(row: (Value, Value, Value)) {
    #expect(row.0.negated.added(to: row.0.added(to: row.1)) == row.1 || !isGroup(row.0))
  }

  private func isGroup(_ value: Value) -> Bool {
    switch value {
    case .boolean, .numbers: false
    default: true
    }
  }

  @Test("of a repeated value are multiples for numbers and powers for matrices", arguments: sums)
  func multiples(row: (Value, Value, Value)) {
    guard isGroup(row.0) else { return }
    #expect(row.0.multiplied(by: 3) == row.0.added(to: row.0.added(to: row.0)))
  }
}
