import ButtonClient
import Glibc

/// What the system says of a running process.
struct ProcessFacts {
  let id: Int32
  let user: UInt32
  /// Its command line; empty if it may not be read.
  let words: [String]
  private let folder: String?

  init(_ id: Int32, user: UInt32) {
    self.id = id
    self.user = user
    let text = ProcessFacts.text("/proc/\(id)/cmdline")
    words = text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    let link = realpath("/proc/\(id)/cwd", nil)
    folder = link.map { String(cString: $0) }
    free(link)
  }

  /// Whether an option without a value is given.
  func has(_ option: String) -> Bool { words.contains(option) }

  /// The daemon keeps nothing: of `--ephemeral` and a state folder the last one counts.
  var isEphemeral: Bool {
    let last = words.last { $0 == "--ephemeral" || $0.hasPrefix("--state") }
    return last == "--ephemeral"
  }

  func value(of option: String) -> String? { values(of: option).last }

  func values(of option: String) -> [String] {
    var values: [String] = []
    for (index, word) in words.enumerated() {
      if word == option, index + 1 < words.count { values.append(words[index + 1]) }
      if word.hasPrefix("\(option)=") { values.append(String(word.dropFirst(option.count + 1))) }
    }
    return values
  }

  /// A path of its command line, for this process; nil for a relative one if this user may not see
  /// its working folder.
  func path(_ text: String) -> String? {
    text.hasPrefix("/") ? text : folder.map { "\($0)/\(text)" }
  }

  /// How to start it again, as the end of advice: by the service manager that runs it, or by hand.
  var restartAdvice: String {
    // The control group of a unit ends in its name.
    let group = ProcessFacts.text("/proc/\(id)/cgroup").split(whereSeparator: \.isNewline).last
    let unit = group?.split(separator: "/").last.map(String.init) ?? ""
    guard unit.hasPrefix("buttond"), unit.hasSuffix(".service") else {
      return "end it, and start it as before:\nkill \(id)"
    }
    let isOfUser = group?.contains("/user@") == true
    return "restart it:\nsystemctl \(isOfUser ? "--user " : "")restart \(unit.dropLast(8))"
  }

  /// It is a client that was started for a daemon's socket.
  func uses(_ socket: String) -> Bool {
    if let named = value(of: "--socket") { return path(named) == ProcessFacts.absolute(socket) }
    let found = try? SocketPath.standard(
      nil, user: user, temporaryFolder: "/tmp", environment: variable)
    return found.map { path($0.text) } == ProcessFacts.absolute(socket)
  }

  /// Returns a variable of its environment at the start; nil if it is unset or may not be read.
  func variable(_ name: String) -> String? {
    ProcessFacts.text("/proc/\(id)/environ").split(separator: "\0")
      .first { $0.hasPrefix("\(name)=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  /// A command line that runs another program as this one was started, in its folder and with its
  /// user's rights. Of its environment it keeps what says where files are: the rest might make root
  /// load a library of that user.
  func command(_ program: String) -> [String] {
    var words = ["env", "-i"]
    if let folder, access(folder, X_OK) == 0 { words += ["-C", folder] }
    words += ["HOME", "XDG_RUNTIME_DIR"].compactMap { name in
      variable(name).map { "\(name)=\($0)" }
    }
    return words + identity + [program] + self.words.dropFirst()
  }

  /// Runs a command with the process's user's rights, for at most 30 seconds and away from this
  /// terminal, since that user may take the command over; empty if the rights are this process's
  /// own.
  private var identity: [String] {
    if user == geteuid() { return [] }
    let lines = ProcessFacts.text("/proc/\(id)/status").split(separator: "\n")
    func numbers(_ name: String) -> [Substring] {
      let line = lines.first { $0.hasPrefix(name) } ?? ""
      return line.dropFirst(name.count).split(whereSeparator: \.isWhitespace)
    }
    let groups = numbers("Groups:").joined(separator: ",")
    return ["setsid", "--wait", "timeout", "-k", "5", "30"]
      + ["setpriv", "--reuid=\(user)", "--regid=\(numbers("Gid:").first ?? "\(user)")"]
      + [groups.isEmpty ? "--clear-groups" : "--groups=\(groups)", "--"]
  }

  /// The letter for what it does: `T` is stopped, `D` waits for the disk.
  var state: Character? {
    let text = ProcessFacts.text("/proc/\(id)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[end...].dropFirst(2).first
  }

  var isStopped: Bool { state == "T" || state == "t" }

  /// The Unix sockets at which it accepts connections; empty if this user may not see them.
  var listeningPaths: [String] {
    let inodes = socketInodes
    return ProcessFacts.text("/proc/\(id)/net/unix").split(separator: "\n").compactMap { line in
      // Address, references, protocol, flags, type, state, inode and path; the flag is
      // __SO_ACCEPTCON.
      let fields = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: true)
      guard fields.count == 8, fields[3] == "00010000", inodes.contains(fields[6]) else {
        return nil
      }
      return String(fields[7])
    }
  }

  /// Empty if this user may not see them.
  private var socketInodes: Set<Substring> {
    let folder = "/proc/\(id)/fd"
    var inodes: Set<Substring> = []
    for name in ProcessFacts.names(in: folder) {
      var target = [CChar](repeating: 0, count: 64)
      let count = readlink("\(folder)/\(name)", &target, target.count)
      let bytes = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      let link = String(decoding: bytes, as: UTF8.self)
      // A socket is a link to "socket:[NUMBER]".
      guard link.hasPrefix("socket:[") else { continue }
      inodes.insert(link.dropFirst("socket:[".count).dropLast())
    }
    return inodes
  }

  /// The processes that run a program.
  static func all(named name: String) -> [ProcessFacts] {
    names(in: "/proc").compactMap { text in
      guard let id = Int32(text), self.text("/proc/\(id)/comm") == "\(name)\n" else { return nil }
      var status = stat()
      guard stat("/proc/\(id)", &status) == 0 else { return nil }
      return ProcessFacts(id, user: status.st_uid)
    }
  }

  /// Relative to this process.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }

  /// Empty if the folder cannot be read.
  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func text(_ path: String) -> String {
    ((try? DocumentArgument.text(of: path)) ?? []).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
