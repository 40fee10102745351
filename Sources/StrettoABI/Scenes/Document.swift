// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoDocument
import StrettoExport
import StrettoLayers

@c @implementation public func stretto_scene_open(_ path: CString, _ out: Out<Handle>) -> Status {
  create(out, "out_scene") {
    let bundle = try SceneBundle(text(path, "path"))
    return try bundle.bytes.withUnsafeBytes { try openScene($0, bundle.source, bundle.name) }
  }
}

@c @implementation public func stretto_scene_save(_ self: Handle, _ path: CString) -> Status {
  attempt {
    // Files take their time: they are written without the lock.
    let path = try text(path, "path")
    if path.hasSuffix(".caml") {
      try writeFile(
        path, documentOf(self, Scene.self, "the scene") { try SceneDocument.write($0, $1) })
    } else {
      try SceneBundle.write(
        documentOf(self, Scene.self, "the scene") { try SceneDocument.bundle($0, $1) }, to: path)
    }
  }
}

@c @implementation public func stretto_scene_from_bytes(
  _ bytes: In<UInt8>, _ size: Int, _ out: Out<Handle>
) -> Status {
  stretto_scene_from_document(bytes, size, nil, out)
}

@c @implementation public func stretto_scene_from_document(
  _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>, _ out: Out<Handle>
) -> Status {
  create(out, "out_scene") {
    let source = try DocumentSource(source)
    return try openScene(memory(bytes, size), source, source.name)
  }
}

@c @implementation public func stretto_scene_add_document(
  _ self: Handle, _ bytes: In<UInt8>, _ size: Int, _ source: In<stretto_document_source>
) -> Status {
  attempt {
    let bytes = try memory(bytes, size)
    let fetched = try ending { end in
      try DocumentSource(source).limited(by: end, size: size).fetched(for: bytes)
    }
    try change(self, Scene.self, joining: []) { scene in
      try ending { end in
        let source = fetched.limited(by: end, size: size)
        try documentErrors(source.name) { try SceneDocument.addPlane(bytes, source, to: scene) }
      }
    }
  }
}

@c @implementation public func stretto_scene_to_bytes(
  _ self: Handle, _ outBytes: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  attempt {
    let bytes = try documentOf(self, Scene.self, "the scene") { try SceneDocument.write($0, $1) }
    try write(bytes: bytes, to: outBytes, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_copy(_ self: Handle, _ out: Out<Handle>) -> Status {
  create(out, "out_scene") {
    // Lent without the lock, which would become the copy's too.
    try lent(documentOf(self, Scene.self, "the scene") { try SceneDocument.copy($0, $1) })
  }
}

@c @implementation public func stretto_layer_copy(_ self: Handle, _ out: Out<Handle>) -> Status {
  create(out, "out_layer") {
    try documentOf(self, Layer.self, "the layer") { try SceneDocument.copy($0, $1) }
  }
}

@c @implementation public func stretto_layer_get_construction(_ self: Handle, _ out: Out<Handle>)
  -> Status
{
  create(out, "out_layer") {
    try documentOf(self, Layer.self, "the construction") { layer, allowance in
      try require(
        layer.kind == .viewReplicator,
        .invalid("only a ViewReplicator has a construction; this is a \(layer.className)"))
      return try SceneDocument.construction(of: layer, allowance)
    }
  }
}

@c @implementation public func stretto_scene_digest(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  attempt {
    let digest = try documentOf(self, Scene.self, "the scene") { try SceneDocument.digest($0, $1) }
    try write(digest, to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_scene_export_source(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  asking(self, Scene.self) {
    try write(swiftSource(of: $0, $1.cancellation), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_layer_export_source(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  reading(self, Layer.self) { try write(swiftSource(of: $0), to: outText, capacity, outSize) }
}

@c @implementation public func stretto_scene_warning_count(_ self: Handle, _ out: Out<UInt32>)
  -> Status
{
  reading(self, Scene.self) { try put(count: $0.warnings.count, out) }
}

@c @implementation public func stretto_scene_get_warning(
  _ self: Handle, _ index: UInt32, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  reading(self, Scene.self) {
    try write(item(index, $0.warnings, "warnings"), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_layer_from_bytes(
  _ bytes: In<UInt8>, _ size: Int, _ out: Out<Handle>
) -> Status {
  create(out, "out_layer") {
    let bytes = try memory(bytes, size)
    return try ending { end in
      let source = DocumentSource().limited(by: end, size: size)
      return try documentErrors("the document") { try SceneDocument.layer(bytes, source) }
    }
  }
}

@c @implementation public func stretto_layer_to_bytes(
  _ self: Handle, _ outBytes: Out<UInt8>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  attempt {
    let bytes = try documentOf(self, Layer.self, "the layer") { try SceneDocument.write($0, $1) }
    try write(bytes: bytes, to: outBytes, capacity, outSize)
  }
}
