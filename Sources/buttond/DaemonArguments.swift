import ButtonProtocol
import DaemonConfiguration

/// Reads the daemon's command line.
///
/// By hand, because an argument library brings Foundation along, and with it more memory than the
/// whole idle daemon needs.
struct DaemonArguments {
  enum Outcome {
    case run(DaemonOptions)
    /// Shows a text on standard output, with exit code 0.
    case show(String)
    /// Shows a text on standard error, with exit code 64.
    case misused(String)
  }

  static let version = Release.version

  static let help = """
    OVERVIEW: Keeps buttons up to date: state in, resolved looks out.

    Prints "listening on PATH" when it is ready.
    Stops cleanly on SIGTERM and SIGINT.

    USAGE: buttond [OPTIONS]

    OPTIONS:
      --config FILE          Read this configuration; without it the built-in
                             defaults hold. SIGHUP and the method server.reload
                             read it again.
      --check                Say what is wrong with the configuration, with
                             everything it names, and with what else a start would
                             refuse: socket and state. Then end. It takes several
                             --config, and checks each alone.
      --describe settings    Print every number that a configuration may set, as
                             JSON: what it may be, its default, and what it is of.
      --restore FILE         Put a backup in place of what is kept, which gets a
                             dated name, and end.
      --socket PATH          The Unix socket to listen on; also BUTTOND_SOCKET.
      --ephemeral            Keep nothing beyond the life of the daemon.
      --state DIR            Where state and buttons, copies of plugins and their
                             quarantine are kept; without it
                             $XDG_STATE_HOME/buttond, ~/.local/state/buttond or, as
                             root, /var/lib/buttond.
      --accept-data-loss     Set a damaged file of state aside and begin without
                             what it held.
      --plugins DIR          A further folder of plugin folders; may be repeated.
      --no-installed-plugins Run no plugins but those of the folders that are
                             named.
      --replay               Take everything from clients, as buttonctl replay
                             wants it: they write the keys of the clock, and
                             sources, buttons and derived keys of the configuration
                             are left out.
      --with-parent          End as soon as the process that started the daemon
                             ends.
      --log-level LEVEL      trace, debug, info (default), notice, warning, error
                             or critical.
      --log-format FORMAT    text (default) or json.
      --version              Show the version.
      -h, --help             Show this help.

    The command line goes before the configuration.

    EXIT CODES: 0 clean stop, 1 failure, 64 usage, 65 state, 78 configuration.

    """

  private var rest: ArraySlice<String>
  private var options = DaemonOptions()

  /// Takes the arguments without the program's name.
  init(_ arguments: some Sequence<String>) { rest = ArraySlice(Array(arguments)) }

  mutating func read() -> Outcome {
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts.first ?? ""
      let attached = parts.count == 2 ? parts[1] : nil
      switch name {
      case "-h", "--help": return .show(DaemonArguments.help)
      case "--version": return .show(DaemonArguments.version + "\n")
      case "--ephemeral" where attached == nil: options.isEphemeral = true
      case "--accept-data-loss" where attached == nil: options.acceptsDataLoss = true
      case "--no-installed-plugins" where attached == nil: options.usesInstalledPlugins = false
      case "--replay" where attached == nil: options.isForReplay = true
      case "--with-parent" where attached == nil: options.endsWithParent = true
      case "--check" where attached == nil: options.isCheck = true
      case "--config", "--restore", "--socket", "--state", "--plugins", "--log-level",
        "--log-format", "--describe":
        guard let value = attached ?? rest.popFirst() else {
          return .misused("\(name) needs a value")
        }
        if name == "--describe" {
          return value == "settings"
            ? .show(SettingsDescription.text)
            : .misused("--describe: \"\(value)\" is not settings")
        }
        if let complaint = take(name, value) { return .misused(complaint) }
      default:
        let advice =
          argument.hasPrefix("-")
          ? "see buttond --help" : "a configuration is read with --config \(argument)"
        return .misused("unknown argument \"\(argument)\"; \(advice)")
      }
    }
    return .run(options)
  }

  /// Takes an option's value; returns what is wrong with it.
  private mutating func take(_ name: String, _ value: String) -> String? {
    if value.isEmpty { return "\(name) needs a value that is not empty" }
    switch name {
    case "--config": options.configurationPaths.append(value)
    case "--restore": options.backup = value
    case "--socket": options.socketPath = value
    case "--state":
      options.isEphemeral = false
      options.stateFolder = value
    case "--plugins": options.pluginFolders.append(value)
    case "--log-level":
      guard let level = LogLevel(rawValue: value) else {
        return "\(name): \"\(value)\" is none of " + LogLevel.names
      }
      options.logLevel = level
    default:
      guard let format = LogFormat(rawValue: value) else {
        return "\(name): \"\(value)\" is neither text nor json"
      }
      options.logFormat = format
    }
    return nil
  }
}

extension ProgramArguments {
  /// The shell command that starts this daemon with one more option.
  static func command(with option: String) -> String {
    let words = [program ?? "buttond"] + ProgramArguments.words + [option]
    return words.map { word in
      let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: ":"),
          UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"):
          true
        default: false
        }
      }
      if isPlain, !word.isEmpty { return word }
      return "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
