// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoDocument
import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers

@c @implementation public func stretto_scene_open(_ path: CString, _ outScene: Out<Handle>)
  -> Status
{
  create(outScene, "out_scene") {
    let bundle = try SceneBundle(text(path, "path"))
    return try bundle.withDocument { try openScene($0, bundle.source, bundle.name) }
  }
}

@c @implementation public func stretto_scene_save(_ self: Handle, _ path: CString) -> Status {
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
  if status != Status(STRETTO_OK) { return status }
  // Without the lock: files take their time.
  return attempt {
    guard let files else { return try writeFile(name, document) }
    try SceneBundle.write(files, to: name)
  }
}

@c @implementation public func stretto_scene_from_bytes(
  _ bytes: In<UInt8>, _ size: Int, _ outScene: Out<Handle>
) -> Status {
  stretto_scene_from_document(bytes, size, nil, outScene)
}

@c @implementation public func stretto_scene_from_document(
  _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>, _ outScene: Out<Handle>
) -> Status {
  create(outScene, "out_scene") {
    let source = try DocumentSource(source)
    return try openScene(memory(bytes, size), source, source.name)
  }
}

@c @implementation public func stretto_scene_add_document(
  _ self: Handle, _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>
) -> Status {
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

@c @implementation public func stretto_scene_to_bytes(
  _ self: Handle, _ outBytes: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  asking(self) { scene, end in
    let written = try documentErrors("the scene") { () throws(DocumentError) in
      try SceneDocument.write(scene, allowance(end))
    }
    try write(bytes: written, to: outBytes, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_copy(_ self: Handle, _ outScene: Out<Handle>) -> Status
{
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

@c @implementation public func stretto_layer_copy(_ self: Handle, _ outLayer: Out<Handle>) -> Status
{
  var copy: Layer?
  let status = asking(self, Layer.self) { layer, end in
    copy = try documentErrors("the layer") { () throws(DocumentError) in
      try SceneDocument.copy(layer, allowance(end))
    }
  }
  guard let copy else { return status }
  return create(outLayer, "out_layer") { copy }
}

@c @implementation public func stretto_layer_get_construction(
  _ self: Handle, _ outLayer: Out<Handle>
) -> Status {
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

@c @implementation public func stretto_scene_digest(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  asking(self) { scene, end in
    let digest = try documentErrors("the scene") { () throws(DocumentError) in
      try SceneDocument.digest(scene, allowance(end))
    }
    try write(digest, to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_export_source(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  readingScene(self) { try write(swiftSource(of: $0), to: outText, capacity, outSize) }
}

@c @implementation public func stretto_scene_warning_count(_ self: Handle, _ outCount: Out<UInt32>)
  -> Status
{
  readingScene(self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.warnings.count)
  }
}

@c @implementation public func stretto_scene_get_warning(
  _ self: Handle, _ index: UInt32, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  readingScene(self) {
    try write(item(index, $0.warnings, "warnings"), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_layer_from_bytes(
  _ bytes: In<UInt8>, _ size: Int, _ outLayer: Out<Handle>
) -> Status {
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

@c @implementation public func stretto_layer_to_bytes(
  _ self: Handle, _ outBytes: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  asking(self, Layer.self) { layer, end in
    let written = try documentErrors("the layer") { () throws(DocumentError) in
      try SceneDocument.write(layer, allowance(end))
    }
    try write(bytes: written, to: outBytes, capacity, outSize)
  }
}

@c @implementation public func stretto_error_line() -> UInt32 { lastErrorLine() }
