import ButtonModel
import Glibc
import TestSupport

@testable import StateDatabase

/// A state folder, and journals opened in it one after the other.
final class StateDatabaseRig {
  let folder: TemporaryFolder
  let state: String
  /// The lock, once it is taken: that of one daemon for all journals.
  private var lock: StateFolder?

  init() {
    folder = TemporaryFolder()
    state = folder.file("state")
  }

  var file: String { "\(state)/\(StateDatabasePaths.name)" }

  /// The folder, locked as by one daemon.
  func locked() throws -> StateFolder {
    let folder = try lock ?? StateFolder(state)
    lock = folder
    return folder
  }

  /// The folder's path, when no daemon has it any more.
  func unlocked() -> String {
    lock = nil
    return state
  }

  /// Opens the journal as a daemon would.
  func open(
    isStrict: Bool = false, acceptsLoss: Bool = false, schema: DatabaseSchema = .current
  ) throws -> OpenJournal {
    let folder = try locked()
    return OpenJournal(
      folder: folder,
      file: try StateDatabaseFile(
        in: folder, isStrict: isStrict, acceptsLoss: acceptsLoss, schema: schema))
  }

  /// Everything in the journal, once it has been opened.
  func contents() throws -> Contents {
    let journal = try open()
    defer { journal.file.abandon() }
    return try journal.contents()
  }

  /// The bytes of the mark that is there, as if the machine had been down since.
  func markOfAnotherBoot() throws -> [UInt8] {
    guard var mark = DatabaseMark(try FileBytes.read("\(file)-mark")) else {
      throw TestFailure("there is no mark")
    }
    mark.boot = Boot(high: 1, low: 2)
    return mark.bytes
  }

  /// Every file of the state folder, by name.
  func snapshot() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try names() { files[name] = try FileBytes.read("\(state)/\(name)") }
    return files
  }

  /// Puts the files of a snapshot in place of all that are there, but for the lock.
  func restore(_ files: [String: [UInt8]]) throws {
    for name in try names() where files[name] == nil { unlink("\(state)/\(name)") }
    for (name, bytes) in files where name != StateFolder.lockName {
      try FileBytes.write(bytes, to: "\(state)/\(name)")
    }
  }

  /// The names in the state folder.
  func names() throws -> [String] { try Folder.names(in: state) }
}

/// What a journal holds.
struct Contents: Hashable {
  var values: [String: StateValue] = [:]
  var derivations: [String: ExpressionText] = [:]
  var revisions: [String: UInt64] = [:]
  var buttons: [String: String] = [:]
  var groups: [String: String] = [:]
  var images: [String: String] = [:]
  /// The names of leases by key.
  var leases: [String: String] = [:]
  /// The records of scopes and of requests, by name.
  var fleet: [String: String] = [:]
}

/// A journal that is open, and the lock on its folder.
struct OpenJournal {
  let folder: StateFolder
  let file: StateDatabaseFile

  /// Writes keys of one change set.
  func set(_ values: [(String, StateValue?)], revision: UInt64) throws {
    var group = JournalGroup(revision: revision)
    for (name, value) in values { group.append(name, value, revision: revision) }
    try file.commit(group)
  }

  /// Reads all that is kept.
  func contents() throws -> Contents {
    var contents = Contents()
    try file.rewind()
    while let group = try file.next() {
      group.visit { entry in
        let name = String(decoding: entry.name, as: UTF8.self)
        switch entry.subject {
        case .key, .button, .group, .request: contents.revisions[name] = entry.revision
        case .lease, .scope, .image: break
        }
        switch entry.subject {
        case .key:
          contents.values[name] = entry.value
          contents.derivations[name] = entry.derivation
        case .button: contents.buttons[name] = String(decoding: entry.content, as: UTF8.self)
        case .group: contents.groups[name] = String(decoding: entry.content, as: UTF8.self)
        case .lease: contents.leases[name] = String(decoding: entry.content, as: UTF8.self)
        case .image: contents.images[name] = String(decoding: entry.content, as: UTF8.self)
        case .scope, .request:
          contents.fleet[name] = String(decoding: entry.content, as: UTF8.self)
        }
      }
    }
    return contents
  }
}

extension JournalGroup {
  /// Adds a key by its name as text.
  mutating func append(_ name: String, _ value: StateValue?, revision: UInt64) {
    UTF8String(name).bytes.withUnsafeBytes { append(key: $0, value, revision: revision) }
  }

  /// Adds the lease of a key by texts.
  mutating func append(leaseOf key: String, _ lease: String?) {
    UTF8String(key).bytes.withUnsafeBytes { append(leaseOf: $0, lease.map { UTF8String($0) }) }
  }

  /// Adds a button by texts.
  mutating func append(button id: String, _ definition: String?, revision: UInt64) {
    UTF8String(id).bytes.withUnsafeBytes { id in
      guard let definition else { return append(button: id, nil, revision: revision) }
      UTF8String(definition).bytes.withUnsafeBytes {
        append(button: id, $0, revision: revision)
      }
    }
  }

  /// Adds a group of buttons by texts.
  mutating func append(group id: String, _ definition: String?, revision: UInt64) {
    UTF8String(id).bytes.withUnsafeBytes { id in
      guard let definition else { return append(group: id, nil, revision: revision) }
      UTF8String(definition).bytes.withUnsafeBytes {
        append(group: id, $0, revision: revision)
      }
    }
  }
}
