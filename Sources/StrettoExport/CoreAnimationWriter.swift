import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText
import StrettoTiming

/// A scene as source for UIKit and Core Animation: a function that makes its layers.
///
/// A view replicator is built as its construction, without private API. Anything else that Core Animation has no public word
/// for is named in a comment where it would stand. Pictures are taken by names from the assets of the app.
public func swiftSource(of scene: Scene) -> String {
  let writer = CoreAnimationWriter()
  writer.write(scene)
  return writer.source(scene.size)
}

/// Writes layers statement by statement.
///
/// The tree is walked by a list rather than by recursion, as it may be deep.
final class CoreAnimationWriter {
  /// A layer that is to be written, and where it goes.
  private struct Step {
    let layer: Layer
    /// The statement that puts it in its place, without its own name.
    let place: (before: String, after: String)
    /// Whether its own place counts for nothing, as that of a view replicator's source.
    var isSource = false
  }

  private var lines: [String] = []
  private var waiting: [Step] = []
  private var names = VariableNames()
  private var pictures: [ObjectIdentifier: String] = [:]
  private var beginsAtZero = false

  func source(_ size: Size) -> String {
    let zero = [
      "// Animations begin at this time: 0 itself would be the moment of being added.",
      "let zero: CFTimeInterval = 1e-100",
    ]
    let body = (beginsAtZero ? zero : []) + lines + ["return scene"]
    return """
      import UIKit

      /// A scene of \(size.width.source) x \(size.height.source) points. Add the layer to that of a view; its time begins now.
      func makeScene() -> CALayer {
      \(body.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"))
      }

      """
  }

  // MARK: Layers

  func write(_ scene: Scene) {
    let root = scene.root
    add("let scene = CALayer()")
    assign("scene", "bounds", .rect(root.values.bounds))
    assign("scene", "position", .point(root.values.position))
    if scene.background != .clear { assign("scene", "backgroundColor", .color(scene.background)) }
    add("scene.masksToBounds = true", "scene.beginTime = CACurrentMediaTime()")
    if !scene.states.names.isEmpty {
      lack("the scene's states, \(scene.states.names.joined(separator: ", "))")
    }
    let isPlain = root.kind == .plain && isUntouched(root, in: scene)
    wait(for: isPlain ? root.sublayers : [root], in: "scene")
    while let step = waiting.popLast() { write(step) }
  }

  /// Whether a root is no more than the frame of its scene.
  private func isUntouched(_ root: Layer, in scene: Scene) -> Bool {
    let fresh = Scene(size: scene.size).root.values
    return root.animations.isEmpty && root.mask == nil && root.valuesOfCopies.isEmpty
      && root.kind.properties.allSatisfy { $0.get(root.values) == $0.get(fresh) }
  }

  private func wait(for sublayers: [Layer], in name: String) {
    waiting += sublayers.reversed().map { Step(layer: $0, place: ("\(name).addSublayer(", ")")) }
  }

  private func write(_ step: Step) {
    let layer = step.layer
    guard let type = layer.kind.publicClass else {
      return lack("\(layer.kind.className) \(quoted(layer.values.name))")
    }
    let kind = type.dropFirst(2)
    let name = names.next(layer.values.name, or: kind.prefix(1).lowercased() + kind.dropFirst())
    add("", "let \(name) = \(type)()")
    let fresh = layer.kind.initialValues
    for property in layer.kind.properties {
      let value = property.get(layer.values)
      guard value != property.get(fresh), !property.traits.contains(.derived) else { continue }
      if !layer.kind.hasPublic(property.name, property.traits) {
        lack("\(name).\(property.name)", property.summary)
      } else {
        assign(name, property.name, value, property.kind)
      }
    }
    if step.isSource { takePlaceAway(of: name) }
    add(step.place.before + name + step.place.after)
    writeParts(of: layer, name)
    for animation in layer.animations {
      write(animation, of: layer, name)
    }
  }

  /// A source is laid over its copies: its own place counts for nothing.
  private func takePlaceAway(of name: String) {
    add(
      "\(name).transform = CATransform3DIdentity", "\(name).opacity = 1",
      "\(name).anchorPoint = .zero", "\(name).position = \(name).bounds.origin")
  }

  private func writeParts(of layer: Layer, _ name: String) {
    let lacking = [
      (layer.values.light.filters.isEmpty, "filters"),
      (layer.values.light.backgroundFilters.isEmpty, "backgroundFilters"),
      (layer.instanceMasks.isEmpty, "instanceMasks"),
      (layer.values.text.ranges.isEmpty, "styles of single characters"),
      (layer.valuesOfCopies.isEmpty, "values of single copies"),
      (layer.kind != .text || layer.source.map(isBlank) ?? true, "glyph"),
    ]
    for (isEmpty, word) in lacking where !isEmpty { lack("\(name).\(word)") }
    writeCells(of: layer, name)
    if layer.kind == .viewReplicator { writeConstruction(of: layer, name) }
    wait(for: layer.kind == .viewReplicator ? [] : layer.sublayers, in: name)
    if let mask = layer.mask { waiting.append(Step(layer: mask, place: ("\(name).mask = ", ""))) }
  }

  private func isBlank(_ layer: Layer) -> Bool {
    let fresh = layer.kind.initialValues
    return layer.animations.isEmpty && layer.sublayers.isEmpty && layer.valuesOfCopies.isEmpty
      && layer.kind.properties.allSatisfy { $0.get(layer.values) == $0.get(fresh) }
  }

  /// The article's construction in place of a view replicator: replicators that show its source through windows of time.
  private func writeConstruction(of layer: Layer, _ name: String) {
    guard let source = layer.source else { return }
    do throws(ExportError) {
      let construction = try writableConstruction(of: layer)
      let window = Int(clampingDown: Construction.window)
      add(
        "// Copies in several places, by windows of \(window) s: valid for as long from the time of being added."
      )
      let inner = construction.inner
      let outerName = names.next("outer", or: "outer")
      let innerName = names.next("inner", or: "inner")
      for (part, partName) in [(construction.outer, outerName), (inner, innerName)] {
        add("let \(partName) = CAReplicatorLayer()")
        let fresh = part.kind.initialValues
        for property in part.kind.properties where !property.traits.contains(.derived) {
          let value = property.get(part.values)
          if value != property.get(fresh) { assign(partName, property.name, value, property.kind) }
        }
        for animation in part.animations { write(animation, of: part, partName) }
      }
      add("\(outerName).addSublayer(\(innerName))", "\(name).addSublayer(\(outerName))")
      waiting.append(
        Step(layer: source, place: ("\(innerName).addSublayer(", ")"), isSource: true))
    } catch {
      lack("the places of \(name): \(error.sentence)")
    }
  }

  private func writeCells(of layer: Layer, _ name: String) {
    let cells = layer.values.emitter.cells
    if cells.isEmpty { return }
    add("\(name).emitterCells = [\(cells.map { write($0) }.joined(separator: ", "))]")
  }

  /// Cells are at most `EmitterCell.depthLimit` deep.
  private func write(_ cell: EmitterCell) -> String {
    let name = names.next(cell.values.name, or: "cell")
    add("let \(name) = CAEmitterCell()")
    let fresh = CellValues()
    for property in CellProperties.table where !property.traits.contains(.derived) {
      let value = property.get(cell.values)
      if value == property.get(fresh) { continue }
      if EmitterCell.hasPublic(property.name, property.traits) {
        assign(name, property.name, value, property.kind, isCell: true)
      } else {
        lack("\(name).\(property.name)", property.summary)
      }
    }
    if !cell.values.cells.isEmpty {
      let inner = cell.values.cells.map { write($0) }.joined(separator: ", ")
      add("\(name).emitterCells = [\(inner)]")
    }
    return name
  }

  // MARK: Animations

  private func write(_ animation: LayerAnimation, of layer: Layer, _ name: String) {
    let values = animation.definition
    if animation.copies != nil {
      return lack("an animation of single copies, \(quoted(values.keyPath)) of \(name)")
    }
    guard let made = write(values, of: layer, name) else { return }
    if values.timing.beginTime == 0 {
      beginsAtZero = true
      add("\(made).beginTime = zero")
    }
    let key = animation.key.isEmpty ? "nil" : quoted(animation.key)
    add("\(name).add(\(made), forKey: \(key))")
  }

  /// The variable of an animation; nil for what Core Animation cannot animate. Groups are as deep as the library allows.
  private func write(_ values: AnimationValues, of layer: Layer, _ name: String) -> String? {
    if values.kind.hasKeyPath, !canAnimate(values.keyPath, layer.kind) {
      lack("an animation of \(quoted(values.keyPath)) of \(name)")
      return nil
    }
    var members: [String] = []
    for member in values.animations {
      if let made = write(member, of: layer, name) { members.append(made) }
    }
    let made = names.next("\(name) \(values.keyPath)", or: "animation")
    let given = values.kind.hasKeyPath ? "keyPath: \(quoted(values.keyPath))" : ""
    add("let \(made) = \(values.kind.className)(\(given))")
    let fresh = AnimationValues(values.kind)
    for property in values.kind.properties where !property.traits.contains(.derived) {
      let value = property.get(values)
      if value != property.get(fresh) {
        assign(made, property.name, value, property.kind)
      }
    }
    if !values.keyValues.isEmpty { assignList(made, "values", values.keyValues) }
    if values.kind == .group { add("\(made).animations = [\(members.joined(separator: ", "))]") }
    return made
  }

  /// True if Core Animation can animate the key path, judged by its first word; key paths into cells and other layers count
  /// as known.
  private func canAnimate(_ keyPath: String, _ kind: LayerKind) -> Bool {
    let word = String(keyPath.prefix { $0 != "." })
    guard let property = kind.properties.first(where: { $0.name == word }) else {
      return !["filters", "backgroundFilters"].contains(word)
    }
    return kind.hasPublic(word, property.traits)
  }

  // MARK: Values

  private func assign(
    _ name: String, _ property: String, _ value: Value, _ kind: ValueKind = .number,
    isCell: Bool = false
  ) {
    let word = "\(name).\(swiftNames[property] ?? property)"
    switch (value, kind) {
    case (.string(let text), .name):
      add("\(word) = \(swiftCase(text, of: property, isCell: isCell))")
    case (.string(let text), .any): add("\(word) = \(quoted(text))")
    case (.font(let font), _): add("\(word) = \(quoted(font.family)) as CFString")
    case (_, .any): if let text = boxed(value) { add("\(word) = \(text)") } else { lack(word) }
    default:
      if let text = expression(value, kind) { add("\(word) = \(text)") } else { lack(word) }
    }
  }

  private func assignList(_ name: String, _ property: String, _ values: [Value]) {
    var items: [String] = []
    for value in values {
      guard let text = boxed(value) else { return lack("\(name).\(property)") }
      items.append(text)
    }
    let line = "\(name).\(property) = [\(items.joined(separator: ", "))]"
    if line.utf8.count <= 100 { return add(line) }
    add("\(name).\(property) = [")
    for item in items { add("  \(item),") }
    add("]")
  }

  /// An expression of the property's type; the statements that it needs are written.
  private func expression(_ value: Value, _ kind: ValueKind) -> String? {
    switch value {
    case .path(let path): write(path)
    case .image(let image), .dissolve(_, let image, _): picture(image)
    case .string(let text) where kind == .string: quoted(text)
    default: value.source(of: kind)
    }
  }

  /// Expression of the value as an object, for an animation.
  private func boxed(_ value: Value) -> String? {
    switch value {
    case .path(let path): write(path)
    case .image(let image), .dissolve(_, let image, _): picture(image) + " as Any"
    case .string(let text): quoted(text)
    default: value.boxedSource
    }
  }

  private func picture(_ image: Image) -> String {
    let known = pictures[ObjectIdentifier(image)]
    let name = known ?? "picture \(pictures.count + 1)"
    if known == nil {
      pictures[ObjectIdentifier(image)] = name
      add("// The app's assets have \(quoted(name)): \(image.width) x \(image.height) pixels.")
    }
    return "UIImage(named: \(quoted(name)))?.cgImage"
  }

  /// Makes a path, and gives the name of its variable.
  private func write(_ path: Path) -> String {
    let name = names.next("path", or: "path")
    add("let \(name) = CGMutablePath()")
    for element in path.elements {
      switch element {
      case .move(let p): add("\(name).move(to: \(p.source))")
      case .line(let p): add("\(name).addLine(to: \(p.source))")
      case .quad(let c, let p): add("\(name).addQuadCurve(to: \(p.source), control: \(c.source))")
      case .curve(let c, let d, let p):
        add(
          "\(name).addCurve(to: \(p.source), control1: \(c.source), control2: \(d.source))")
      case .close: add("\(name).closeSubpath()")
      }
    }
    return name
  }

  // MARK: Lines

  private func add(_ some: String...) { lines += some }

  /// Names what Core Animation has no word for, and what it is.
  private func lack(_ what: String, _ summary: String = "") {
    let rest = summary.isEmpty ? "" : ": " + summary
    add(inOneLine("// Not in Core Animation: \(what)\(rest)"))
  }
}
