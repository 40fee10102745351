import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText
import StrettoTiming

/// Converts a scene to Swift source for UIKit and Core Animation: a function that creates the layers of the scene.
///
/// The source uses no private API for view replicators, because replicators that give equal pictures replace each view replicator
/// (`Construction`). For any other feature that Core Animation's public API lacks, a comment in the source names the feature. The
/// source loads images by name from the assets of the app.
public func swiftSource(
  of scene: Scene, _ cancellation: Cancellation = .never
) throws(ExportError) -> String {
  let writer = CoreAnimationWriter(cancellation)
  try writer.write(scene)
  return writer.source(scene.size)
}

/// Writes the statements that create layers.
final class CoreAnimationWriter {
  private struct PendingLayer {
    let layer: Layer
    /// The parts of the statement that adds the layer to its superlayer, before and after the layer's variable.
    let attachment: (before: String, after: String)
    /// Whether the layer is the source of a view replicator. The position of the source layer has no effect.
    var isSource = false
  }

  private var lines: [String] = []
  /// The number of bytes that may still be written.
  private var left: Int = ExportError.mostBytes
  private var cancellation: Cancellation
  private var waiting = TreeWalk<PendingLayer>([])
  private var names = VariableNames()
  private var pictures: [ObjectIdentifier: String] = [:]
  /// The variable of each emitter cell that has been written. A cell that is in several lists is created once.
  private var cells: [ObjectIdentifier: String] = [:]
  private var behaviors: [ObjectIdentifier: String] = [:]
  private var beginsAtZero = false
  /// Whether animations begin when the layers are added to a layer tree, which is Core Animation's default.
  private var beginsWhenAdded = false

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  func source(_ size: Size) -> String {
    let zero = [
      "// Animations begin at this time, because Core Animation replaces 0 by the current time.",
      "let zero: CFTimeInterval = 1e-100",
    ]
    let statements = (beginsAtZero ? zero : []) + lines + ["return scene"]
    return """
      import UIKit

      /// Creates a scene of \(size.width.source) x \(size.height.source) points, whose time begins with the call.
      ///
      /// Add the layer to the layer of a view.
      func makeScene() -> CALayer {
      \(statements.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"))
      }

      """
  }

  /// Swift source of a function that shows the layer `source` like a view replicator, by the construction of the view replicator.
  func source(of viewReplicator: Layer) throws(ExportError) -> String {
    beginsWhenAdded = true
    let construction = try writableConstruction(of: viewReplicator)
    // The function has no superlayer for the construction, so the outer replicator applies the view replicator's sublayer
    // transform.
    construction.outer.values.sublayerTransform = LayerTransform(
      viewReplicator.values.sublayerGeometry)
    try layOver("source")
    let (outer, inner) = try write(construction)
    try add("\(inner).addSublayer(source)", "return \(outer)")
    let window = Int(clampingDown: Construction.window)
    return """
      import UIKit

      /// Shows `source` at several positions with the same local time, by public Core Animation API.
      ///
      /// Each copy of the outer replicator is one window of time ahead of the copy before. In each window, the inner
      /// replicator has another position, shows one copy of the source, hides the original, and shifts the time of
      /// the copy back to the current time. The replicators are valid for \(window) seconds after they are added.
      func makeReplicator(showing source: CALayer) -> CALayer {
      \(lines.map { "  " + $0 }.joined(separator: "\n"))
      }

      """
  }

  // MARK: Layers

  func write(_ scene: Scene) throws(ExportError) {
    let root = scene.root
    try add("let scene = CALayer()")
    try assign("scene", PropertyName.bounds, .rect(root.values.bounds))
    try assign("scene", PropertyName.position, .point(root.values.position))
    if scene.background != .clear {
      try assign("scene", PropertyName.backgroundColor, .color(scene.background))
    }
    try add("scene.masksToBounds = true", "scene.beginTime = CACurrentMediaTime()")
    if !scene.states.names.isEmpty {
      try lack("the scene's states, \(scene.states.names.joined(separator: ", "))")
    }
    // A root that only has the bounds of its scene is left out.
    let isPlain =
      root.kind == .plain && root.mask == nil && isBlank(root, Scene(size: scene.size).root.values)
    wait(for: isPlain ? root.sublayers : [root], in: "scene")
    while let pending = waiting.next() { try write(pending) }
  }

  private func wait(for sublayers: [Layer], in name: String) {
    waiting.push(
      sublayers.map { PendingLayer(layer: $0, attachment: ("\(name).addSublayer(", ")")) })
  }

  private func write(_ pending: PendingLayer) throws(ExportError) {
    let layer = pending.layer
    guard let type = layer.kind.publicClass else {
      return try lack("\(layer.kind.className) \(quoted(layer.values.name))")
    }
    let kind = type.dropFirst(2)
    let name = names.next(layer.values.name, or: kind.prefix(1).lowercased() + kind.dropFirst())
    try add("", "let \(name) = \(type)()")
    try assign(name, layer.kind.properties, of: layer.values, unlike: layer.kind.initialValues) {
      layer.kind.hasPublic($0)
    }
    if pending.isSource { try layOver(name) }
    try add(pending.attachment.before + name + pending.attachment.after)
    try writeParts(of: layer, name)
    for animation in layer.animations {
      try write(animation, of: layer, name)
    }
  }

  /// Moves a source to the position of its copies, because the position of a source has no effect.
  private func layOver(_ name: String) throws(ExportError) {
    try add(
      "\(name).transform = CATransform3DIdentity", "\(name).opacity = 1",
      "\(name).anchorPoint = .zero", "\(name).position = \(name).bounds.origin")
  }

  private func writeParts(of layer: Layer, _ name: String) throws(ExportError) {
    let lacking = [
      (layer.values.effectValues.filters.isEmpty, "filters"),
      (layer.values.effectValues.backgroundFilters.isEmpty, "backgroundFilters"),
      (layer.instanceMasks.isEmpty, "instanceMasks"),
      (layer.values.text.ranges.isEmpty, "styles of single characters"),
      (layer.valuesOfCopies.isEmpty, "values of single copies"),
      (
        layer.glyph.map { $0.sublayers.isEmpty && isBlank($0, $0.kind.initialValues) } ?? true,
        "glyph"
      ),
    ]
    for (isEmpty, word) in lacking where !isEmpty { try lack("\(name).\(word)") }
    try write(layer.values.emitter.cells, of: name)
    try write(layer.values.emitter.behaviors, of: name)
    if layer.kind == .viewReplicator { try writeConstruction(of: layer, name) }
    wait(for: layer.kind == .viewReplicator ? [] : layer.sublayers, in: name)
    if let mask = layer.mask {
      waiting.push(PendingLayer(layer: mask, attachment: ("\(name).mask = ", "")))
    }
  }

  private func isBlank(_ layer: Layer, _ fresh: LayerValues) -> Bool {
    layer.animations.isEmpty && layer.valuesOfCopies.isEmpty
      && layer.kind.properties.differences(layer.values, fresh).isEmpty
  }

  /// Writes the construction of a view replicator: replicators that show the source of the view replicator through windows of
  /// time.
  private func writeConstruction(of layer: Layer, _ name: String) throws(ExportError) {
    guard let source = layer.source else { return }
    let construction: Construction
    do throws(ExportError) {
      construction = try writableConstruction(of: layer)
    } catch {
      return try lack("the positions of the copies of \(name): \(error.sentence)")
    }
    let window = Int(clampingDown: Construction.window)
    try add(
      "// Shows copies at several positions by windows of time, for \(window) s after being added."
    )
    let (outer, inner) = try write(construction)
    try add("\(name).addSublayer(\(outer))")
    waiting.push(
      PendingLayer(layer: source, attachment: ("\(inner).addSublayer(", ")"), isSource: true))
  }

  /// Writes both replicators of a construction, and returns their variables.
  private func write(_ construction: Construction) throws(ExportError)
    -> (outer: String, inner: String)
  {
    let outer = names.next("outer", or: "outer")
    let inner = names.next("inner", or: "inner")
    for (part, name) in [(construction.outer, outer), (construction.inner, inner)] {
      try add("let \(name) = CAReplicatorLayer()")
      try assign(name, part.kind.properties, of: part.values, unlike: part.kind.initialValues)
      for animation in part.animations { try write(animation, of: part, name) }
    }
    try add("\(outer).addSublayer(\(inner))")
    return (outer, inner)
  }

  private func write(_ cells: [EmitterCell], of name: String) throws(ExportError) {
    if cells.isEmpty { return }
    var names: [String] = []
    for cell in cells { names.append(try write(cell)) }
    try add("\(name).emitterCells = [\(names.joined(separator: ", "))]")
  }

  /// Writes an emitter cell and its inner cells, which are at most `EmitterCell.depthLimit` levels deep. Returns the variable of
  /// the cell.
  private func write(_ cell: EmitterCell) throws(ExportError) -> String {
    if let known = cells[ObjectIdentifier(cell)] { return known }
    let name = names.next(cell.values.name, or: "cell")
    cells[ObjectIdentifier(cell)] = name
    try add("let \(name) = CAEmitterCell()")
    for (property, value) in CellProperties.table.differences(cell.values, CellValues()) {
      if property.isPublic {
        try assign(name, property.name, value, property.kind, isCell: true)
      } else {
        try assignByKey(name, property.name, value)
      }
    }
    try write(cell.values.cells, of: name)
    return name
  }

  /// Writes the behaviors of an emitter. Behaviors have no public API, so the source looks up their class at run time.
  private func write(_ given: [EmitterBehavior], of name: String) throws(ExportError) {
    if given.isEmpty { return }
    if behaviors.isEmpty {
      try add(
        "// CAEmitterBehavior is not public API: Apple may refuse an app that uses it.",
        "func emitterBehavior(_ type: String) -> NSObject? {",
        "  (NSClassFromString(\"CAEmitterBehavior\") as AnyObject?)?",
        "    .perform(NSSelectorFromString(\"behaviorWithType:\"), with: type)?",
        "    .takeUnretainedValue() as? NSObject", "}")
    }
    var made: [String] = []
    for behavior in given {
      let (values, id) = (behavior.values, ObjectIdentifier(behavior))
      if let known = behaviors[id] {
        made.append(known)
        continue
      }
      let name = names.next(values.name, or: values.type.name)
      behaviors[id] = name
      made.append(name)
      try add("let \(name) = emitterBehavior(\(quoted(values.type.name)))")
      let rows = BehaviorProperties.rows(of: values.type)
      for (property, value) in rows.differences(values, BehaviorValues(values.type)) {
        try assignByKey("\(name)?", property.name, value)
      }
    }
    let list = "[\(made.joined(separator: ", "))].compactMap { $0 }"
    try add("\(name).setValue(\(list), forKey: \"emitterBehaviors\")")
  }

  /// Sets a property that has no public name, by key-value coding.
  private func assignByKey(_ name: String, _ property: String, _ value: Value) throws(ExportError) {
    guard let text = try boxed(value) else { return try lack("\(name).\(property)") }
    try add("\(name).setValue(\(text), forKey: \(quoted(property)))")
  }

  // MARK: Animations

  private func write(_ animation: LayerAnimation, of layer: Layer, _ name: String)
    throws(ExportError)
  {
    let values = animation.definition
    if animation.copies != nil {
      return try lack("an animation of single copies, \(quoted(values.keyPath)) of \(name)")
    }
    guard let made = try write(values, of: layer, name) else { return }
    if values.timing.beginTime == 0, !beginsWhenAdded {
      beginsAtZero = true
      try add("\(made).beginTime = zero")
    }
    let key = animation.key.isEmpty ? "nil" : quoted(animation.key)
    try add("\(name).add(\(made), forKey: \(key))")
  }

  /// Writes an animation and returns its variable, or returns nil if Core Animation cannot animate the property.
  ///
  /// The recursion is as deep as animation groups are nested, and the library limits this depth.
  private func write(_ values: AnimationValues, of layer: Layer, _ name: String) throws(ExportError)
    -> String?
  {
    if values.kind.hasKeyPath, !canAnimate(values.keyPath, layer.kind) {
      try lack("an animation of \(quoted(values.keyPath)) of \(name)")
      return nil
    }
    var members: [String] = []
    for member in values.animations {
      if let made = try write(member, of: layer, name) { members.append(made) }
    }
    let made = names.next("\(name) \(values.keyPath)", or: "animation")
    let given = values.kind.hasKeyPath ? "keyPath: \(quoted(values.keyPath))" : ""
    try add("let \(made) = \(values.kind.className)(\(given))")
    try assign(made, values.kind.properties, of: values, unlike: AnimationValues(values.kind))
    if !values.keyValues.isEmpty { try assignList(made, PropertyName.values, values.keyValues) }
    if values.kind == .group {
      try add("\(made).animations = [\(members.joined(separator: ", "))]")
    }
    return made
  }

  /// Whether Core Animation can animate the key path. Only the first component of the key path is examined. Key paths into cells
  /// and other layers count as animatable.
  private func canAnimate(_ keyPath: String, _ kind: LayerKind) -> Bool {
    let word = String(keyPath.prefix { $0 != "." })
    return kind.properties.first { $0.name == word }.map { kind.hasPublic($0) } ?? true
  }

  // MARK: Values

  /// Writes assignments of all properties that differ from their initial value. For a property that Core Animation lacks, a
  /// comment is written in place of the assignment.
  private func assign<Owner>(
    _ name: String, _ table: [Property<Owner>], of owner: Owner, unlike fresh: Owner,
    isCell: Bool = false, isPublic: (Property<Owner>) -> Bool = { _ in true }
  ) throws(ExportError) {
    for (property, value) in table.differences(owner, fresh) {
      if isPublic(property) {
        try assign(name, property.name, value, property.kind, isCell: isCell)
      } else {
        try lack("\(name).\(property.name)", property.summary)
      }
    }
  }

  private func assign(
    _ name: String, _ property: String, _ value: Value, _ kind: ValueKind = .number,
    isCell: Bool = false
  ) throws(ExportError) {
    let word = "\(name).\(swiftNames[property] ?? property)"
    let text: String? =
      switch (value, kind) {
      case (.string(let text), .name): swiftCase(text, of: property, isCell: isCell)
      case (.font(let font), _): quoted(font.family) + " as CFString"
      case (_, .any): try boxed(value)
      default: try expression(value, kind)
      }
    if let text { try add("\(word) = \(text)") } else { try lack(word) }
  }

  private func assignList(_ name: String, _ property: String, _ values: [Value]) throws(ExportError)
  {
    var items: [String] = []
    for value in values {
      guard let text = try boxed(value) else { return try lack("\(name).\(property)") }
      items.append(text)
    }
    let line = "\(name).\(property) = [\(items.joined(separator: ", "))]"
    if line.utf8.count <= 100 { return try add(line) }
    try add("\(name).\(property) = [")
    for item in items { try add("  \(item),") }
    try add("]")
  }

  /// The Swift expression for a value in the type of the property. Statements that the expression needs are written first.
  private func expression(_ value: Value, _ kind: ValueKind) throws(ExportError) -> String? {
    switch value {
    case .path(let path): try write(path)
    case .image(let image), .dissolve(_, let image, _): try picture(image)
    case .string(let text) where kind == .string: quoted(text)
    default: value.source(of: kind)
    }
  }

  /// The Swift expression for a value as an object, for use in an animation.
  private func boxed(_ value: Value) throws(ExportError) -> String? {
    switch value {
    case .path(let path): try write(path)
    case .image(let image), .dissolve(_, let image, _): try picture(image) + " as Any"
    case .string(let text): quoted(text)
    default: value.boxedSource
    }
  }

  private func picture(_ image: Image) throws(ExportError) -> String {
    let known = pictures[ObjectIdentifier(image)]
    let name = known ?? "picture \(pictures.count + 1)"
    if known == nil {
      pictures[ObjectIdentifier(image)] = name
      try add("// The app's assets have \(quoted(name)): \(image.width) x \(image.height) pixels.")
    }
    return "UIImage(named: \(quoted(name)))?.cgImage"
  }

  /// Writes statements that create a path, and returns the variable of the path.
  private func write(_ path: Path) throws(ExportError) -> String {
    let name = names.next("path", or: "path")
    try add("let \(name) = CGMutablePath()")
    for element in path.elements {
      switch element {
      case .move(let p): try add("\(name).move(to: \(p.source))")
      case .line(let p): try add("\(name).addLine(to: \(p.source))")
      case .quad(let c, let p):
        try add("\(name).addQuadCurve(to: \(p.source), control: \(c.source))")
      case .curve(let c, let d, let p):
        try add("\(name).addCurve(to: \(p.source), control1: \(c.source), control2: \(d.source))")
      case .close: try add("\(name).closeSubpath()")
      }
    }
    return name
  }

  // MARK: Lines

  private func add(_ some: String...) throws(ExportError) {
    if !cancellation.shouldContinue(work: some.count) { throw .cancelled }
    for line in some { left -= line.utf8.count }
    if left < 0 { throw .tooLong }
    lines += some
  }

  /// Writes a comment that names a feature that Core Animation lacks.
  private func lack(_ what: String, _ summary: String = "") throws(ExportError) {
    let rest = summary.isEmpty ? "" : ": " + summary
    try add(inOneLine("// Not in Core Animation: \(what)\(rest)"))
  }
}
