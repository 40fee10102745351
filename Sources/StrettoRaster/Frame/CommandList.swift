import StrettoDisplayList
import StrettoGeometry

/// A shape and its transform to the device.
struct PlacedShape {
  var shape: Shape
  var transform: PlaneTransform
}

/// Commands, outlines, paints and groups of a frame part. A command list is made once for each frame, and does not change while
/// bands are drawn.
///
/// `CommandList` is a class and not a noncopyable struct, because checking the exclusive use of 150 fields took the compiler of
/// Swift 6.3 a fifth of this module's compile time.
final class CommandList {
  private(set) var commands = Arena<Command>()
  private(set) var joinedPaints = Arena<JoinedPaint>()
  var groups = Arena<GroupCommand>()
  var gradients = Arena<GradientPaint>()
  /// Colour tables of all gradients that have a colour table.
  var colors = Arena<UInt32>()
  var images = Arena<ImageSampler>()
  var passes = Arena<Pass>()
  var placedPasses = Arena<PlacedPass>()
  var steps = Arena<PassStep>()
  var outlines = Arena<Outline>()
  var store: OutlineStore
  /// Clips of the groups that are being expanded, and of groups that were expanded before.
  var clips = Arena<PlacedShape>()
  let budget: FrameBudget
  /// Number of bytes of the finished pictures of all passes.
  var pictureBytes = 0
  /// Sum over all commands of the number of bands that the command reaches into, including commands that were removed by
  /// `truncate`.
  private(set) var bandEntries = 0

  init(_ budget: FrameBudget) {
    self.budget = budget
    store = OutlineStore(budget)
  }

  /// True if there may be one more command or joined paint.
  private var allowsCommand: Bool {
    budget.allows(commands.count + joinedPaints.count + 1, of: .commands)
  }

  @inline(__always) func append(_ command: Command) {
    bandEntries += BandBins.bands(command.bounds).count
    guard allowsCommand, budget.allows(bandEntries, of: .commandsInBands) else { return }
    var command = command
    let joined = Int32(truncatingIfNeeded: joinedPaints.count)
    command.joined = joined..<joined
    if !commands.append(command) { budget.end() }
  }

  /// Adds a paint to the last command.
  func join(_ paint: JoinedPaint) {
    if !allowsCommand { return }
    let last = commands.count - 1
    let end = add(paint, to: &joinedPaints) + 1
    commands[last].joined = commands[last].joined.lowerBound..<end
    commands[last].area = commands[last].area.general
  }

  /// Removes the commands of a mask from command `start` on if the mask is one paint that covers the whole picture of the group,
  /// and sets the paint as the group's `mask`. When such a group is composited, each row of its picture is multiplied by the paint.
  func foldMask(from start: Int) {
    let (index, mask) = (Int(commands[start].paint.index), commands[start + 1])
    let group = groups[index]
    guard commands.count == start + 2, group.isPlain, group.later == nil, mask.kind == .draw,
      mask.paint.source != .picture, !mask.additive, mask.joined.isEmpty,
      mask.coversWhole(group.bounds)
    else { return }
    groups[index].mask = mask.paint
    truncate(to: start)
  }

  /// Swaps command `i` with the command after it, which begins a group. After the swap, command `i` is the first command of the
  /// group and fills the group's picture.
  func moveIntoGroup(_ i: Int) {
    let begin = commands[i + 1]
    commands[i + 1] = commands[i]
    (commands[i + 1].area, commands[i + 1].bounds) = (.everything, begin.bounds)
    commands[i] = begin
  }

  /// Removes the command `start`, which begins a group, and joins the paints in the group to the command `head` before the group.
  /// If `head` equals `start`, the other paints in the group are joined to the first command in the group.
  func dissolveGroup(_ start: Int, into head: Int) {
    if head == start { commands[head] = commands[head + 1] }
    for i in head + 2..<commands.count {
      add(JoinedPaint(paint: commands[i].paint), to: &joinedPaints)
    }
    commands.truncate(to: head + 1)
    let end = Int32(truncatingIfNeeded: joinedPaints.count)
    commands[head].joined = commands[head].joined.lowerBound..<end
  }

  /// Appends an element to one of the arenas, and returns the index of the arena's last element. If there is no memory for the
  /// new element, the frame ends with an error.
  @discardableResult @inline(__always)
  func add<Element>(_ element: Element, to arena: inout Arena<Element>) -> Int32 {
    if !arena.append(element) { budget.end() }
    return Int32(truncatingIfNeeded: arena.count - 1)
  }

  /// Removes the commands from index `count` on, of which there is at least one.
  func truncate(to count: Int) {
    joinedPaints.truncate(to: Int(commands[count].joined.lowerBound))
    commands.truncate(to: count)
  }

  /// Number of calls of `begin`.
  private(set) var frame = 0

  /// Removes the contents of the previous frame from the list.
  func begin() {
    frame += 1
    commands.removeAll()
    joinedPaints.removeAll()
    groups.removeAll()
    gradients.removeAll()
    colors.removeAll()
    images.removeAll()
    passes.removeAll()
    placedPasses.removeAll()
    steps.removeAll()
    outlines.removeAll()
    store.removeAll()
    clips.removeAll()
    (bandEntries, pictureBytes) = (0, 0)
  }
}
