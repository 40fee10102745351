import CStretto

struct FrameRequest {
  var time: Double
  let scale: Double
  let isStraight: Bool
  var threads: Int
  /// Timeout in seconds.
  let timeout: Double

  init(_ time: Double, _ options: In<stretto_render_options>) throws {
    let options =
      try options.map {
        try sized($0, defaultOptions, "options", "set it up with stretto_render_options_init")
      } ?? defaultOptions
    self.time = try finite(time, "time")
    scale = options.scale
    isStraight = try checkAlpha(options.alpha)
    timeout = options.timeout_ms == 0 ? .infinity : Double(options.timeout_ms) / 1000
    threads = options.threads == 0 ? processorCount : min(Int(options.threads), 256)
  }
}
