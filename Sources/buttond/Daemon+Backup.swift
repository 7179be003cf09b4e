import ButtonEngine
import ButtonProtocol
import ButtonService
import Glibc
import Logging
import StateDatabase

/// A backup that was asked for.
struct BackupRequest {
  /// What was changed up to here is to be in it.
  let revision: UInt64
  let answer: (Result<ServerBackupResponse, ProtocolError>) -> Void
}

extension Daemon {
  /// Lets clients have backups made, if anything is kept.
  func acceptBackups() {
    guard let journal, journal.durability != .none else { return }
    service.backUp = { [unowned self] answer in
      backupRequests.append(BackupRequest(revision: engine.revision, answer: answer))
      engine.hurryJournal()
    }
  }

  /// Begins a backup for those who wait for one, once the journal has what they want in it.
  func backUpIfWanted() {
    guard !backupRequests.isEmpty, let journal, !journal.isBackingUp else { return }
    if phase != .running { return refuseBackups(because: "the daemon stops") }
    if engine.isDurabilityLost {
      return refuseBackups(
        because: "the last changes cannot be written at present, so a backup would lack them; the"
          + " daemon's log says why")
    }
    let ready = backupRequests.filter { engine.isKept(through: $0.revision) }
    if ready.isEmpty { return }
    backupRequests.removeAll { engine.isKept(through: $0.revision) }
    journal.backUp { [unowned self] result in
      switch result {
      case .success(let backup):
        log.notice(
          "a backup was made",
          metadata: [
            "path": "\(backup.path)", "revision": "\(backup.revision)",
            "bytes": "\(backup.byteCount)",
          ])
        let response = ServerBackupResponse(
          path: backup.path, revision: backup.revision, bytes: backup.byteCount)
        for request in ready { request.answer(.success(response)) }
      case .failure(let error):
        log.error("no backup was made: \(error)")
        for request in ready { request.answer(.failure(Daemon.noBackup("\(error)"))) }
      }
    }
  }

  private func refuseBackups(because why: String) {
    let requests = backupRequests
    backupRequests.removeAll()
    for request in requests { request.answer(.failure(Daemon.noBackup(why))) }
  }

  private static func noBackup(_ why: String) -> ProtocolError {
    ProtocolError(.internalError, "no backup was made: \(why)")
  }
}
