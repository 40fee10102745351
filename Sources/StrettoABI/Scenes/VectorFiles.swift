import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoVector

private let defaultVectorOptions = stretto_vector_options(
  struct_size: UInt32(MemoryLayout<stretto_vector_options>.size),
  fallback: stretto_fallback(STRETTO_FALLBACK_ERROR), start: .nan, duration: .nan, tolerance: 0.1,
  frame_rate: 60, scale: 2, timeout_ms: 0, reserved: 0)

@c @implementation public func stretto_vector_options_init(
  _ self: Out<stretto_vector_options>
) {
  self?.pointee = defaultVectorOptions
}

@c @implementation public func stretto_scene_write_animated_svg(
  _ self: Handle, _ options: In<stretto_vector_options>, _ path: CString
) -> Status {
  attempt {
    let path = try text(path, "path")
    try writeFile(path, file(of: self, options, animatedSVG(of:_:_:)))
  }
}

@c @implementation public func stretto_scene_encode_animated_svg(
  _ self: Handle, _ options: In<stretto_vector_options>, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    try write(bytes: file(of: self, options, animatedSVG(of:_:_:)), to: outBytes)
  }
}

@c @implementation public func stretto_scene_write_lottie(
  _ self: Handle, _ options: In<stretto_vector_options>, _ path: CString
) -> Status {
  attempt {
    let path = try text(path, "path")
    try writeFile(path, file(of: self, options, lottie(of:_:_:)))
  }
}

@c @implementation public func stretto_scene_encode_lottie(
  _ self: Handle, _ options: In<stretto_vector_options>, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    try write(bytes: file(of: self, options, lottie(of:_:_:)), to: outBytes)
  }
}

/// Encodes a scene in a vector format with the function of that format.
private func file(
  of scene: Handle, _ options: In<stretto_vector_options>,
  _ write: (Scene, VectorOptions, Cancellation) throws(VectorError) -> [UInt8]
) throws -> [UInt8] {
  let request = try VectorRequest(options)
  return try query(scene, Scene.self, timeout: request.timeout) { scene, end in
    try onLargeStack { () throws(VectorError) in
      try write(scene, request.options, end.cancellation)
    }
  }
}

/// Runs `work` on a thread with a large stack. A tree of the greatest depth needs more stack than some threads have.
private func onLargeStack<Answer>(
  _ work: () throws(VectorError) -> Answer
) throws(VectorError) -> Answer {
  var answer: Result<Answer, VectorError> = .failure(.stackTooSmall)
  _ = StackSpace.onLargeStack {
    answer = Result { () throws(VectorError) in try work() }
  }
  return try answer.get()
}

@c @implementation public func stretto_scene_diagnose_vectors(
  _ self: Handle, _ format: stretto_vector_format, _ options: In<stretto_vector_options>,
  _ outDiagnostics: Out<stretto_diagnostic>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  attempt {
    guard let known = VectorFormat(rawValue: format) else {
      throw ABIError.invalid("format: \(format) was given; 0 (SVG) and 1 (Lottie) are allowed")
    }
    let request = try VectorRequest(options)
    try query(self, Scene.self, timeout: request.timeout) { scene, end in
      let found = try onLargeStack { () throws(VectorError) in
        try scene.vectorDiagnostics(known, request.options, end.cancellation)
      }
      try write(found, to: outDiagnostics, capacity, outCount) { try stretto_diagnostic($0) }
    }
  }
}

/// The options of a vector file, and the timeout of the call that writes the file.
private struct VectorRequest {
  var options = VectorOptions()
  /// Timeout in seconds.
  let timeout: Double

  init(_ options: In<stretto_vector_options>) throws {
    let given =
      try options.map {
        try sized($0, defaultVectorOptions, "options", "set it up with stretto_vector_options_init")
      } ?? defaultVectorOptions
    timeout = given.timeout_ms == 0 ? .infinity : Double(given.timeout_ms) / 1000
    func above0(_ value: Double, _ name: String, _ most: Double) throws -> Double {
      try require(
        value > 0 && value <= most,
        .invalid("\(name): \(value) was given; a number above 0, at most \(most), is allowed"))
      return value
    }
    if !given.duration.isNaN { self.options.duration = try above0(given.duration, "duration", 1e6) }
    if !given.start.isNaN { self.options.start = try finite(given.start, "start") }
    self.options.tolerance = try above0(given.tolerance, "tolerance", 1e3)
    self.options.frameRate = try above0(given.frame_rate, "frame_rate", 240)
    self.options.scale = try above0(given.scale, "scale", 64)
    guard let fallback = Fallback(rawValue: given.fallback) else {
      throw ABIError.invalid(
        "fallback: \(given.fallback) was given; 0 (error) and 1 (image) are allowed")
    }
    self.options.fallback = fallback
  }
}
