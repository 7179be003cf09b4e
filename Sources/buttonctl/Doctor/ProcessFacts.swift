import ButtonClient
import Glibc

/// What the system tells of a running process.
struct ProcessFacts {
  let id: Int32
  /// Its user.
  let user: UInt32
  /// The words that it was started with; empty when they may not be read.
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

  /// Whether it was started with an option that has no value.
  func has(_ option: String) -> Bool { words.contains(option) }

  /// Whether a daemon was started to keep nothing: of that and a state folder the later word counts.
  var isEphemeral: Bool {
    let last = words.last { $0 == "--ephemeral" || $0.hasPrefix("--state") }
    return last == "--ephemeral"
  }

  /// The last value of an option.
  func value(of option: String) -> String? { values(of: option).last }

  /// All values of an option that may be repeated.
  func values(of option: String) -> [String] {
    var values: [String] = []
    for (index, word) in words.enumerated() {
      if word == option, index + 1 < words.count { values.append(words[index + 1]) }
      if word.hasPrefix("\(option)=") { values.append(String(word.dropFirst(option.count + 1))) }
    }
    return values
  }

  /// A path among its words, for this process.
  func path(_ text: String) -> String {
    text.hasPrefix("/") ? text : folder.map { "\($0)/\(text)" } ?? text
  }

  /// The letter for what it is doing: `T` is stopped, `D` waits for the disk.
  var state: Character? {
    let text = ProcessFacts.text("/proc/\(id)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[end...].dropFirst(2).first
  }

  /// The processes that run a program.
  static func all(named name: String) -> [ProcessFacts] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [ProcessFacts] = []
    while let entry = readdir(folder) {
      let text = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let id = Int32(text), self.text("/proc/\(id)/comm") == "\(name)\n" else { continue }
      var status = stat()
      guard stat("/proc/\(id)", &status) == 0 else { continue }
      found.append(ProcessFacts(id, user: status.st_uid))
    }
    return found
  }

  private static func text(_ path: String) -> String {
    ((try? DocumentArgument.text(of: path)) ?? []).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
