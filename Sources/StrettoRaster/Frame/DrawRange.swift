/// Commands of a frame part that are drawn next, and the commands and steps that remain.
struct DrawRange {
  let part: FramePart
  /// Commands that are drawn next.
  private(set) var commands: Range<Int> = 0..<0
  private var rest: Range<Int>
  private var steps: Range<Int>

  init(part: FramePart, _ commands: Range<Int>, _ steps: Range<Int>) {
    (self.part, rest, self.steps) = (part, commands, steps)
  }

  /// True if no commands and no steps remain.
  var isAtEnd: Bool { rest.isEmpty && steps.isEmpty }

  /// Removes and returns the steps that must be carried out before the next command.
  mutating func takeSteps() -> Range<Int> {
    var end = steps.lowerBound
    while end < steps.upperBound && part.list.steps[end].command <= rest.lowerBound { end += 1 }
    defer { steps = end..<steps.upperBound }
    return steps.lowerBound..<end
  }

  /// Moves the commands before the next step from `rest` to `commands`.
  mutating func takeCommands() {
    let end = steps.isEmpty ? rest.upperBound : part.list.steps[steps.lowerBound].command
    (commands, rest) = (rest.lowerBound..<end, end..<rest.upperBound)
  }

  /// Estimated time for drawing `commands` on one thread, without the time for each pixel.
  var nanoseconds: Int {
    let share = Double(commands.count) / Double(max(1, part.list.commands.count))
    return 128 * commands.count + Int(16 * share * Double(part.list.store.points.count))
  }
}
