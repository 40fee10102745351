import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTiming

extension VectorOptions {
  static let svgAbilities = FormatAbilities(
    name: "SVG", hasFilters: true, hasSkew: true, outlinesMayOvershoot: false)
}

/// Writes a scene as an SVG file that is animated by CSS, and by SMIL where CSS has no means.
///
/// Copies that move are written out separately, each with a delay, because WebKit does not animate the content of a `use`
/// element. Constant content that appears several times is written once. The file has no script and refers to nothing outside the
/// file.
///
/// - Throws: `VectorError`.
public func animatedSVG(
  of scene: Scene, _ options: VectorOptions, _ cancellation: Cancellation
) throws(VectorError) -> [UInt8] {
  let reader = try TreeReader(scene, options, VectorOptions.svgAbilities, cancellation)
  let tree = try reader.tree()
  let writer = AnimatedSVG(scene, options, reader.time, reader.background, reader.cancellation)
  return Array(try writer.file(tree).utf8)
}

/// Writer of one SVG file.
final class AnimatedSVG {
  let scene: Scene
  let options: VectorOptions
  let time: FileTime
  private let background: Color
  var keyframes: [String: String] = [:]
  private var keyframeRules = ""
  private var classes: [String: String] = [:]
  private var classRules = ""
  /// The markup of elements to which other elements refer.
  var definitions = ""
  private var shared: [String: String] = [:]
  private var uses: [String: Int] = [:]
  var lastID = 0
  var gradients: [String: String] = [:]
  private var defined: [String: String] = [:]
  var images: [ImageKey: String] = [:]
  /// Whether an element blends with the elements below it.
  private var blends = false
  /// Whether the current pass counts how often constant markup is shown.
  private var isCounting = true
  /// The cancellation of the call. After a cancellation, the writer writes empty markup.
  var cancellation: Cancellation

  init(
    _ scene: Scene, _ options: VectorOptions, _ time: FileTime, _ background: Color,
    _ cancellation: Cancellation
  ) {
    (self.scene, self.options, self.time) = (scene, options, time)
    (self.background, self.cancellation) = (background, cancellation)
  }

  func file(_ tree: Node) throws(VectorError) -> String {
    // The writer makes two passes, and the first pass counts the markup that is shown several times.
    _ = write(tree)
    isCounting = false
    (keyframes, keyframeRules, classes, classRules) = ([:], "", [:], "")
    (definitions, lastID, gradients, images, defined) = ("", 0, [:], [:], [:])
    let element = write(tree)
    if cancellation.isCancelled { throw .cancelled }
    let (width, height) = (short(scene.size.width, 4), short(scene.size.height, 4))
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
    text += "viewBox=\"0 0 \(width) \(height)\" role=\"img\""
    // Inline in a page, an SVG element without isolation blends with the page below the element.
    text += blends ? " style=\"isolation:isolate\">\n" : ">\n"
    let name = scene.root.values.name
    let title = name.isEmpty ? "animation" : name
    text += "<title>\(escaped(title))</title>\n"
    if !keyframeRules.isEmpty {
      text += "<style>\(keyframeRules)\(classRules)"
      text += "@media(prefers-reduced-motion){*{animation-play-state:paused!important}}</style>\n"
    }
    if !definitions.isEmpty { text += "<defs>\(definitions)</defs>\n" }
    if background.alpha > 0 {
      text += "<rect width=\"\(width)\" height=\"\(height)\""
      text += " fill=\"\(hexColor([background.red, background.green, background.blue]))\""
      if background.alpha < 1 { text += " fill-opacity=\"\(short(background.alpha, 3))\"" }
      text += "/>\n"
    }
    // As an image in a page, an SVG file clips to its own size. Inline in a page, only the style of the `svg` element clips.
    return text + element + "</svg>\n"
  }

  /// Defines an element to which other elements refer, unless an equal element is already defined. Returns the name by which
  /// other elements refer to the defined element.
  func define(_ word: String, _ content: String) -> String {
    let element = ">\(content)</\(word)>"
    if let known = defined[word + element] { return known }
    let id = newID()
    defined[word + element] = id
    definitions += "<\(word) id=\"\(id)\"\(element)"
    return id
  }

  func newID() -> String {
    defer { lastID += 1 }
    return "_" + shortName(lastID)
  }

  // MARK: Nodes

  /// The markup of a node.
  ///
  /// - Parameter outer: The product of the constant transforms around the node that no element has applied yet.
  func write(_ node: Node, _ outer: PlaneTransform = .identity) -> String {
    guard cancellation.shouldContinue(work: 512) else { return "" }
    let text = picture(node, outer)
    let css = node.blend == .additive ? "plus-lighter" : node.blend.css
    guard let css, css != "normal", !text.isEmpty else { return text }
    blends = true
    // The blend mode is on the outermost element of a node, because an animated element isolates its content from the backdrop.
    return "<g style=\"mix-blend-mode:\(css)\">\(text)</g>"
  }

  private func picture(_ node: Node, _ outer: PlaneTransform) -> String {
    var styles = Styles()
    var attributes = ""
    addOpacity(node, &styles, &attributes)
    addEffects(node, &styles, &attributes)
    if let constant = node.constantTransform {
      let whole = constant * outer
      if styles.isEmpty, attributes.isEmpty {
        if node.content.count == 1, case .node(let only) = node.content[0] {
          return write(only, whole)
        }
        return grouped(inside(node), transformAttribute(whole))
      }
      return grouped(inside(node), transformAttribute(whole) + attributes, styles)
    }
    let layers = transformStyles(node)
    // The innermost element of a node has the opacity and the mask of the content.
    var text = inside(node)
    for (index, layer) in layers.reversed().enumerated() {
      var all = layer
      if index == 0 { all.add(styles) }
      text = grouped(text, index == 0 ? attributes : "", all)
    }
    return grouped(text, transformAttribute(outer))
  }

  private func inside(_ node: Node) -> String {
    var text = ""
    var constant = ""
    func flush() {
      if !constant.isEmpty { text += sharing(constant) }
      constant = ""
    }
    for element in node.content {
      let (markup, moves): (String, Bool) =
        switch element {
        case .node(let node): (write(node), node.moves)
        case .paint(let paint): (write(paint), paint.moves)
        }
      if moves {
        flush()
        text += markup
      } else {
        constant += markup
      }
    }
    flush()
    return text
  }

  /// Constant markup, which is defined once if it is shown several times.
  private func sharing(_ markup: String) -> String {
    if isCounting {
      uses[markup, default: 0] += 1
      return markup
    }
    let times = uses[markup] ?? 0
    guard times > 1, times * markup.utf8.count > markup.utf8.count + 22 * times + 12,
      !markup.hasPrefix("<use")
    else { return markup }
    let id: String
    if let known = shared[markup] {
      id = known
    } else {
      id = newID()
      shared[markup] = id
      // Markup of a single element needs no group around the element.
      let isAlone = markup.hasSuffix("/>") && markup.dropFirst().firstIndex(of: "<") == nil
      if isAlone, let space = markup.firstIndex(of: " ") {
        definitions += markup[..<space] + " id=\"\(id)\"" + markup[space...]
      } else {
        definitions += "<g id=\"\(id)\">\(markup)</g>"
      }
    }
    return "<use href=\"#\(id)\"/>"
  }

  /// The content in a `g` element with attributes. If the content of the group is a single element, that element takes the
  /// attributes of the group.
  func grouped(_ content: String, _ attributes: String, _ styles: Styles = Styles()) -> String {
    if content.isEmpty { return "" }
    let all = attributes + styleAttributes(styles)
    if all.isEmpty { return content }
    if content.hasSuffix("/>"), content.dropFirst().firstIndex(of: "<") == nil,
      !hasAttributesOfGroup(content)
    {
      return content.dropLast(2) + all + "/>"
    }
    return "<g\(all)>\(content)</g>"
  }

  /// Whether an element already has one of the group's attributes, or an attribute whose order relative to the group's attributes
  /// matters.
  private func hasAttributesOfGroup(_ element: String) -> Bool {
    let names = ["transform", "class", "style", "opacity", "clip-path", "mask", "filter"]
    return element.split(separator: " ").contains { word in
      guard let end = word.firstIndex(of: "=") else { return false }
      return names.contains { word[..<end].hasSuffix($0) }
    }
  }

  // MARK: Styles

  /// A CSS declaration whose value is animated.
  struct Moving {
    let property: String
    let track: Track
    /// The timing of the declaration's keyframes; nil for a constant declaration.
    let timing: KeyTiming?
    let text: ([Double]) -> String

    init(_ property: String, _ channel: Channel, _ text: @escaping ([Double]) -> String) {
      (self.property, self.text) = (property, text)
      switch channel {
      case .constant(let value):
        (track, timing) = (
          Track(period: 1, segments: [Segment(start: 0, end: 1, from: value, to: value)]), nil
        )
      case .moving(let moving, let origin):
        let sampled = SampledPace(moving)
        track = sampled?.track ?? moving
        timing = KeyTiming(track, origin, sampled?.text)
      }
    }
  }

  /// The CSS declarations of one element, which are animated or constant.
  struct Styles {
    var moving: [Moving] = []
    var constant: [String] = []
    var isEmpty: Bool { moving.isEmpty && constant.isEmpty }

    mutating func add(
      _ property: String, _ channel: Channel, _ text: @escaping ([Double]) -> String
    ) {
      moving.append(Moving(property, channel, text))
    }

    mutating func add(_ other: Styles) {
      moving += other.moving
      constant += other.constant
    }
  }

  private func styleAttributes(_ styles: Styles) -> String {
    // Animated markup is never shared between several positions.
    if isCounting, !styles.moving.isEmpty { return " class=\"\"" }
    var groups: [(timing: KeyTiming, members: [Int])] = []
    for (index, item) in styles.moving.enumerated() {
      guard let timing = item.timing else { continue }
      if let known = groups.firstIndex(where: { $0.timing == timing }) {
        groups[known].members.append(index)
      } else {
        groups.append((timing, [index]))
      }
    }
    var (animations, delays) = ([String](), [String]())
    for (timing, members) in groups {
      let name = keyframes(timing, members.map { styles.moving[$0] })
      let pace = timing.commonPace ?? "linear"
      animations.append("\(name) \(periodText(timing.period)) \(pace) infinite")
      let delay = timing.origin > 1e-9 ? timing.origin - timing.period : 0
      delays.append(delay == 0 ? "0s" : short(delay, 4) + "s")
    }
    var text = ""
    if !animations.isEmpty {
      text += " class=\"\(className(animations.joined(separator: ",")))\""
    }
    var inline = styles.constant
    if delays.contains(where: { $0 != "0s" }) {
      let all = Set(delays).count == 1 ? [delays[0]] : delays
      inline.append("animation-delay:" + all.joined(separator: ","))
    }
    if !inline.isEmpty { text += " style=\"\(inline.joined(separator: ";"))\"" }
    return text
  }

  private func className(_ animation: String) -> String {
    if let known = classes[animation] { return known }
    let name = shortName(classes.count)
    classes[animation] = name
    classRules += ".\(name){animation:\(animation)}"
    return name
  }

  private func keyframes(_ timing: KeyTiming, _ members: [Moving]) -> String {
    let tracks = members.map { $0.track }
    func declarations(_ values: (Track) -> [Double]) -> String {
      zip(members, tracks).map { "\($0.property):\($0.text(values($1)))" }.joined(separator: ";")
    }
    var text = ""
    let count = timing.ends.count
    for index in 0..<count {
      let start = index == 0 ? 0 : timing.ends[index - 1]
      let segments = tracks.map { $0.segments[index] }
      var own = declarations { $0.segments[index].from }
      let pace = timing.paces[index]
      if timing.commonPace == nil, pace != "linear" {
        own += ";animation-timing-function:\(pace)"
      }
      text += "\(percent(start, timing.period)){\(own)}"
      let isLast = index + 1 == count
      let jumps =
        isLast
        || !zip(tracks, segments).allSatisfy { $0.segments[index + 1].from == $1.to }
      // If a value holds until the next keyframe, no keyframe is needed at the end of its segment.
      if jumps, pace != "step-end" || isLast {
        let end = isLast ? "to" : percent(timing.ends[index], timing.period, before: true)
        text += "\(end){\(declarations { $0.segments[index].to })}"
      }
    }
    if let known = keyframes[text] { return known }
    let name = shortName(keyframes.count)
    keyframes[text] = name
    keyframeRules += "@keyframes \(name){\(text)}"
    return name
  }

  private func percent(_ time: Double, _ period: Double, before: Bool = false) -> String {
    let fraction = time / period * 100
    return short(before ? fraction - 0.001 : fraction, 3) + "%"
  }
}

/// The times and timing functions of a track's keyframes. Tracks with equal timing share one CSS animation.
struct KeyTiming: Equatable {
  let period: Double
  let origin: Double
  let ends: [Double]
  let paces: [String]

  /// - Parameter pace: The CSS timing function of the only segment; nil for the timing functions of the track's segments.
  init(_ track: Track, _ origin: Double, _ pace: String? = nil) {
    (period, self.origin) = (track.period, origin)
    ends = track.segments.map { $0.end }
    paces = pace.map { [$0] } ?? track.segments.map { $0.cssPace }
  }

  /// The timing function that all segments share; nil if the timing functions differ.
  var commonPace: String? { paces.allSatisfy { $0 == paces[0] } ? paces[0] : nil }
}

extension Segment {
  /// The CSS timing function. A segment that holds its value jumps at its end if the next segment begins with another value.
  var cssPace: String {
    if holds { return "step-end" }
    guard let easing else { return "linear" }
    switch easing {
    case .easeIn: return "ease-in"
    case .easeOut: return "ease-out"
    case .easeInEaseOut: return "ease-in-out"
    case .default: return "ease"
    default:
      let numbers = [easing.c1x, easing.c1y, easing.c2x, easing.c2y].map { short($0, 3) }
      return "cubic-bezier(\(numbers.joined(separator: ",")))"
    }
  }
}
