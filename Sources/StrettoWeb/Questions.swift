import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoRaster

// Queries of stretto.js about a scene that need no picture. Answers are JSON, except that samples are 64-bit numbers.

/// Finds the topmost layer that is painted at a point. The answer is null if no layer is painted at the point.
@_expose(wasm, "stretto_scene_hit") @_cdecl("stretto_scene_hit")
public func hit(
  _ scene: UnsafeMutableRawPointer, _ x: Double, _ y: Double, _ time: Double, _ timeout: Double
) -> Int32 {
  attempt { () throws(WebError) in
    try check(x, "x")
    try check(y, "y")
    try check(time, "time")
    let open = opened(scene)
    let tester = HitTester()
    tester.cancellation = ending(after: timeout)
    do throws(PresentationError) {
      let hit = try tester.hitTest(open.scene.root, Point(x, y), at: time)
      var json = JSON()
      json.hit(hit, in: open)
      Answer.give(json.text)
    } catch {
      throw WebError(error)
    }
  }
}

/// Returns the local time of a copy of a layer. The text argument contains a key path, which the function ignores, and the indices
/// of the copy.
@_expose(wasm, "stretto_layer_get_local_time") @_cdecl("stretto_layer_get_local_time")
public func localTime(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ time: Double, _ words: UnsafeRawPointer,
  _ size: Int32
) -> Int32 {
  asking(scene, layer, words, size) { reference, words throws(WebError) in
    try check(time, "time")
    let copy = try instance(words[1])
    var json = JSON()
    do throws(TimeMapError) {
      json.number(try reference.layer.localTime(at: time, copy: copy).time)
    } catch {
      throw WebError(error)
    }
    Answer.give(json.text)
  }
}

/// Lists all instances of a layer at a time, each with its indices, its local time and the position of its centre.
@_expose(wasm, "stretto_layer_instances") @_cdecl("stretto_layer_instances")
public func instances(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ time: Double, _ timeout: Double
) -> Int32 {
  attempt { () throws(WebError) in
    let open = opened(scene)
    let layer = try open.layer(layer)
    try check(time, "time")
    do throws(TimeMapError) {
      let found = try open.scene.instances(
        of: layer, at: time, cancellation: ending(after: timeout))
      var json = JSON()
      json.array(found) { json, instance in
        json.object {
          $0["instance"].array(instance.copy) { $0.integer($1) }
          $0["localTime"].number(instance.localTime)
        }
      }
      Answer.give(json.text)
    } catch {
      throw WebError(error)
    }
  }
}

/// Samples the value at a key path, or the local time for an empty key path, at `count` evenly spaced times from `start` to
/// `stop`. The numbers of each sample are adjacent in the array. Returns the number of numbers per sample, or -1 with an error
/// message.
@_expose(wasm, "stretto_layer_sample") @_cdecl("stretto_layer_sample")
public func sample(
  _ scene: UnsafeMutableRawPointer, _ layer: Int32, _ words: UnsafeRawPointer, _ size: Int32,
  _ start: Double, _ stop: Double, _ count: Int32, _ timeout: Double
) -> Int32 {
  var width = 0
  let status = asking(scene, layer, words, size) { reference, words throws(WebError) in
    try check(start, "from")
    try check(stop, "to")
    guard (0...mostSamples).contains(Int(count)) else {
      throw WebError(.invalid, "count: \(count) was given; 0...\(mostSamples) are allowed")
    }
    let samples = Samples(reference, Int(count))
    width = try samples.take(from: start, to: stop, instance(words[1]), ending(after: timeout))
    samples.numbers.withUnsafeBytes { Answer.give($0) }
  }
  return status == 0 ? Int32(width) : -status
}

private let mostSamples = 1 << 20

private final class Samples {
  private let reference: PropertyReference
  private let count: Int
  private(set) var numbers: [Double] = []

  init(_ reference: PropertyReference, _ count: Int) {
    (self.reference, self.count) = (reference, count)
  }

  /// Samples the values and returns the number of numbers per sample.
  func take(
    from start: Double, to stop: Double, _ copy: [Int], _ cancellation: Cancellation
  ) throws(WebError) -> Int {
    let path = reference.keyPath.isEmpty ? nil : try reference.resolved().path
    var width = 1
    if path != nil {
      // An animated list may change its length. The length of the first sample is the width of all samples.
      guard let first = try reference.value(at: start, copy).components else {
        throw WebError(.keyPath, "\(reference.keyPath) has no numbers to be sampled")
      }
      width = first.count
    }
    guard width * count <= 4 * mostSamples else {
      throw WebError(.limit, "sample: at most \(4 * mostSamples) numbers are allowed")
    }
    do throws(TimeMapError) {
      try reference.layer.sample(
        path, from: start, to: stop, count: count, copy: copy, cancellation: cancellation
      ) { [self] _, value in
        let found = value.components ?? []
        for k in 0..<width { numbers.append(k < found.count ? found[k] : .nan) }
      }
    } catch {
      throw WebError(error)
    }
    return width
  }
}

/// Reports which parts of the scene repeat and which parts never repeat.
@_expose(wasm, "stretto_scene_get_loop_report") @_cdecl("stretto_scene_get_loop_report")
public func loopReport(_ scene: UnsafeMutableRawPointer, _ timeout: Double) -> Int32 {
  attempt { () throws(WebError) in
    let open = opened(scene)
    var cancellation = ending(after: timeout)
    do throws(Cancelled) {
      let report = try open.scene.loopReport(&cancellation)
      var json = JSON()
      json.object {
        $0["duration"].number(report.duration ?? .nan)
        $0["steadyFrom"].number(report.periodicFrom)
        $0["entries"].array(report.entries) { $0.entry($1, in: open) }
      }
      Answer.give(json.text)
    } catch {
      throw .timeout
    }
  }
}

/// Lists the diagnostics of the scene.
@_expose(wasm, "stretto_scene_diagnose") @_cdecl("stretto_scene_diagnose")
public func diagnose(_ scene: UnsafeMutableRawPointer, _ clip: Double, _ timeout: Double) -> Int32 {
  attempt { () throws(WebError) in
    guard clip >= 0 else {
      throw WebError(.invalid, "clip: \(clip) was given; a number of at least 0 is allowed")
    }
    let open = opened(scene)
    var cancellation = ending(after: timeout)
    do throws(Cancelled) {
      let found = try open.scene.diagnostics(clip: clip, &cancellation)
      var json = JSON()
      json.array(found) { json, diagnostic in
        json.object {
          $0["code"].integer(Int(diagnostic.code.rawValue))
          $0["layer"].integer(open.number(of: diagnostic.layer) ?? -1)
          $0["keyPath"].string(diagnostic.keyPath)
        }
      }
      Answer.give(json.text)
    } catch {
      throw .timeout
    }
  }
}

/// Adds a state change at a scene time.
@_expose(wasm, "stretto_scene_set_state") @_cdecl("stretto_scene_set_state")
public func setState(
  _ scene: UnsafeMutableRawPointer, _ words: UnsafeRawPointer, _ size: Int32, _ time: Double
) -> Int32 {
  attempt { () throws(WebError) in
    let scene = opened(scene).scene
    let name = split(words, size)[0]
    try check(time, "time")
    do throws(StateError) {
      try scene.setState(name, at: time)
    } catch {
      let names = scene.states.names
      throw error == .tooManyChanges
        ? WebError(.limit, "a scene can have at most \(SceneStates.changeLimit) state changes")
        : WebError(
          .invalid,
          "there is no state \"\(name)\"; "
            + (names.isEmpty ? "the scene has none" : "there are: " + names.joined(separator: ", "))
        )
    }
  }
}

extension JSON {
  fileprivate mutating func hit(_ hit: Hit?, in open: OpenScene) {
    guard let hit else { return null() }
    object {
      $0["layer"].integer(open.number(of: hit.layer) ?? -1)
      $0["instance"].array(hit.copy) { $0.integer($1) }
      $0["point"].numbers([hit.point.x, hit.point.y])
      $0.key("character")
      if let character = hit.character { $0.integer(character) } else { $0.null() }
    }
  }

  fileprivate mutating func entry(_ entry: LoopEntry, in open: OpenScene) {
    object {
      $0["layer"].integer(open.number(of: entry.layer) ?? -1)
      $0["keyPath"].string(entry.keyPath)
      $0["kind"].integer(Int(entry.kind.rawValue))
      $0["period"].number(entry.period)
    }
  }
}

// MARK: Wording

extension WebError {
  init(_ error: PresentationError) {
    self = error == .cancelled ? .timeout : WebError(.limit, error.sentence)
  }

  init(_ error: RasterError) {
    switch error {
    case .cancelled: self = .timeout
    case .limit(let limit): self = WebError(.limit, limit.sentence)
    case .noMemory: self = WebError(.limit, RasterError.outOfMemory)
    }
  }

  init(_ error: TimeMapError) {
    switch error {
    case .cancelled: self = .timeout
    case .tooManyCopies, .tooDeep: self = WebError(.limit, error.sentence)
    case .tooManyIndices, .indexOutOfRange, .notInTree: self = WebError(.invalid, error.sentence)
    }
  }
}
