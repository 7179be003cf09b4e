import Glibc
import PluginHost

/// A daemon on a private socket; it and its folder go with the object, and with the process.
package final class PrivateDaemon {
  /// The folder of plugin folders that it watches.
  let plugins: String
  package let socket: String
  private let place: TemporaryPlace
  private let process: Spawned
  private let log: String
  private var tail: LogTail
  /// The line that reports the start has been read.
  private var hasReadStart = false

  /// Runs only the plugins of the folder that `prepare` fills first; returns once the daemon
  /// listens. `presses` is the number of buttons that one client may press at once.
  convenience init(
    _ layout: ToolLayout, presses: Int, prepare: (String) throws(ToolError) -> Void
  ) throws(ToolError) {
    try self.init(
      layout, ["--no-installed-plugins"], configuration: "limits: {presses: \(presses)}\n",
      prepare: prepare)
  }

  /// A daemon that keeps nothing, with more arguments or a configuration's text; returns once it
  /// listens.
  package init(
    _ layout: ToolLayout, _ arguments: [String], configuration: String? = nil,
    prepare: (String) throws(ToolError) -> Void = { _ in }
  ) throws(ToolError) {
    TemporaryPlace.removeThoseLeft()
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    self.place = place
    plugins = "\(place.path)/plugins"
    socket = "\(place.path)/s"
    log = "\(place.path)/log"
    tail = LogTail(log)
    let configurationPath = "\(place.path)/buttond.yaml"
    let arguments =
      [
        try layout.require(layout.daemon), "--ephemeral", "--with-parent", "--socket", socket,
        "--plugins", plugins,
      ] + (configuration == nil ? [] : ["--config", configurationPath]) + arguments
    do throws(ToolError) {
      if let configuration { try PictureFile.write(configuration, to: configurationPath) }
      try prepare(plugins)
      let log = log
      process = try LastingThread.run { () throws(ToolError) in
        try Spawned(arguments, errors: log)
      }
    } catch {
      place.remove()
      throw error
    }
    guard waitUntilListening() else {
      let said = newLog().joined(separator: "\n")
      end()
      throw ToolError("the private daemon does not start: \(said)")
    }
  }

  /// Goes with the daemon.
  var folder: String { place.path }

  /// Becomes readable when the daemon has ended.
  var descriptor: Int32 { process.output }

  /// Also ends its workers and removes its folder.
  package func end() {
    process.end()
    place.remove()
  }

  /// What every line that reports a start has in it.
  private static let start = " has started configuration="

  /// The lines since the last call; the first time, since the daemon has started.
  package func newLog() -> [String] {
    let lines = tail.newLines()
    guard !hasReadStart, let start = lines.firstIndex(where: { $0.contains(Self.start) }) else {
      return lines
    }
    hasReadStart = true
    return Array(lines[(start + 1)...])
  }

  private func waitUntilListening() -> Bool {
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !said.contains(UInt8(ascii: "\n")) {
      var wish = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wish, 1, 10_000)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return false }
      let count = buffer.withUnsafeMutableBytes { read(process.output, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      said += buffer[..<count]
    }
    return true
  }
}
