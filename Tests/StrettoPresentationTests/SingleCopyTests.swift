import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@Suite struct SingleCopyTests {
  @Test(
    arguments: [
      ([3], [3], true), ([3], [2], false), ([], [0, 0], true), ([], [0, 1], false),
      ([nil, 2], [7, 2], true), ([nil, 2], [7, 1], false), ([1], [1, 0], true),
      ([1], [1, 4], false),
      ([0, 0, 0], [0], true), ([0, 0, 1], [0], false),
    ] as [([Int?], [Int], Bool)])
  func `a copy pattern selects copies, and missing indices are 0`(
    pattern: [Int?], copy: [Int], expected: Bool
  ) {
    #expect(CopyPattern(pattern).matches(copy) == expected)
  }

  private func grid() -> (root: Layer, dot: Layer) {
    let dot = Layer(frame: Rect(0, 0, 8, 8), color: .white)
    let row = Layer.replicator(count: 4, step: .translation(10, 0), dot)
    let rows = Layer.replicator(count: 3, step: .translation(0, 10), row)
    return (Layer(.plain).adding(rows), dot)
  }

  @Test
  func `of several values for a copy the latest wins, whichever pattern selects more copies`()
    throws
  {
    let (root, dot) = grid()
    let path = try PropertyPath("opacity", kind: .plain)
    let given: [(Double, [Int?])] = [
      (0.1, [1, 2]), (0.2, [nil, 2]), (0.3, [1, nil]), (0.4, [2, 2]), (0.5, [1, 2]), (0.6, [0]),
    ]
    for (value, pattern) in given {
      try dot.setValue(.number(value), at: path, copies: CopyPattern(pattern))
    }
    try withExtendedLifetime(root) {
      for row in 0..<3 {
        for column in 0..<4 {
          let latest = given.last { CopyPattern($0.1).matches([row, column]) }?.0 ?? 1
          let shown = try dot.presentationValue(at: path, time: 0, copy: [row, column])
          #expect(shown == .number(latest), "(\(row), \(column))")
        }
      }
    }
  }

  @Test func `a value for some copies changes only the selected copies`() throws {
    let (root, dot) = grid()
    let path = try PropertyPath("backgroundColor", kind: .plain)
    try dot.setValue(.color(Color(1, 0, 0)), at: path, copies: CopyPattern([nil, 2]))
    try dot.setValue(.color(Color(0, 0, 1)), at: path, copies: CopyPattern([1, 2]))
    let picture = try Picture(root, at: 0, width: 40, height: 30)
    for row in 0..<3 {
      for column in 0..<4 {
        let expected =
          column != 2 ? [255, 255, 255, 255] : row == 1 ? [0, 0, 255, 255] : [255, 0, 0, 255]
        #expect(picture[column * 10 + 4, row * 10 + 4] == expected, "(\(row), \(column))")
      }
    }
  }

  @Test func `an animation of a copy runs in the copy only, after the copy's values`() throws {
    let (root, dot) = grid()
    let path = try PropertyPath("opacity", kind: .plain)
    try dot.setValue(.number(0.5), at: path, copies: CopyPattern([0, 1]))
    try dot.addAnimation(
      .basic("opacity", to: .number(0), MediaTiming(duration: 2)), forKey: nil,
      copies: CopyPattern([0, 1]))
    #expect(root.number(of: dot, "opacity", at: 1, [0, 1]) == 0.25)
    #expect(root.number(of: dot, "opacity", at: 1, [1, 1]) == 1)
  }

  @Test func `arrays replace the regular rule, and further copies are extrapolated`() throws {
    let dot = Layer(frame: Rect(0, 0, 8, 8), color: .white)
    let row = Layer.replicator(count: 4, delay: 1, step: .translation(10, 0), dot) {
      $0.instanceDelays = [0, 5]
      $0.instanceTransforms = [.identity, .translation(0, 10)]
      $0.instanceColors = [Color(1, 0, 0), Color(0, 1, 0)]
      $0.instanceOpacities = [1, 1, 0]
    }
    let scene = Scene(size: Size(50, 30))
    scene.root.adding(row)
    let found = try scene.instances(of: dot, at: 10)
    #expect(found.map { $0.localTime } == [10, 5, 8, 7])
    #expect(found.map { $0.color.alpha } == [1, 1, 0, 1])
    let picture = try Picture(scene.root, at: 0, width: 50, height: 30)
    #expect(picture[4, 4] == [255, 0, 0, 255])
    #expect(picture[4, 14] == [0, 255, 0, 255])
    #expect(picture[24, 4][3] == 0)
    #expect(picture[34, 4] == [255, 255, 255, 255])
  }

  @Test func `each copy may have a mask, in the coordinates of that copy`() throws {
    let dot = Layer(frame: Rect(0, 0, 20, 20), color: .white)
    let row = Layer.replicator(count: 3, step: .translation(30, 0), dot)
    try row.setInstanceMasks([nil, Layer(frame: Rect(0, 0, 10, 20), color: .black)])
    let picture = try Picture(Layer(.plain).adding(row), at: 0, width: 90, height: 20)
    #expect(picture[15, 5][3] == 255)
    #expect(picture[35, 5][3] == 255)
    #expect(picture[45, 5][3] == 0)
    #expect(picture[75, 5][3] == 255)
  }

  @Test func `a reflection fades without masking the original`() throws {
    let source = Layer(frame: Rect(0, 0, 20, 100), color: .white)
    let mirror = Layer.replicator(
      frame: Rect(0, 0, 20, 100), count: 2, step: Transform3D.scale(1, -1) * .translation(0, 102),
      source)
    let fade = Layer(.gradient, frame: Rect(0, 0, 20, 100))
    // The mask of a mirrored copy is mirrored with the copy, so the copy fades from the bottom up.
    fade.values.gradient.colors = [Color(0, 0, 0, 0), Color(0, 0, 0, 0.5)]
    try mirror.setInstanceMasks([nil, fade])
    let picture = try Picture(Layer(.plain).adding(mirror), at: 0, width: 20, height: 202)
    #expect(picture[10, 50][3] == 255)
    #expect(abs(picture[10, 152][3] - 64) <= 1, "alpha .25 in the middle")
    #expect(picture[10, 200][3] <= 2)
  }
}
