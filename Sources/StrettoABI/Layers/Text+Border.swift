import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension Layer {
  /// Layer itself. Throws unless it is a text.
  func asText() throws -> Layer {
    try require(kind == .text, .keyPath("\(className) has no characters; CATextLayer has them"))
    return self
  }

  /// Layout of this text in one copy of it, at a time of the scene.
  func laidOut(at time: Double, copy: [Int], _ end: CallEnd) throws -> LaidOutText {
    let text = try asText()
    var cancellation = end.cancellation
    return try text.laidOutInPlace(
      text.presentationValues(at: time, copy: copy), at: time, &cancellation)
  }
}

/// Runs a body on the layout of a text in one copy of it, at a time of the scene.
func askingText(
  _ handle: Handle, _ time: Double, _ indices: In<Int32>, _ count: UInt32,
  _ body: (LaidOutText, CallEnd) throws -> Void
) -> Status {
  asking(handle, Layer.self) {
    try body($0.laidOut(at: finite(time, "time"), copy: instance(indices, count), $1), $1)
  }
}

extension stretto_text_copy {
  init(_ text: LaidOutText, copy k: Int) {
    self.init()
    let copy = text.layout.copies[k]
    let box = text.box(ofCopy: k)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.baseline(ofCopy: k)
    character = Int32(clamping: copy.characters.lowerBound)
    character_count = Int32(clamping: copy.characters.count)
    line = Int32(clamping: copy.line)
    word = Int32(clamping: copy.word ?? -1)
    is_missing = text.isMissing(copy.characters) ? 1 : 0
  }
}

extension stretto_text_line {
  init(_ line: TextLayout.Line, _ text: LaidOutText) {
    self.init()
    let box = text.moved(line.box)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.y(ofBaseline: line.baseline)
    character = Int32(clamping: line.characters.lowerBound)
    character_count = Int32(clamping: line.characters.count)
  }
}
