import Glibc
import PluginHost

/// Builds a plugin as its author does: by `make`, if there is a Makefile.
struct PluginBuild {
  enum Outcome {
    /// There is nothing to build: the library is made by other means.
    case nothing
    case built(seconds: Double, warnings: String)
    case failed(String)
    case interrupted
  }

  let folder: String

  var hasMakefile: Bool {
    ["Makefile", "makefile", "GNUmakefile"].contains { PluginFile.isFile("\(folder)/\($0)") }
  }

  /// Runs the build to its end, or until an interruption.
  func run(until interruption: Interruption) throws(ToolError) -> Outcome {
    guard hasMakefile else { return .nothing }
    let start = ContinuousClock.now
    let make = try Spawned(["make", "--no-print-directory", "-C", folder])
    var said: [UInt8] = []
    var complained: [UInt8] = []
    var open = [make.output, make.errors]
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !open.isEmpty {
      var wishes = ([interruption.descriptor] + open).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if poll(&wishes, nfds_t(wishes.count), -1) < 0 { continue }
      if wishes[0].revents != 0 {
        make.end()
        return .interrupted
      }
      for wish in wishes.dropFirst() where wish.revents != 0 {
        let count = buffer.withUnsafeMutableBytes { read(wish.fd, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == wish.fd }
          continue
        }
        // The end of the output says most.
        said = (said + buffer[..<count]).suffix(PluginBuild.maximumOutput)
        guard wish.fd == make.errors else { continue }
        complained = (complained + buffer[..<count]).suffix(PluginBuild.maximumOutput)
      }
    }
    let all = String(decoding: said, as: UTF8.self)
    guard make.wait() else { return .failed(all) }
    let complaints = String(decoding: complained, as: UTF8.self)
    // Some builds print warnings to standard output.
    let isElsewhere = all.contains("warning:") && !complaints.contains("warning:")
    return .built(
      seconds: (ContinuousClock.now - start) / .seconds(1), warnings: isElsewhere ? all : complaints
    )
  }

  private static let maximumOutput = 256 << 10
}
