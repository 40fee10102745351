// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_layer_create(
  _ kind: stretto_layer_kind, _ outLayer: Out<Handle>
) -> Status {
  create(outLayer, "out_layer") {
    guard let kind = LayerKind(rawValue: kind), kind != .glyph else {
      throw ABIError.invalid(
        "there is no kind of layer \(kind); allowed: 0 to \(LayerKind.glyph.rawValue - 1), and glyph layers come with their texts"
      )
    }
    return Layer(kind)
  }
}

@c @implementation public func stretto_layer_retain(_ self: Handle) -> Status {
  retain(self, Layer.self)
}

@c @implementation public func stretto_layer_release(_ self: Handle) -> Status {
  release(self, Layer.self)
}

@c @implementation public func stretto_layer_get_kind(
  _ self: Handle, _ outKind: Out<stretto_layer_kind>
) -> Status {
  reading(self, Layer.self) { try put($0.kind.rawValue, outKind, "out_kind") }
}

@c @implementation public func stretto_layer_add_sublayer(_ self: Handle, _ child: Handle) -> Status
{
  changing(self, Layer.self, joining: child) { try $0.addSublayer(object(child, Layer.self)) }
}

@c @implementation public func stretto_layer_add_sublayers(
  _ self: Handle, _ layers: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self, joining: layers, count, "layers") { layer, given in
    try layer.addSublayers(given.map { try object($0, Layer.self) })
  }
}

@c @implementation public func stretto_layer_set_sublayers(
  _ self: Handle, _ layers: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self, joining: layers, count, "layers") { layer, given in
    try layer.setSublayers(given.map { try object($0, Layer.self) })
  }
}

@c @implementation public func stretto_layer_insert_sublayer(
  _ self: Handle, _ child: Handle, _ index: UInt32
) -> Status {
  changing(self, Layer.self, joining: child) {
    try $0.insertSublayer(object(child, Layer.self), at: Int(index))
  }
}

@c @implementation public func stretto_layer_remove_from_superlayer(_ self: Handle) -> Status {
  changing(self, Layer.self) {
    if $0.kind == .glyph, $0.superlayer != nil { throw TreeError.glyph }
    $0.removeFromSuperlayer()
  }
}

@c @implementation public func stretto_layer_get_sublayer_count(
  _ self: Handle, _ outCount: Out<UInt32>
)
  -> Status
{
  reading(self, Layer.self) { try put(count: $0.sublayers.count, outCount) }
}

@c @implementation public func stretto_layer_get_sublayer(
  _ self: Handle, _ index: UInt32, _ outLayer: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try writeHandle(item(index, $0.sublayers, "sublayers"), outLayer, "out_layer")
  }
}

@c @implementation public func stretto_layer_find(
  _ self: Handle, _ name: CString, _ outLayer: Out<Handle>
) -> Status {
  attempt {
    let name = try text(name, "name")
    let isKnown = try read(self, Layer.self) { layer in
      if layer.isIndexed { try layer.give(name, outLayer) }
      return layer.isIndexed
    }
    if !isKnown { try change(self, Layer.self, joining: []) { try $0.give(name, outLayer) } }
  }
}

extension Layer {
  /// Writes the handle of the first layer that has the given name.
  fileprivate func give(_ name: String, _ out: Out<Handle>) throws {
    guard let found = find(name) else {
      let hint = nearestName(name).map { "; the nearest is \"\($0)\"" } ?? ""
      throw ABIError.invalid("there is no layer \"\(name)\" in this one\(hint)")
    }
    try writeHandle(found, out, "out_layer")
  }
}

@c @implementation public func stretto_layer_get_superlayer(_ self: Handle, _ outLayer: Out<Handle>)
  -> Status
{
  reading(self, Layer.self) { try writeHandle($0.superlayer, outLayer, "out_layer") }
}

@c @implementation public func stretto_layer_set_cells(
  _ self: Handle, _ cells: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self, joining: cells, count, "cells") { layer, given in
    _ = try layer.cells()
    layer.values.emitter.cells = try given.map { try object($0) }
  }
}

@c @implementation public func stretto_layer_get_cell_count(_ self: Handle, _ outCount: Out<UInt32>)
  -> Status
{
  reading(self, Layer.self) { try put(count: $0.cells().count, outCount) }
}

@c @implementation public func stretto_layer_get_cell(
  _ self: Handle, _ index: UInt32, _ outCell: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try writeHandle(item(index, $0.cells(), "cells"), outCell, "out_cell")
  }
}

@c @implementation public func stretto_layer_set_behaviors(
  _ self: Handle, _ behaviors: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self, joining: behaviors, count, "behaviors") { layer, given in
    _ = try layer.behaviors()
    layer.values.emitter.behaviors = try given.map { try object($0) }
  }
}

@c @implementation public func stretto_layer_get_behavior_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Layer.self) { try put(count: $0.behaviors().count, outCount) }
}

@c @implementation public func stretto_layer_get_behavior(
  _ self: Handle, _ index: UInt32, _ outBehavior: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try writeHandle(item(index, $0.behaviors(), "behaviors"), outBehavior, "out_behavior")
  }
}

@c @implementation public func stretto_layer_get_copies(
  _ self: Handle, _ pattern: In<Int32>, _ count: UInt32, _ outCopies: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    let indices = try instance(pattern, count)
    try require(
      indices.allSatisfy { $0 >= -1 },
      .invalid("an index of a copy must be at least 0, or -1 for every copy"))
    let copies = CopyPattern(indices.map { $0 < 0 ? nil : $0 })
    try writeHandle(LayerCopies($0, copies), outCopies, "out_copies")
  }
}

@c @implementation public func stretto_layer_set_instance_masks(
  _ self: Handle, _ masks: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self, joining: masks, count, "masks") { layer, given in
    _ = try layer.masks()
    let masks = try given.map { try optionalObject($0, Layer.self) }
    let known = masks.compactMap { $0.map { ObjectIdentifier($0) } }
    try require(
      Set(known).count == known.count, .invalid("a layer can be the mask of one copy only"))
    try layer.setInstanceMasks(masks)
  }
}

@c @implementation public func stretto_layer_get_instance_mask_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Layer.self) { try put(count: $0.masks().count, outCount) }
}

@c @implementation public func stretto_layer_get_instance_mask(
  _ self: Handle, _ index: UInt32, _ outLayer: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try writeHandle(item(index, $0.masks(), "masks"), outLayer, "out_layer")
  }
}

@c @implementation public func stretto_layer_add_animation(
  _ self: Handle, _ animation: Handle, _ key: CString
) -> Status {
  changing(self, Layer.self) {
    try $0.add(object(animation, Animation.self), key: key.map { try text($0, "key") })
  }
}

@c @implementation public func stretto_layer_get_animation(
  _ self: Handle, _ key: CString, _ outAnimation: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    let held = try $0.animation(forKey: text(key, "key"))
    try writeHandle(held.map { Animation($0.definition) }, outAnimation, "out_animation")
  }
}

@c @implementation public func stretto_layer_remove_animation(_ self: Handle, _ key: CString)
  -> Status
{
  changing(self, Layer.self) { try $0.removeAnimation(forKey: text(key, "key")) }
}

@c @implementation public func stretto_layer_remove_all_animations(_ self: Handle) -> Status {
  changing(self, Layer.self) { $0.removeAllAnimations() }
}

@c @implementation public func stretto_layer_get_animation_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Layer.self) { try put(count: $0.animations.count, outCount) }
}

@c @implementation public func stretto_layer_get_animation_key(
  _ self: Handle, _ index: UInt32, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Layer.self) {
    try write(item(index, $0.animations, "animations").key, to: outText)
  }
}

@c @implementation public func stretto_layer_get_local_time(
  _ self: Handle, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32, _ outTime: Out<Double>
) -> Status {
  reading(self, Layer.self) {
    let localTime = try $0.localTime(at: finite(time, "time"), copy: instance(indices, indexCount))
    try put(localTime.time, outTime, "out_time")
  }
}

@c @implementation public func stretto_layer_get_presentation_numbers(
  _ self: Handle, _ keyPath: CString, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32,
  _ outValues: Out<Double>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Layer.self) {
    let target = try $0.resolve(text(keyPath, "key_path"))
    let numbers = try $0.presentationNumbers(
      target, finite(time, "time"), instance(indices, indexCount))
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_layer_get_presentation_string(
  _ self: Handle, _ keyPath: CString, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32,
  _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Layer.self) {
    let string = try $0.presentationString(
      keyPath, finite(time, "time"), instance(indices, indexCount))
    try write(string, to: outText)
  }
}

@c @implementation public func stretto_layer_sample(
  _ self: Handle, _ keyPath: CString, _ start: Double, _ stop: Double, _ count: UInt32,
  _ indices: In<Int32>, _ indexCount: UInt32, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outWidth: Out<UInt32>
) -> Status {
  querying(self, Layer.self) { layer, end in
    let range = try (finite(start, "start"), finite(stop, "stop"))
    let copy = try instance(indices, indexCount)
    let outWidth = try pointer(outWidth, "out_width")
    let target = try keyPath.map { try layer.resolve(text($0, "key_path")) }
    let width = try target.map { try layer.presentationNumbers($0, range.0, copy).count } ?? 1
    guard count > 0, width > 0, Double(count) * Double(width) <= Double(capacity) else {
      return outWidth.pointee = UInt32(width)
    }
    let out = try pointer(outValues, "out_values")
    try layer.sample(
      target?.path, from: range.0, to: range.1, count: Int(count), copy: copy,
      cancellation: end.cancellation
    ) { index, value in
      let row = out + index * width
      if case .number(let number) = value {
        row.pointee = number
      } else {
        // An animated list may change its length. The length of the first sample is the width of all samples.
        let numbers = value.components ?? []
        for k in 0..<width { row[k] = k < numbers.count ? numbers[k] : .nan }
      }
    }
    outWidth.pointee = UInt32(width)
  }
}

@c @implementation public func stretto_layer_get_scene_times(
  _ self: Handle, _ localTime: Double, _ start: Double, _ stop: Double, _ indices: In<Int32>,
  _ indexCount: UInt32, _ outTimes: Out<Double>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  querying(self, Layer.self) {
    let (localTime, start) = try (finite(localTime, "local_time"), finite(start, "start"))
    try require(
      start <= finite(stop, "stop"),
      .invalid("stop: \(stop) was given; it must not be before start, \(start)"))
    let times = try $0.sceneTimes(
      ofLocalTime: localTime, copy: instance(indices, indexCount), from: start, to: stop,
      cancellation: $1.cancellation)
    try write(times, to: outTimes, capacity, outCount)
  }
}
