// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_layer_create") @implementation
public func stretto_layer_create(
  _ kind: stretto_layer_kind, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outLayer, "out_layer") {
    guard let kind = LayerKind(rawValue: kind), kind != .glyph else {
      throw ABIError.invalid(
        "there is no kind of layer \(kind); allowed: 0 to \(LayerKind.glyph.rawValue - 1), and glyph layers come with their texts"
      )
    }
    return Layer(kind)
  }
}

@_cdecl("stretto_layer_retain") @implementation
public func stretto_layer_retain(
  _ self: OpaquePointer?
) -> stretto_status {
  retainScope(self)
}

@_cdecl("stretto_layer_release") @implementation
public func stretto_layer_release(
  _ self: OpaquePointer?
) -> stretto_status {
  releaseScope(self)
}

@_cdecl("stretto_layer_get_kind") @implementation
public func stretto_layer_get_kind(
  _ self: OpaquePointer?, _ outKind: UnsafeMutablePointer<stretto_layer_kind>?
) -> stretto_status {
  reading(self, Layer.self) { try pointer(outKind, "out_kind").pointee = $0.kind.rawValue }
}

@_cdecl("stretto_layer_add_sublayer") @implementation
public func stretto_layer_add_sublayer(
  _ self: OpaquePointer?, _ child: OpaquePointer?
) -> stretto_status {
  changing(self, Layer.self, joining: child) { try $0.addSublayer(object(child, Layer.self)) }
}

@_cdecl("stretto_layer_add_sublayers") @implementation
public func stretto_layer_add_sublayers(
  _ self: OpaquePointer?, _ layers: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Layer.self, joining: layers, count, "layers") { layer, given in
    try layer.addSublayers(given.map { try object($0, Layer.self) })
  }
}

@_cdecl("stretto_layer_set_sublayers") @implementation
public func stretto_layer_set_sublayers(
  _ self: OpaquePointer?, _ layers: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Layer.self, joining: layers, count, "layers") { layer, given in
    try layer.setSublayers(given.map { try object($0, Layer.self) })
  }
}

@_cdecl("stretto_layer_insert_sublayer") @implementation
public func stretto_layer_insert_sublayer(
  _ self: OpaquePointer?, _ child: OpaquePointer?, _ index: UInt32
) -> stretto_status {
  changing(self, Layer.self, joining: child) {
    try $0.insertSublayer(object(child, Layer.self), at: Int(index))
  }
}

@_cdecl("stretto_layer_remove_from_superlayer") @implementation
public func stretto_layer_remove_from_superlayer(
  _ self: OpaquePointer?
) -> stretto_status {
  changing(self, Layer.self) {
    if $0.kind == .glyph, $0.superlayer != nil { throw TreeError.glyph }
    $0.removeFromSuperlayer()
  }
}

@_cdecl("stretto_layer_sublayer_count") @implementation
public func stretto_layer_sublayer_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.sublayers.count)
  }
}

@_cdecl("stretto_layer_get_sublayer") @implementation
public func stretto_layer_get_sublayer(
  _ self: OpaquePointer?, _ index: UInt32, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) { try handOut($0.sublayer(at: index), outLayer, "out_layer") }
}

@_cdecl("stretto_layer_get_superlayer") @implementation
public func stretto_layer_get_superlayer(
  _ self: OpaquePointer?, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) { try handOut($0.superlayer, outLayer, "out_layer") }
}

@_cdecl("stretto_layer_set_cells") @implementation
public func stretto_layer_set_cells(
  _ self: OpaquePointer?, _ cells: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Layer.self, joining: cells, count, "cells") { try $0.setCells($1) }
}

@_cdecl("stretto_layer_cell_count") @implementation
public func stretto_layer_cell_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.cells().count)
  }
}

@_cdecl("stretto_layer_get_cell") @implementation
public func stretto_layer_get_cell(
  _ self: OpaquePointer?, _ index: UInt32, _ outCell: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) { try handOut($0.cell(at: index), outCell, "out_cell") }
}

@_cdecl("stretto_layer_get_copies") @implementation
public func stretto_layer_get_copies(
  _ self: OpaquePointer?, _ pattern: UnsafePointer<Int32>?, _ count: UInt32,
  _ outCopies: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) {
    try handOut(LayerCopies($0, copyPattern(pattern, count)), outCopies, "out_copies")
  }
}

@_cdecl("stretto_layer_set_instance_masks") @implementation
public func stretto_layer_set_instance_masks(
  _ self: OpaquePointer?, _ masks: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Layer.self, joining: masks, count, "masks") { try $0.setMasks($1) }
}

@_cdecl("stretto_layer_instance_mask_count") @implementation
public func stretto_layer_instance_mask_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.masks().count)
  }
}

@_cdecl("stretto_layer_get_instance_mask") @implementation
public func stretto_layer_get_instance_mask(
  _ self: OpaquePointer?, _ index: UInt32, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) { try handOut($0.mask(at: index), outLayer, "out_layer") }
}

@_cdecl("stretto_layer_add_animation") @implementation
public func stretto_layer_add_animation(
  _ self: OpaquePointer?, _ animation: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> stretto_status {
  changingScope(self) {
    try $0.add(object(animation, Animation.self), key: key.map { try text($0, "key") })
  }
}

@_cdecl("stretto_layer_remove_animation") @implementation
public func stretto_layer_remove_animation(
  _ self: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> stretto_status {
  changingScope(self) { try $0.removeAnimation(forKey: text(key, "key")) }
}

@_cdecl("stretto_layer_remove_all_animations") @implementation
public func stretto_layer_remove_all_animations(
  _ self: OpaquePointer?
) -> stretto_status {
  changing(self, Layer.self) { $0.removeAllAnimations() }
}

@_cdecl("stretto_layer_animation_count") @implementation
public func stretto_layer_animation_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.animations.count)
  }
}

@_cdecl("stretto_layer_get_animation_key") @implementation
public func stretto_layer_get_animation_key(
  _ self: OpaquePointer?, _ index: UInt32, _ outText: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, Layer.self) {
    try write($0.animationKey(at: index), to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_layer_local_time") @implementation
public func stretto_layer_local_time(
  _ self: OpaquePointer?, _ time: Double, _ indices: UnsafePointer<Int32>?,
  _ indexCount: UInt32, _ outTime: UnsafeMutablePointer<Double>?
) -> stretto_status {
  reading(self, Layer.self) {
    let copy = try instance(indices, indexCount)
    let moment = try $0.localTime(at: finite(time, "time"), copy: copy)
    try pointer(outTime, "out_time").pointee = moment.time
  }
}

@_cdecl("stretto_layer_presentation_numbers") @implementation
public func stretto_layer_presentation_numbers(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ time: Double,
  _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outValues: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    let copy = try instance(indices, indexCount)
    let numbers = try $0.presentationNumbers(keyPath, finite(time, "time"), copy)
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@_cdecl("stretto_layer_presentation_string") @implementation
public func stretto_layer_presentation_string(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ time: Double,
  _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32, _ outText: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, Layer.self) {
    let copy = try instance(indices, indexCount)
    let string = try $0.presentationString(keyPath, finite(time, "time"), copy)
    try write(string, to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_layer_sample") @implementation
public func stretto_layer_sample(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ start: Double, _ stop: Double,
  _ count: UInt32, _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outValues: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outWidth: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self, Layer.self) {
    let range = try (finite(start, "start"), finite(stop, "stop"))
    let outWidth = try pointer(outWidth, "out_width")
    let width = try $0.writeSamples(
      keyPath, range, count, instance(indices, indexCount), $1, to: outValues, capacity)
    outWidth.pointee = UInt32(width)
  }
}

@_cdecl("stretto_layer_scene_times") @implementation
public func stretto_layer_scene_times(
  _ self: OpaquePointer?, _ localTime: Double, _ start: Double, _ stop: Double,
  _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outTimes: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Layer.self) {
    for (time, name) in [(localTime, "local_time"), (start, "start"), (stop, "stop")] {
      try finite(time, name)
    }
    guard start <= stop else {
      throw ABIError.invalid("stop: \(stop) was given; it must not be before start, \(start)")
    }
    let times = try $0.sceneTimes(
      ofLocalTime: localTime, copy: instance(indices, indexCount), from: start, to: stop)
    try write(times, to: outTimes, capacity, outCount)
  }
}

@_cdecl("stretto_layer_export_source") @implementation
public func stretto_layer_export_source(
  _ self: OpaquePointer?, _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, Layer.self) { try write(swiftSource(of: $0), to: outText, capacity, outSize) }
}
