import Glibc
import PluginHost

/// Builds a plugin the way its author does: `make`, where there is a Makefile.
struct PluginBuild {
  /// What came of it.
  enum Outcome {
    /// There is nothing to build: the library is made by other means.
    case nothing
    case built(seconds: Double)
    case failed(String)
    case interrupted
  }

  let folder: String

  /// Whether there is a Makefile.
  var hasMakefile: Bool {
    ["Makefile", "makefile", "GNUmakefile"].contains { PluginFile.isFile("\(folder)/\($0)") }
  }

  /// Runs it to its end, or until somebody interrupts.
  func run(until interruption: Interruption) throws(ToolError) -> Outcome {
    guard hasMakefile else { return .nothing }
    let start = PluginBuild.now
    let make = try Spawned(["make", "--no-print-directory", "-C", folder])
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var wishes = [
        pollfd(fd: make.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&wishes, 2, -1) < 0 { continue }
      if wishes[1].revents != 0 {
        make.end()
        return .interrupted
      }
      let count = buffer.withUnsafeMutableBytes { read(make.output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      // The end of it says most.
      said = (said + buffer[..<count]).suffix(PluginBuild.maximumOutput)
    }
    if make.wait() { return .built(seconds: PluginBuild.now - start) }
    return .failed(String(decoding: said, as: UTF8.self))
  }

  private static let maximumOutput = 256 << 10

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
