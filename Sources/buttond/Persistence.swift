import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import ButtonStore
import DaemonConfiguration
import Logging
import StateDatabase
import UVLoop

/// Keeps state and definitions in the state folder: restores them at the start, writes every
/// change, makes backups, and closes the database at the end.
final class Persistence {
  private struct BackupRequest {
    /// The last group of the journal that the backup must include.
    let group: UInt64
    let answer: (Result<ServerBackupResponse, ProtocolError>) -> Void
  }

  private let folder: StateFolder
  /// May start without what a damaged file held.
  private let acceptsLoss: Bool
  private let engine: Engine
  private let log: DaemonLog
  private let loop: Loop
  private var database: StateDatabaseQueue?
  private var backups: [BackupRequest] = []
  /// Everything that was to be kept is kept.
  private(set) var isIntact = true

  /// The folder is locked.
  init(
    in folder: StateFolder, acceptsLoss: Bool, of engine: Engine, log: DaemonLog, loop: Loop
  ) {
    self.folder = folder
    self.acceptsLoss = acceptsLoss
    self.engine = engine
    self.log = log
    self.loop = loop
  }

  /// Opens the database; runs the loop until that is done.
  func open(_ durability: Durability) throws {
    do throws(StateDatabaseError) {
      database = try StateDatabaseQueue(
        in: folder, durability, acceptsLoss: acceptsLoss, on: loop)
    } catch {
      guard error.kind == .damaged else { throw error }
      throw StateDatabaseError(
        .damaged, error.path, error.message,
        advice: "the daemon does not start without what it held. Restore a backup with"
          + " `buttonctl restore FILE --state \(folder.path)`. To set it aside and begin empty, run:"
          + " \(ProgramArguments.command(with: "--accept-data-loss"))")
    }
  }

  /// Restores what an earlier life has kept, and starts the journal. Runs the loop, and throws with
  /// `check` if the start is given up meanwhile.
  func restore(unless check: () throws(ShutdownDriver.StartGivenUp) -> Void) throws {
    guard let database else { preconditionFailure("it is opened first") }
    let opening = database.opening
    if let loss = opening.loss { log.error("\(database.path): \(loss)") }
    if opening.isMigrated { log.notice("\(database.path) was brought up to date") }
    if opening.wasUnclean {
      log.log(
        level: database.durability == .strict ? .notice : .warning,
        "the last stop was not clean: \(Persistence.loss(database.durability))",
        metadata: ["revision": "\(opening.revision)"])
    }
    if database.durability == .none {
      log.notice("durability is none: state begins empty, and is gone when the daemon stops")
    } else {
      var complaints: [String] = []
      engine.expect(buttons: opening.buttonCount)
      try database.replay {
        complaints += engine.restore($0)
        return (try? check()) != nil
      }
      try check()
      log.warn(complaints)
    }
    engine.startJournal(database.durability, revision: opening.revision)
    log.info(
      "state is kept in \(database.path)",
      metadata: [
        "durability": "\(database.durability.rawValue)",
        "keys": "\(engine.store.presentKeyCount)",
        "buttons": "\(engine.buttonCount)", "revision": "\(engine.revision)",
      ])
  }

  private static func loss(_ durability: Durability) -> String {
    switch durability {
    case .strict: "nothing is missing that was answered while durability was strict"
    case .relaxed, .none: "what was changed right before it may be missing"
    }
  }

  /// Writes a group and reports the outcome to the engine.
  func keep(_ group: JournalGroup) {
    guard let database else { preconditionFailure("only an open database is given groups") }
    database.commit(group) { [self] group, error in
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

  /// Lets clients request backups, if anything is kept.
  func acceptBackups(from service: Service) {
    guard let database, database.durability != .none else { return }
    service.backUp = { [unowned self] answer in
      backups.append(BackupRequest(group: engine.awaitJournal(), answer: answer))
      engine.hurryJournal()
    }
  }

  /// Call after each turn: begins a requested backup once the database has the changes to include.
  func turnEnded(isRunning: Bool) {
    guard !backups.isEmpty, let database, !database.isBackingUp else { return }
    if !isRunning { return refuseBackups(because: "the daemon stops") }
    if engine.isDurabilityLost {
      return refuseBackups(
        because: "the last changes cannot be written at present, so a backup would lack them; the"
          + " daemon's log says why")
    }
    let ready = backups.filter { engine.isSettled($0.group) }
    if ready.isEmpty { return }
    backups.removeAll { engine.isSettled($0.group) }
    database.backUp { [unowned self] result in
      let answer = report(result)
      for request in ready { request.answer(answer) }
    }
  }

  func cancelBackup() { database?.cancelBackup() }

  /// Logs a backup's outcome and converts it to the protocol's.
  private func report(
    _ result: Result<StateDatabaseFile.Backup, StateDatabaseError>
  ) -> Result<ServerBackupResponse, ProtocolError> {
    switch result {
    case .success(let backup):
      log.notice(
        "a backup was made",
        metadata: [
          "path": "\(backup.path)", "revision": "\(backup.revision)",
          "bytes": "\(backup.byteCount)",
        ])
      return .success(
        ServerBackupResponse(
          path: backup.path, revision: backup.revision, bytes: backup.byteCount))
    case .failure(let error):
      log.error("no backup was made: \(error)")
      return .failure(Persistence.noBackup("\(error)"))
    }
  }

  private func refuseBackups(because why: String) {
    let requests = backups
    backups.removeAll()
    for request in requests { request.answer(.failure(Persistence.noBackup(why))) }
  }

  private static func noBackup(_ why: String) -> ProtocolError {
    ProtocolError(.internalError, "no backup was made: \(why)")
  }

  /// Nothing is being written, and nothing waits that could be written.
  var isIdle: Bool {
    guard let database else { return true }
    return !database.isBusy && (engine.unsavedCount == 0 || engine.isDurabilityLost)
  }

  /// Logs how many keys and buttons the next start will lack.
  func reportLoss() {
    let count = engine.unsavedCount
    if count == 0 { return }
    isIntact = false
    log.error(
      "the last changes are not kept, as they could not be written",
      metadata: ["count": "\(count)", "journal": "\(database?.path ?? "")"])
  }

  func close(then: @escaping () -> Void) {
    guard let database else { return then() }
    database.close(at: engine.unsavedCount == 0 ? engine.revision : nil) { [self] error in
      if let error {
        log.error("the journal cannot be closed: \(error)")
        isIntact = false
      }
      then()
    }
  }

  /// Restores everything to its state before the start.
  func abandon() {
    guard let database, !database.isBusy else { return }
    database.close(at: database.opening.revision) { _ in }
  }
}
