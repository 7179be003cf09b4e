import ButtonEngine
import ButtonModel
import ButtonProtocol
import StateDatabase
import UVLoop

/// The journal as the loop sees it: all that waits for the disk runs on another thread, one
/// operation at a time.
final class StateDatabaseQueue {
  let durability: Durability
  private let file: StateDatabaseFile
  private let loop: Loop
  /// A thread has the file.
  private(set) var isBusy = false
  /// It has it for a part of a backup.
  private var isCopying = false
  /// Waits for the part of a backup that is being copied.
  private var waiting: (group: JournalGroup, then: (JournalGroup, StateDatabaseError?) -> Void)?
  /// Waits for the backup in progress.
  private var backup: ((Result<StateDatabaseFile.Backup, StateDatabaseError>) -> Void)?

  var opening: StateDatabaseFile.Opening { file.opening }
  var path: String { file.path }

  /// Runs the loop until the journal is open.
  init(
    in folder: StateFolder, _ durability: Durability, acceptsLoss: Bool, on loop: Loop
  ) throws(StateDatabaseError) {
    self.durability = durability
    self.loop = loop
    file = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
      try StateDatabaseFile(in: folder, isStrict: durability == .strict, acceptsLoss: acceptsLoss)
    }
  }

  /// Passes all that is kept to `take` until it returns false; runs the loop until that is done.
  /// The next group is read while `take` handles one.
  func replay(_ take: (ParsedGroup) -> Bool) throws(StateDatabaseError) {
    let file = file
    var next = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
      try file.rewind()
      return try file.next().map { ParsedGroup($0) }
    }
    var isWanted = true
    while isWanted, let group = next {
      next = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
        try file.next().map { ParsedGroup($0) }
      } meanwhile: {
        isWanted = take(group)
      }
    }
  }

  /// `then` gets the group back, and the error if there was one.
  func commit(_ group: JournalGroup, then: @escaping (JournalGroup, StateDatabaseError?) -> Void) {
    if isCopying {
      precondition(waiting == nil, "the journal takes one group at a time")
      waiting = (group, then)
      return
    }
    precondition(!isBusy, "the journal takes one group at a time")
    isBusy = true
    loop.offload { [file] () -> (JournalGroup, StateDatabaseError?) in
      do throws(StateDatabaseError) {
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

  var isBackingUp: Bool { backup != nil }

  /// Backs up everything that is written, part by part; groups are written in between.
  func backUp(then: @escaping (Result<StateDatabaseFile.Backup, StateDatabaseError>) -> Void) {
    precondition(backup == nil, "one backup is made at a time")
    backup = then
    continueBackup()
  }

  func cancelBackup() {
    guard let backup else { return }
    self.backup = nil
    backup(.failure(StateDatabaseError(.failed, path, "the daemon stops")))
  }

  private func continueBackup() {
    guard backup != nil, !isBusy else { return }
    isBusy = true
    isCopying = true
    loop.offload { [file] in
      Result { () throws(StateDatabaseError) in try file.backUp() }
    } then: { [unowned self] result in
      isBusy = false
      isCopying = false
      finishPart(result)
      guard let (group, then) = waiting else { return continueBackup() }
      waiting = nil
      commit(group, then: then)
    }
  }

  private func finishPart(_ result: Result<StateDatabaseFile.Backup?, StateDatabaseError>) {
    switch result {
    case .success(nil): return
    case .success(let made?): finishBackup(.success(made))
    case .failure(let error): finishBackup(.failure(error))
    }
  }

  private func finishBackup(_ result: Result<StateDatabaseFile.Backup, StateDatabaseError>) {
    guard let backup else { return }
    self.backup = nil
    backup(result)
  }

  /// Closes it with everything up to `revision`, or nil as after an unclean stop.
  func close(at revision: UInt64?, then: @escaping (StateDatabaseError?) -> Void) {
    precondition(!isBusy, "nothing is written any more")
    isBusy = true
    loop.offload { [file] () -> StateDatabaseError? in
      guard let revision else {
        file.abandon()
        return nil
      }
      do throws(StateDatabaseError) {
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

  /// Runs `work` on another thread, `meanwhile` on this one, and then the loop until the work is
  /// done.
  private static func wait<Value: Sendable>(
    on loop: Loop, _ work: @escaping @Sendable () throws(StateDatabaseError) -> Value,
    meanwhile: () -> Void = {}
  ) throws(StateDatabaseError) -> Value {
    var result: Result<Value, StateDatabaseError>?
    loop.offload {
      Result { () throws(StateDatabaseError) in try work() }
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
