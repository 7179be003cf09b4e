import ButtonEngine
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC
import StateDatabase

/// What a start makes of a journal.
enum FuzzedStateDatabase {
  /// In memory where there is such a folder, as every run writes a file.
  private static let folder: StateFolder = {
    let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(place)/buttond-fuzz-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no folder in \(place)")
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let folder = try? StateFolder(path) else { preconditionFailure("no lock") }
    // What the next start of the fuzzer does not need.
    atexit {
      FuzzedStateDatabase.removeFiles()
      rmdir(FuzzedStateDatabase.folder.path)
    }
    return folder
  }()

  private static var file: String { "\(folder.path)/buttond.sqlite" }

  private static func removeFiles() {
    for end in ["", "-wal", "-shm", "-journal", "-mark"] { unlink(file + end) }
    unlink("\(folder.path)/\(StateFolder.lockName)")
  }

  /// Opens a file with these bytes; what it hands out goes to an engine.
  static func open(_ bytes: UnsafeRawBufferPointer) {
    for end in ["-wal", "-shm", "-journal", "-mark"] { unlink(file + end) }
    let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(
      descriptor >= 0 && write(descriptor, bytes.baseAddress, bytes.count) == bytes.count,
      "the file cannot be written")
    close(descriptor)
    let engine = Engine(epoch: "epoch-1")
    do throws(StateDatabaseError) {
      let journal = try StateDatabaseFile(in: folder, isStrict: false)
      try journal.rewind()
      while let group = try journal.next() { _ = engine.restore(ParsedGroup(group)) }
      start(engine, at: journal.opening.revision)
      try journal.close(at: journal.opening.revision)
    } catch {
      precondition(!error.message.isEmpty, "an error without a word")
    }
  }

  /// Rows that were written so: a name, a tab, a definition or a value; one in each line.
  static func restore(_ bytes: UnsafeRawBufferPointer) {
    var group = JournalGroup(revision: 1)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let name = UnsafeRawBufferPointer(rebasing: line[..<tab])
      let content = UnsafeRawBufferPointer(rebasing: line[(tab + 1)...])
      // Reading a row sees to the names.
      if ButtonDefinition.isValidID(name) {
        group.append(button: name, content, revision: 1)
      } else if StateKey.isValid(name) {
        group.append(key: name, .string(UTF8String(copying: content)), revision: 1)
      }
    }
    let engine = Engine(epoch: "epoch-1")
    for complaint in engine.restore(ParsedGroup(group)) {
      precondition(!complaint.isEmpty, "a complaint without a word")
    }
    start(engine, at: 1)
  }

  /// What was restored is shown, and is not given back to the journal.
  private static func start(_ engine: Engine, at revision: UInt64) {
    engine.startJournal(.relaxed, revision: revision)
    precondition(engine.revision >= revision, "a revision goes back")
    precondition(engine.unsavedCount == 0, "what is kept is to be kept again")
    for turn in 1...4 { engine.turnEnded(now: UInt64(turn) * 1_000_000_000) }
    engine.actions.removeAll()
  }
}
