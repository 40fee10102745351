import StrettoTiming
import Testing

/// A chain of nested layers' timing, outermost first, with a time outside the chain and the matching time inside, in seconds.
struct ChainCase: Sendable {
  var chain: [MediaTiming]
  var outside: Double
  var inside: Double
}

private let mid = MediaTiming(beginTime: 2, timeOffset: 0.25, speed: 3)
private let leaf = MediaTiming(beginTime: 1, timeOffset: 0.5, speed: 2)
private let root = MediaTiming(beginTime: 1, timeOffset: 3, speed: 2)
private let child = MediaTiming(beginTime: 6, timeOffset: 5, speed: 4)

@Suite("Conversion between parent time and local time")
struct ConversionTests {
  @Test(
    "goes down a chain of layers as measured on Apple",
    arguments: [
      ChainCase(chain: [leaf], outside: 10, inside: 18.5),
      ChainCase(chain: [mid, leaf], outside: 10, inside: 47),
      ChainCase(chain: [root], outside: 10, inside: 21),
      ChainCase(chain: [root, child], outside: 10, inside: 65),
    ])
  func goesDown(_ c: ChainCase) {
    let time = c.chain.reduce(c.outside) { $1.localTime(atParentTime: $0) }
    #expect(time == c.inside)
  }

  @Test(
    "goes up a chain of layers as measured on Apple",
    arguments: [
      ChainCase(chain: [leaf], outside: 5.75, inside: 10),
      ChainCase(chain: [mid, leaf], outside: 23.0 / 6, inside: 10),
      ChainCase(chain: [root], outside: 4.5, inside: 10),
      ChainCase(chain: [root, child], outside: 3.125, inside: 10),
    ])
  func goesUp(_ c: ChainCase) {
    let time = c.chain.reversed().reduce(c.inside) { $1.parentTime(atLocalTime: $0) }
    #expect(abs(time - c.outside) < 1e-12)
  }

  @Test("is not clamped before the begin", arguments: [(7.0, 6.5), (8.0, 7.0), (10.0, 8.0)])
  func isNotClamped(parent: Double, local: Double) {
    let timing = MediaTiming(beginTime: 8, timeOffset: 7, speed: 0.5)
    #expect(timing.localTime(atParentTime: parent) == local)
  }

  @Test("pauses at ten and resumes at twenty-five", arguments: [(25.0, 10.0), (30.0, 15.0)])
  func pausesAndResumes(parent: Double, local: Double) {
    let paused = MediaTiming(timeOffset: 10, speed: 0)
    let resumed = MediaTiming(beginTime: 15)
    #expect(paused.localTime(atParentTime: parent) == 10)
    #expect(resumed.localTime(atParentTime: parent) == local)
  }

  @Test("has no inverse at speed 0, and returns 0")
  func hasNoWayUpAtSpeedZero() {
    let paused = MediaTiming(beginTime: 4, timeOffset: 10, speed: 0)
    #expect(paused.parentTime(atLocalTime: 10) == 0)
  }

  @Test("round-trips", arguments: [-4.0, -1, -0.25, 0.5, 1, 8])
  func comesBack(speed: Double) {
    let timing = MediaTiming(beginTime: 3, timeOffset: -7, speed: speed)
    for time in stride(from: -20.0, through: 20, by: 0.25) {
      #expect(timing.parentTime(atLocalTime: timing.localTime(atParentTime: time)) == time)
    }
  }
}
