import DaemonConfiguration
import Glibc
import StateDatabase

/// Replaces a state folder's content by a backup, without starting the daemon.
struct Restoration {
  let options: DaemonOptions
  let layout: InstalledLayout

  func run(_ file: String) throws {
    let loaded = try options.configurationPath.map { try ConfigurationLoader(layout).load($0) }
    guard
      let path = options.stateFolderPath(configured: loaded?.settings.state)
    else {
      throw DaemonError("there is no place to keep state: name one with --state")
    }
    let folder = try StateFolder(path)
    let outcome = try StateDatabaseRestoration(in: folder).restore(DaemonOptions.absolute(file))
    var text =
      "restored revision \(outcome.revision) of \(Restoration.date(outcome.time)):"
      + " \(outcome.keys) keys and \(outcome.buttons) buttons, in \(folder.path)\n"
    if let aside = outcome.aside { text += "what was there is kept as \(aside)\n" }
    ButtondCommand.write(text, to: 1)
  }

  private static func date(_ seconds: UInt64) -> String {
    var time = time_t(clamping: seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d %H:%M:%S UTC", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
