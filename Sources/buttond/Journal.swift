import ButtonEngine
import ButtonModel
import ButtonProtocol
import StateJournal
import UVLoop

/// The journal as the loop sees it: whatever waits for the disk runs on another thread, one thing at a
/// time.
final class Journal {
  let durability: Durability
  private let file: JournalFile
  private let loop: Loop
  /// A thread has the file.
  private(set) var isBusy = false
  /// It has it for a part of a backup.
  private var isCopying = false
  /// The group that comes as soon as the part of a backup that is being copied is.
  private var waiting: (group: JournalGroup, then: (JournalGroup, JournalError?) -> Void)?
  /// Who waits for the backup that is being made.
  private var backup: ((Result<JournalFile.Backup, JournalError>) -> Void)?

  /// What was found when it was opened.
  var opening: JournalFile.Opening { file.opening }
  var path: String { file.path }

  /// Opens the journal of a folder; runs the loop until that is done.
  init(
    in folder: JournalFolder, _ durability: Durability, acceptsLoss: Bool, on loop: Loop
  ) throws(JournalError) {
    self.durability = durability
    self.loop = loop
    file = try Journal.wait(on: loop) { () throws(JournalError) in
      try JournalFile(in: folder, isStrict: durability == .strict, acceptsLoss: acceptsLoss)
    }
  }

  /// Hands out everything that is kept, as long as `take` wants more; runs the loop until that is
  /// done. While `take` is at one group, the next is read.
  func replay(_ take: (KeptGroup) -> Bool) throws(JournalError) {
    let file = file
    var next = try Journal.wait(on: loop) { () throws(JournalError) in
      try file.rewind()
      return try file.next().map { KeptGroup($0) }
    }
    var isWanted = true
    while isWanted, let group = next {
      next = try Journal.wait(on: loop) { () throws(JournalError) in
        try file.next().map { KeptGroup($0) }
      } meanwhile: {
        isWanted = take(group)
      }
    }
  }

  /// Writes a group; `then` gets it back with what went wrong.
  func commit(_ group: JournalGroup, then: @escaping (JournalGroup, JournalError?) -> Void) {
    if isCopying {
      precondition(waiting == nil, "the journal takes one group at a time")
      waiting = (group, then)
      return
    }
    precondition(!isBusy, "the journal takes one group at a time")
    isBusy = true
    loop.offload { [file] () -> (JournalGroup, JournalError?) in
      do throws(JournalError) {
        try file.commit(group)
        return (group, nil)
      } catch {
        return (group, error)
      }
    } then: { [self] group, error in
      isBusy = false
      then(group, error)
      continueBackup()
    }
  }

  /// Whether a backup is being made.
  var isBackingUp: Bool { backup != nil }

  /// Makes a backup of everything that is written, part by part; groups are written in between.
  func backUp(then: @escaping (Result<JournalFile.Backup, JournalError>) -> Void) {
    precondition(backup == nil, "one backup is made at a time")
    backup = then
    continueBackup()
  }

  /// Gives up the backup that is being made: the daemon stops.
  func cancelBackup() {
    guard let backup else { return }
    self.backup = nil
    backup(.failure(JournalError(.failed, path, "the daemon stops")))
  }

  private func continueBackup() {
    guard backup != nil, !isBusy else { return }
    isBusy = true
    isCopying = true
    loop.offload { [file] in
      Result { () throws(JournalError) in try file.backUp() }
    } then: { [unowned self] result in
      isBusy = false
      isCopying = false
      finishPart(result)
      guard let (group, then) = waiting else { return continueBackup() }
      waiting = nil
      commit(group, then: then)
    }
  }

  private func finishPart(_ result: Result<JournalFile.Backup?, JournalError>) {
    switch result {
    case .success(nil): return
    case .success(let made?): finishBackup(.success(made))
    case .failure(let error): finishBackup(.failure(error))
    }
  }

  private func finishBackup(_ result: Result<JournalFile.Backup, JournalError>) {
    guard let backup else { return }
    self.backup = nil
    backup(result)
  }

  /// Closes it: with everything up to `revision` in it, or without, as a stop that was not clean.
  func close(at revision: UInt64?, then: @escaping (JournalError?) -> Void) {
    precondition(!isBusy, "nothing is written any more")
    isBusy = true
    loop.offload { [file] () -> JournalError? in
      guard let revision else {
        file.abandon()
        return nil
      }
      do throws(JournalError) {
        try file.close(at: revision)
        return nil
      } catch {
        file.abandon()
        return error
      }
    } then: { [self] error in
      isBusy = false
      then(error)
    }
  }

  /// Runs `work` on another thread, `meanwhile` on this one, and then the loop until the work is done.
  private static func wait<Value: Sendable>(
    on loop: Loop, _ work: @escaping @Sendable () throws(JournalError) -> Value,
    meanwhile: () -> Void = {}
  ) throws(JournalError) -> Value {
    var result: Result<Value, JournalError>?
    loop.offload {
      Result { () throws(JournalError) in try work() }
    } then: {
      result = $0
    }
    meanwhile()
    while true {
      if let result { return try result.get() }
      loop.run(.oneTurn)
    }
  }
}
