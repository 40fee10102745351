// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoDocument
import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_scene_open") @implementation
public func stretto_scene_open(
  _ path: UnsafePointer<CChar>?, _ outScene: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outScene, "out_scene") {
    let bundle = try SceneBundle(text(path, "path"))
    return try bundle.withDocument { try openScene($0, bundle.source, bundle.name) }
  }
}

@_cdecl("stretto_scene_save") @implementation
public func stretto_scene_save(_ self: OpaquePointer?, _ path: UnsafePointer<CChar>?)
  -> stretto_status
{
  var name = ""
  var files: SceneFiles?
  var document: [UInt8] = []
  let status = asking(self) { scene, end in
    name = try text(path, "path")
    try documentErrors("the scene") { () throws(DocumentError) in
      if name.hasSuffix(".caml") {
        document = try SceneDocument.write(scene, allowance(end))
      } else {
        files = try SceneDocument.bundle(scene, allowance(end))
      }
    }
  }
  if status != stretto_status(STRETTO_OK) { return status }
  // Without the lock: files take their time.
  return attempt {
    guard let files else { return try writeFile(name, document) }
    try SceneBundle.write(files, to: name)
  }
}

@_cdecl("stretto_scene_from_bytes") @implementation
public func stretto_scene_from_bytes(
  _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ outScene: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  stretto_scene_from_document(bytes, size, nil, outScene)
}

@_cdecl("stretto_scene_from_document") @implementation
public func stretto_scene_from_document(
  _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ source: UnsafePointer<stretto_document_source>?,
  _ outScene: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outScene, "out_scene") {
    let source = try DocumentSource(source)
    return try openScene(memory(bytes, size), source, source.name)
  }
}

@_cdecl("stretto_scene_add_document") @implementation
public func stretto_scene_add_document(
  _ self: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int,
  _ source: UnsafePointer<stretto_document_source>?
) -> stretto_status {
  var prepared: (bytes: UnsafeRawBufferPointer, source: DocumentSource)?
  let status = attempt {
    try ending { end in
      let bytes = try memory(bytes, size)
      let source = try DocumentSource(source).limited(by: end, size: size)
      prepared = (bytes, source.fetched(for: bytes))
    }
  }
  guard let (bytes, source) = prepared else { return status }
  return changing(self, Scene.self) { scene in
    try ending { end in
      let source = source.limited(by: end, size: size)
      try documentErrors(source.name) { () throws(DocumentError) in
        try SceneDocument.addPlane(bytes, source, to: scene)
      }
    }
  }
}

@_cdecl("stretto_scene_to_bytes") @implementation
public func stretto_scene_to_bytes(
  _ self: OpaquePointer?, _ outBytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  asking(self) { scene, end in
    let written = try documentErrors("the scene") { () throws(DocumentError) in
      try SceneDocument.write(scene, allowance(end))
    }
    try write(bytes: written, to: outBytes, capacity, outSize)
  }
}

@_cdecl("stretto_scene_copy") @implementation
public func stretto_scene_copy(
  _ self: OpaquePointer?, _ outScene: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  var copy: Scene?
  let status = asking(self) { scene, end in
    copy = try documentErrors("the scene") { () throws(DocumentError) in
      try SceneDocument.copy(scene, allowance(end))
    }
  }
  guard let copy else { return status }
  // Without the lock, which would become the copy's too.
  return create(outScene, "out_scene") { lent(copy) }
}

@_cdecl("stretto_layer_copy") @implementation
public func stretto_layer_copy(
  _ self: OpaquePointer?, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  var copy: Layer?
  let status = asking(self, Layer.self) { layer, end in
    copy = try documentErrors("the layer") { () throws(DocumentError) in
      try SceneDocument.copy(layer, allowance(end))
    }
  }
  guard let copy else { return status }
  return create(outLayer, "out_layer") { copy }
}

@_cdecl("stretto_layer_get_construction") @implementation
public func stretto_layer_get_construction(
  _ self: OpaquePointer?, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  var construction: Layer?
  let status = asking(self, Layer.self) { layer, end in
    guard layer.kind == .viewReplicator else {
      throw ABIError.invalid(
        "only a ViewReplicator has a construction; this is a \(layer.className)")
    }
    construction = try documentErrors("the construction") { () throws(DocumentError) in
      try SceneDocument.construction(of: layer, allowance(end))
    }
  }
  guard let construction else { return status }
  return create(outLayer, "out_layer") { construction }
}

@_cdecl("stretto_scene_digest") @implementation
public func stretto_scene_digest(
  _ self: OpaquePointer?, _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  asking(self) { scene, end in
    let digest = try documentErrors("the scene") { () throws(DocumentError) in
      try SceneDocument.digest(scene, allowance(end))
    }
    try write(digest, to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_scene_export_source") @implementation
public func stretto_scene_export_source(
  _ self: OpaquePointer?, _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  asking(self) {
    try write(swiftSource(of: $0, $1.cancellation), to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_scene_warning_count") @implementation
public func stretto_scene_warning_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  readingScene(self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.warnings.count)
  }
}

@_cdecl("stretto_scene_get_warning") @implementation
public func stretto_scene_get_warning(
  _ self: OpaquePointer?, _ index: UInt32, _ outText: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  readingScene(self) {
    try write(item(index, $0.warnings, "warnings"), to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_layer_from_bytes") @implementation
public func stretto_layer_from_bytes(
  _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outLayer, "out_layer") {
    let bytes = try memory(bytes, size)
    return try ending { end in
      let source = DocumentSource().limited(by: end, size: size)
      return try documentErrors("the document") { () throws(DocumentError) in
        try SceneDocument.layer(bytes, source)
      }
    }
  }
}

@_cdecl("stretto_layer_to_bytes") @implementation
public func stretto_layer_to_bytes(
  _ self: OpaquePointer?, _ outBytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  asking(self, Layer.self) { layer, end in
    let written = try documentErrors("the layer") { () throws(DocumentError) in
      try SceneDocument.write(layer, allowance(end))
    }
    try write(bytes: written, to: outBytes, capacity, outSize)
  }
}

@_cdecl("stretto_error_line") @implementation
public func stretto_error_line() -> UInt32 { lastErrorLine() }
