import StrettoGeometry

/// A picture that is drawn as a whole, and not in bands, because the picture or the picture's backdrop is blurred. A blurred
/// picture is not drawn in bands, because each of its pixels may depend on many other pixels.
struct Pass {
  /// Items that the pass draws, an empty range if the pass only copies its backdrop.
  var items: Range<Int>
  /// Transform from the space of the items to the pass's own pixels, which begin at (0, 0).
  var transform: PlaneTransform
  /// Size of the drawn picture in pixels.
  var width: Int32, height: Int32
  /// Position of the pass's pixels in the pass or frame that shows the pass. The origin of a pass is used only if the pass begins
  /// with its backdrop, because any other pass may be shown at several positions.
  var origin: PixelShift
  /// Transform from the pass's own pixels to the pixels of the finished picture; nil if the pixels coincide.
  var toPicture: PlaneTransform?
  /// Rectangle of the finished picture, in the pass's own pixels if `toPicture` is nil, and in the pixels to which `toPicture`
  /// maps if there is a transform.
  var seen: PixelRect
  /// Index into the display list's effects; -1 if the pass has no effects.
  var effects: Int
  /// Transform from the points in which effects are measured to the pass's own pixels.
  var points: PlaneTransform
  var scale: EffectScale
  /// True if the pass begins with a copy of its backdrop, and false if the pass begins with clear pixels.
  var startsFromBelow: Bool
  /// Index of the group whose coverage is drawn; -1 if no coverage is drawn. See `Expansion.State`.
  var covering: Int = -1

  /// Range of the commands that draw the pass.
  var commands: Range<Int> = 0..<0
  /// Range of the steps that draw the pictures that this pass shows.
  var steps: Range<Int> = 0..<0
  /// Pixels of the finished picture, which has the size of `seen`. The pixels of the picture are valid while the range of
  /// commands that shows the pass is drawn.
  var picture: CheckedSpan<UInt32>?
  /// Index of the previous pass with an equal hash; -1 if there is no such pass. See `PassIndex`.
  var previous: Int32 = -1

  /// Number of bytes of pictures that exist while the items are drawn: the pictures of this pass, and the pictures of the passes
  /// that contain this pass.
  var bytesHeld: Int = 0
}

/// One position at which the picture of a pass is shown.
struct PlacedPass {
  var pass: Int
  /// Rectangle of the containing picture that the finished picture of the pass covers.
  var seen: PixelRect
}

/// A pass whose picture must be drawn before a certain command.
struct PassStep {
  var command: Int
  var pass: Int
}
