import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import DaemonConfiguration
import Logging
import StateDatabase
import UVLoop

extension Daemon {
  /// The folder that state is kept in, locked; nil when nothing is to be kept.
  static func stateFolder(
    _ options: DaemonOptions, configured: String?
  ) throws -> StateFolder? {
    if options.isEphemeral { return nil }
    guard let path = options.stateFolderPath(configured: configured) else {
      throw DaemonError(
        "there is no place to keep state, as HOME is not set: name one with --state, or keep nothing"
          + " with --ephemeral")
    }
    return try StateFolder(path)
  }

  /// Opens the journal of a folder.
  func openJournal(in folder: StateFolder) throws -> StateDatabaseQueue {
    let durability = configuration.settings.durability ?? .relaxed
    do throws(StateDatabaseError) {
      return try StateDatabaseQueue(
        in: folder, durability, acceptsLoss: options.acceptsDataLoss, on: loop)
    } catch {
      guard error.kind == .damaged else { throw error }
      throw DaemonError(
        "\(error); the daemon does not start without what the file held. To set the file aside and"
          + " begin empty, run: \(Daemon.command(with: "--accept-data-loss"))")
    }
  }

  /// Takes over what an earlier life has kept, and has every change kept from now on.
  func restoreState(from journal: StateDatabaseQueue) throws {
    let opening = journal.opening
    if let loss = opening.loss { log.error("\(journal.path): \(loss)") }
    if opening.isMigrated { log.notice("\(journal.path) was brought up to date") }
    if opening.wasUnclean {
      log.log(
        level: journal.durability == .strict ? .notice : .warning,
        "the last stop was not clean: \(Daemon.loss(journal.durability))",
        metadata: ["revision": "\(opening.revision)"])
    }
    if journal.durability == .none {
      log.notice("durability is none: state begins empty, and is gone when the daemon stops")
    } else {
      var complaints: [String] = []
      engine.expect(buttons: opening.buttonCount)
      try journal.replay {
        complaints += engine.restore($0)
        return phase == .starting
      }
      try checkStart()
      logWarnings(complaints)
    }
    engine.startJournal(journal.durability, revision: opening.revision)
    log.info(
      "state is kept in \(journal.path)",
      metadata: [
        "durability": "\(journal.durability.rawValue)", "keys": "\(engine.store.presentKeyCount)",
        "buttons": "\(engine.buttonCount)", "revision": "\(engine.revision)",
      ])
  }

  /// What may be missing after a stop that was not clean.
  private static func loss(_ durability: Durability) -> String {
    switch durability {
    case .strict: "nothing is missing that was answered while durability was strict"
    case .relaxed, .none: "what was changed right before it may be missing"
    }
  }

  /// Writes a group and tells the engine what came of it.
  func keep(_ group: JournalGroup) {
    guard let journal else { preconditionFailure("only a journal is given groups") }
    journal.commit(group) { [self] group, error in
      let wasLost = engine.isDurabilityLost
      if let error {
        engine.journalFailed(group, now: loop.hrtime)
        if !wasLost { log.error("durability is lost: \(error); \(consequence)") }
      } else {
        engine.journalCommitted(group)
        if wasLost { log.notice("durability is back: every change is written again") }
      }
    }
  }

  private var consequence: String {
    engine.durability == .strict
      ? "changes are refused until they can be written"
      : "state goes on in memory, and is written once that works again"
  }

  /// What to type to start this daemon with one more option.
  private static func command(with option: String) -> String {
    let words = [ProgramArguments.program ?? "buttond"] + ProgramArguments.words + [option]
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
