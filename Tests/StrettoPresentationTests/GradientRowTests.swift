import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import Testing

@Suite("Gradients")
struct GradientRowTests {
  private static let (red, blue) = (Color(1, 0, 0), Color(0, 0, 1))

  private static func picture(_ change: (inout GradientValues) -> Void) throws -> Picture {
    let layer = Layer(.gradient, frame: Rect(0, 0, 100, 100)) {
      $0.gradient.colors = [Self.red, Self.blue]
      change(&$0.gradient)
    }
    return try Picture(Layer(.plain).adding(layer), at: 0, width: 100, height: 100)
  }

  @Test("axial: the middle row is half of each colour, and the end colours extend")
  func clamp() throws {
    let whole = try Self.picture { _ in }
    // The middle of the gradient lies between rows 49 and 50, so the mean of the two rows is compared.
    for (channel, mean) in [(0, 127.5), (2, 127.5)] {
      #expect(abs(Double(whole[50, 49][channel] + whole[50, 50][channel]) / 2 - mean) <= 1)
    }
    #expect(whole[0, 30] == whole[99, 30])
    let part = try Self.picture {
      ($0.startPoint, $0.endPoint) = (Point(0.25, 0.5), Point(0.75, 0.5))
    }
    #expect(part[0, 9] == [255, 0, 0, 255] && part[24, 9] == [255, 0, 0, 255])
    #expect(part[75, 9] == [0, 0, 255, 255] && part[99, 9] == [0, 0, 255, 255])
    #expect(abs(part[37, 9][0] - 191) <= 1)
  }

  @Test("two equal locations make a hard edge")
  func hardStep() throws {
    let picture = try Self.picture {
      $0.colors = [Self.red, Self.red, Self.blue, Self.blue]
      $0.locations = [0, 0.3, 0.3, 1]
    }
    #expect(picture[50, 29] == [255, 0, 0, 255])
    #expect(picture[50, 30] == [0, 0, 255, 255])
  }

  private static func degenerate(_ type: GradientType, _ start: Point, _ end: Point) throws
    -> Picture
  {
    try picture { ($0.type, $0.startPoint, $0.endPoint) = (type, start, end) }
  }

  @Test("radial: points with equal x or y draw nothing, others an ellipse around the start")
  func radial() throws {
    let middle = Point(0.5, 0.5)
    for end in [Point(0.5, 1), Point(1, 0.5), middle] {
      #expect(try Self.degenerate(.radial, middle, end).pixels.allSatisfy { $0 == 0 })
    }
    let picture = try Self.degenerate(.radial, middle, Point(1, 0.75))
    // The radial gradient reaches its middle colour at half of each radius: 25 of 50 points along x, and 12.5 of 25 points along
    // y.
    #expect(abs(Double(picture[74, 50][0] + picture[75, 50][0]) / 2 - 127.5) <= 3)
    #expect(abs(Double(picture[50, 61][0] + picture[50, 62][0]) / 2 - 127.5) <= 6)
    #expect(picture[50, 90] == [0, 0, 255, 255])
  }

  @Test("axial with equal points shows the last colour")
  func axialWithoutLength() throws {
    let picture = try Self.degenerate(.axial, Point(0.2, 0.2), Point(0.2, 0.2))
    #expect(picture.pixels.allSatisfy { $0 == 0xFFFF_0000 })
  }

  @Test(
    "conic: the angle is zero towards the end and grows from +x to +y",
    arguments: [(Point(1, 0.5), 0), (Point(0.5, 1), 1), (Point(0, 0.5), 2), (Point(0.5, 0), 3)])
  func conic(end: Point, quarter: Int) throws {
    let four = [Self.red, Color(0, 1, 0), Self.blue, Color.white]
    let picture = try Self.picture {
      ($0.type, $0.startPoint, $0.endPoint) = (.conic, Point(0.5, 0.5), end)
      $0.colors = four.flatMap { [$0, $0] }
      $0.locations = [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]
    }
    let corners = [(80, 80), (20, 80), (20, 20), (80, 20)].map { picture[$0.0, $0.1] }
    let expected = (0..<4).map { four[($0 - quarter + 4) % 4] }
    for (corner, color) in zip(corners, expected) {
      let channels: [Double] = [color.red, color.green, color.blue, 1]
      let bytes: [Int] = channels.map { Int($0 * 255) }
      #expect(corner == bytes)
    }
  }

  @Test("conic: the middle angle between two stops is half of each colour")
  func conicMiddle() throws {
    let picture = try Self.degenerate(.conic, Point(0.5, 0.5), Point(1, 0.5))
    let both = Double(picture[2, 49][0] + picture[2, 50][0])
    #expect(abs(both - 255) <= 6)
    #expect(abs(picture[49, 97][0] - 191) <= 3 && abs(picture[49, 2][0] - 64) <= 3)
  }

  @Test("conic with equal points counts its angle from +x")
  func conicWithoutDirection() throws {
    let (point, right) = (
      try Self.degenerate(.conic, Point(0.5, 0.5), Point(0.5, 0.5)),
      try Self.degenerate(.conic, Point(0.5, 0.5), Point(1, 0.5))
    )
    #expect(point == right)
  }

  @Test("a single colour fills the layer, for any type", arguments: GradientType.allCases)
  func oneColor(type: GradientType) throws {
    let picture = try Self.picture { ($0.type, $0.colors) = (type, [Self.blue]) }
    #expect(picture.pixels.allSatisfy { $0 == 0xFFFF_0000 })
  }
}
