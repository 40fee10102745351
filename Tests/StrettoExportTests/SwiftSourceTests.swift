import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import Testing

@Suite struct SwiftSourceTests {
  private func viewReplicator(_ frames: [Rect]) throws -> (Layer, Layer) {
    let (replicator, source) = (Layer(.viewReplicator), Layer(.plain))
    source.values.bounds = Rect(0, 0, 100, 100)
    try replicator.setSource(source)
    for frame in frames {
      let proxy = Layer(.proxy)
      proxy.values.frame = frame
      try replicator.addSublayer(proxy)
    }
    return (replicator, source)
  }

  @Test func `two proxies are exported as two windows, and the second starts one window earlier`()
    throws
  {
    let (replicator, _) = try viewReplicator([Rect(0, 0, 50, 50), Rect(60, 0, 25, 25)])
    let text = try swiftSource(of: replicator)
    #expect(text.contains("outer.instanceCount = 2"))
    #expect(text.contains("outer.instanceDelay = -16777216"))
    #expect(text.contains("inner.instanceAlphaOffset = 1"))
    #expect(text.contains("NSValue(cgPoint: CGPoint(x: 25, y: 25))"))
    #expect(text.contains("NSValue(cgPoint: CGPoint(x: 72.5, y: 12.5))"))
    #expect(text.contains("[0, 16777216]"))
    #expect(!text.contains("_UIPortalView") && !text.contains("CAPortalLayer"))
  }

  @Test func `a layer that cannot be exported raises an error with its name`() throws {
    let (replicator, _) = try viewReplicator([Rect(0, 0, 50, 50)])
    replicator.sublayers[0].values.timing.speed = 2
    #expect(throws: ExportError.proxy(index: 0, has: "a speed or duration of its own")) {
      try swiftSource(of: replicator)
    }
    #expect(throws: ExportError.notAViewReplicator) { try swiftSource(of: Layer(.plain)) }
    #expect(throws: ExportError.nothingToShow) { try swiftSource(of: Layer(.viewReplicator)) }
  }

  @Test func `brackets and parentheses of the source are balanced`() throws {
    let (replicator, _) = try viewReplicator([Rect(1.5, 0, 50, 50), Rect(60, 0, 25, 125)])
    replicator.sublayers[1].values.transform = LayerTransform(.rotation(0.3, 0, 0, 1))
    let text = try swiftSource(of: replicator)
    for (open, close): (Character, Character) in [("(", ")"), ("[", "]"), ("{", "}")] {
      #expect(text.count { $0 == open } == text.count { $0 == close }, "\(open)")
    }
  }

  @Test func `a perspective, a gravity and corners are written`() throws {
    let (replicator, _) = try viewReplicator([Rect(0, 0, 50, 50), Rect(60, 0, 50, 50)])
    replicator.values.sublayerTransform = LayerTransform(.perspective(500))
    for proxy in replicator.sublayers {
      proxy.values.contentsGravity = .resizeAspect
      proxy.values.maskedCorners = [.minXMinY, .maxXMaxY]
    }
    let text = try swiftSource(of: replicator)
    #expect(
      text.contains("outer.sublayerTransform = CATransform3D(") && text.contains("m34: -0.002"))
    #expect(text.contains("inner.contentsGravity = .resizeAspect"))
    #expect(text.contains("inner.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]"))
  }

  @Test func `an image is exported as an asset, animated or not`() throws {
    let image = Image(PixelBuffer(width: 1, height: 1))
    for (count, line) in [(1, "values = [UIImage("), (2, "inner.contents = UIImage(")] {
      let (replicator, _) = try viewReplicator(
        (0..<2).map { Rect(Double($0) * 60, 0, 50, 50) })
      for proxy in replicator.sublayers.prefix(count) { proxy.values.contents = .image(image) }
      let text = try swiftSource(of: replicator)
      #expect(text.contains(line) && text.contains("1 x 1 pixels"))
    }
  }
}
