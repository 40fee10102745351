/// Commands of a frame part that remain to be drawn, and the steps that these commands need.
struct DrawRange {
  let part: FramePart
  private(set) var commands: Range<Int>
  private var steps: Range<Int>

  init(part: FramePart, _ commands: Range<Int>, _ steps: Range<Int>) {
    (self.part, self.commands, self.steps) = (part, commands, steps)
  }

  var isEmpty: Bool { commands.isEmpty && steps.isEmpty }

  /// Removes and returns the steps that must be carried out before the next command.
  mutating func takeSteps() -> Range<Int> {
    var end = steps.lowerBound
    while end < steps.upperBound && part.list.steps[end].command <= commands.lowerBound { end += 1 }
    defer { steps = end..<steps.upperBound }
    return steps.lowerBound..<end
  }

  /// Removes and returns the commands before the next step.
  mutating func takeCommands() -> DrawRange {
    let end = steps.isEmpty ? commands.upperBound : part.list.steps[steps.lowerBound].command
    defer { commands = end..<commands.upperBound }
    return DrawRange(part: part, commands.lowerBound..<end, 0..<0)
  }

  /// Estimated time for drawing the commands on one thread, without the time for each pixel.
  var nanoseconds: Int {
    let points = part.list.store.points.count * commands.count / max(1, part.list.commands.count)
    return 128 * commands.count + 16 * points
  }
}
