import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import PluginHost

/// Builds a plugin, shows all its looks in a private daemon, and repeats that whenever a source is
/// saved.
package final class PluginDeveloper {
  private let folder: String
  private let layout: ToolLayout
  private let report: (DevelopNews) -> Void
  private let interruption: Interruption
  private var daemon: PrivateDaemon?
  private var client: ButtonClient?
  private var watchers: [Task<Void, Never>] = []
  private var shown: [ShownButton] = []
  private var looks: [ShownLook] = []
  private var bell: [Int32] = [-1, -1]
  /// The id under which the daemon's folder has the plugin.
  private var installedID: String?
  private var picture: LookPicture?
  /// A file was asked for; otherwise the picture is in the daemon's folder.
  private let drawsIntoFile: Bool

  /// `report` gets what happens; all looks are drawn into the file `picture`, or into one in the
  /// daemon's folder.
  package init(
    _ folder: String, in layout: ToolLayout, picture: String? = nil,
    report: @escaping (DevelopNews) -> Void
  ) throws(ToolError) {
    try PluginSource.requireManifest(in: folder)
    self.folder = folder
    self.layout = layout
    self.report = report
    drawsIntoFile = picture != nil
    self.picture = try picture.map { path throws(ToolError) in try LookPicture(file: path, layout) }
    interruption = try Interruption()
    guard pipe(&bell) == 0 else { throw .system("pipe") }
    for end in bell { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for end in bell { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Builds and shows, once or until a signal; false if the last version is not in use or, with
  /// `once`, did not make all of its looks. Nothing that was started is left.
  package func run(once: Bool) async throws(ToolError) -> Bool {
    do throws(ToolError) {
      let isUsed = try await develop(once: once)
      close()
      return isUsed
    } catch {
      close()
      throw error
    }
  }

  private func develop(once: Bool) async throws(ToolError) -> Bool {
    let library = PluginBuild(folder: folder).hasMakefile ? nil : libraryName
    let watch = try SourceWatch(folder, library: library)
    var isUsed = try await round(keepsWatching: !once)
    tellLog()
    let troubled = looks.filter { $0.trouble != nil }
    if once, isUsed, !troubled.isEmpty {
      report(.troubled(troubled))
      return false
    }
    while !once, !interruption.hasCome {
      let isSaved = try waitForNews(watch)
      tellLog()
      if isSaved == .saved { isUsed = try await round(keepsWatching: true) }
      if isSaved == .looks { try await showChanges(isNewVersion: false) }
      tellLog()
    }
    return isUsed
  }

  private func close() {
    endDaemon()
    for end in bell { _ = Glibc.close(end) }
  }

  /// The next version starts another one.
  private func endDaemon() {
    for watcher in watchers { watcher.cancel() }
    watchers = []
    client?.close()
    client = nil
    daemon?.end()
    daemon = nil
    shown = []
    looks = []
    if !drawsIntoFile { picture = nil }
  }

  // MARK: A version

  /// Builds the plugin and takes it into use; false if the old version stays.
  private func round(keepsWatching: Bool) async throws(ToolError) -> Bool {
    let hasLast = !shown.isEmpty
    switch try PluginBuild(folder: folder).run(until: interruption) {
    case .interrupted: return false
    case .failed(let said):
      report(.buildFailed(said, hasLast: hasLast))
      return false
    case .built(let seconds, let warnings): report(.built(seconds: seconds, warnings: warnings))
    case .nothing: break
    }
    do throws(ToolError) {
      let outcome = try await use(keepsWatching: keepsWatching)
      try await show(outcome)
      return true
    } catch {
      report(.refused(error.message, hasLast: hasLast))
      return false
    }
  }

  /// Puts the plugin into the daemon's folder; starts the daemon the first time.
  private func use(
    keepsWatching: Bool
  ) async throws(ToolError) -> PluginInstaller.Outcome {
    let outcome: PluginInstaller.Outcome
    // With another id it is another plugin, and the old one would keep the short name.
    if let installedID, try PluginSource(folder).manifest.id != installedID { endDaemon() }
    if let daemon {
      outcome = try PluginInstaller(into: daemon.plugins).install(folder)
    } else {
      var first: PluginInstaller.Outcome?
      let folder = folder
      let daemon = try PrivateDaemon(
        layout, presses: ShownButton.mostPresses
      ) { plugins throws(ToolError) in
        first = try PluginInstaller(into: plugins).install(folder)
      }
      self.daemon = daemon
      guard let first else { preconditionFailure("a daemon starts after its plugin is there") }
      outcome = first
      if keepsWatching, picture == nil { picture = try LookPicture(in: daemon.folder, layout) }
      let client = try await PluginDeveloper.asking { () throws(ClientError) in
        try ButtonClient(path: try SocketPath(daemon.socket))
      }
      self.client = client
      if keepsWatching { watchLooks(client) }
    }
    installedID = outcome.id
    let news = try await PluginDeveloper.asking { () throws(ClientError) in
      try await DaemonNews.after(
        outcome, socket: daemon?.socket, patience: SilenceWatch.Patience(milliseconds: 30_000))
    }
    switch news {
    case .running: return outcome
    case .refused(let why): throw ToolError(why)
    case .noDaemon, .notFound, .silent: throw ToolError("the private daemon did not take it up")
    }
  }

  /// Defines the buttons that show it, and reports their looks.
  private func show(_ outcome: PluginInstaller.Outcome) async throws(ToolError) {
    guard let client, let daemon else { return }
    let listing = try await PluginDeveloper.asking { () throws(ClientError) in
      try await client.send(StylesListRequest())
    }
    let (buttons, left) = ShownButton.all(of: outcome, in: listing)
    let isOther = buttons != shown
    let gone = Set(shown.map(\.id)).subtracting(buttons.map(\.id)).sorted()
    try await PluginDeveloper.asking { () throws(ClientError) in
      if !gone.isEmpty { try await client.remove(gone) }
      if isOther {
        // A row at a time: with long arguments, all of them may exceed a line.
        let count = ShownState.allCases.count
        for start in stride(from: 0, to: buttons.count, by: count) {
          _ = try await client.call(
            "\(ButtonsDefineRequest.method)",
            ShownButton.defineParams(buttons[start..<start + count]))
        }
        try await client.sync()
      }
      for button in buttons where button.state.isPressed {
        // A refused press leaves the button as it is, which shows.
        _ = try? await client.pressBegan(button.id, untilPublished: true)
      }
      try await client.sync()
    }
    shown = buttons
    report(.loaded(outcome, socket: daemon.socket, picture: picture?.path))
    if isOther, left > 0 { report(.leftOut(rows: left)) }
    guard isOther else { return try await showChanges(isNewVersion: true) }
    looks = try await currentLooks(client)
    try picture?.draw(looks)
    report(.looks(looks))
  }

  private func showChanges(isNewVersion: Bool) async throws(ToolError) {
    guard let client, !shown.isEmpty else { return }
    let now = try await currentLooks(client)
    let old = Dictionary(looks.map { ("\($0.button.id) \($0.userInterfaceStyle)", $0) }) { $1 }
    let pairs = now.compactMap { look -> DevelopNews.LookPair? in
      guard let last = old["\(look.button.id) \(look.userInterfaceStyle)"],
        last.appearance != look.appearance || last.trouble != look.trouble
      else { return nil }
      return DevelopNews.LookPair(old: last, new: look)
    }
    looks = now
    if !pairs.isEmpty { try picture?.draw(looks) }
    if !pairs.isEmpty { report(.changed(pairs)) } else if isNewVersion { report(.unchanged) }
  }

  private func currentLooks(_ client: ButtonClient) async throws(ToolError) -> [ShownLook] {
    var found: [ShownLook] = []
    for style in UserInterfaceStyle.allCases {
      let records = try await PluginDeveloper.asking { () throws(ClientError) in
        try await client.settledLooks(of: .everything, traits: Traits(userInterfaceStyle: style))
      }
      let byID = Dictionary(records.map { ($0.id, $0) }) { $1 }
      found += shown.compactMap { button in
        byID[button.id].map { ShownLook(button, style, $0) }
      }
    }
    let order = Dictionary(shown.enumerated().map { ($0.element.id, $0.offset) }) { $1 }
    return found.sorted {
      (order[$0.button.id] ?? 0, $0.userInterfaceStyle == .dark ? 1 : 0)
        < (order[$1.button.id] ?? 0, $1.userInterfaceStyle == .dark ? 1 : 0)
    }
  }

  // MARK: Waiting

  private enum News { case saved, looks, interrupted }

  /// Waits until a source is saved and no other for 0.1 s, or until a look changes.
  private func waitForNews(_ watch: SourceWatch) throws(ToolError) -> News {
    var isSaved = false
    while true {
      // While sources are being saved, looks wait: they are compared after the build anyway.
      var wishes = [
        interruption.descriptor, watch.descriptor, daemon?.descriptor ?? -1, isSaved ? -1 : bell[0],
      ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&wishes, nfds_t(wishes.count), isSaved ? 100 : 500)
      if count < 0 { continue }
      if wishes[0].revents != 0 { return .interrupted }
      if wishes[2].revents != 0 {
        let said = daemon?.newLog().joined(separator: "\n") ?? ""
        throw ToolError("the private daemon ended: \(said)")
      }
      if wishes[1].revents != 0 {
        if !watch.changes().isEmpty { isSaved = true }
      } else if isSaved {
        return .saved
      }
      if wishes[3].revents != 0, !isSaved {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(bell[0], &bytes, bytes.count) == bytes.count {}
        return .looks
      }
      tellLog()
    }
  }

  /// Rings the bell whenever a look changes, on either display.
  private func watchLooks(_ client: ButtonClient) {
    let bell = bell[1]
    watchers = UserInterfaceStyle.allCases.map { style in
      Task {
        let traits = Traits(userInterfaceStyle: style)
        do {
          for try await _ in client.buttons(matching: .everything, traits: traits) {
            var byte: UInt8 = 1
            _ = write(bell, &byte, 1)
          }
        } catch {
          // The connection ended, which the daemon's end reports.
        }
      }
    }
  }

  private func tellLog() {
    for line in daemon?.newLog() ?? [] { report(.log(line)) }
  }

  private var libraryName: String? {
    guard let entries = try? PluginFile.entries(of: folder) else { return nil }
    return entries.map(\.name).first { $0.hasSuffix(".so") }
  }

  private static func asking<Value>(
    _ body: () async throws(ClientError) -> Value
  ) async throws(ToolError) -> Value {
    do throws(ClientError) { return try await body() } catch { throw ToolError(error.message) }
  }
}

@available(*, unavailable)
extension PluginDeveloper: Sendable {}
