import ButtonEngine
import ButtonModel
import ButtonProtocol
import StateDatabase
import UVLoop

/// The journal as the loop sees it: whatever waits for the disk runs on another thread, one thing at a
/// time.
final class StateDatabaseQueue {
  let durability: Durability
  private let file: StateDatabaseFile
  private let loop: Loop
  /// A thread has the file.
  private(set) var isBusy = false
  /// It has it for a part of a backup.
  private var isCopying = false
  /// The group that comes as soon as the part of a backup that is being copied is.
  private var waiting: (group: JournalGroup, then: (JournalGroup, StateDatabaseError?) -> Void)?
  /// Who waits for the backup that is being made.
  private var backup: ((Result<StateDatabaseFile.Backup, StateDatabaseError>) -> Void)?

  /// What was found when it was opened.
  var opening: StateDatabaseFile.Opening { file.opening }
  var path: String { file.path }

  /// Opens the journal of a folder; runs the loop until that is done.
  init(
    in folder: StateFolder, _ durability: Durability, acceptsLoss: Bool, on loop: Loop
  ) throws(StateDatabaseError) {
    self.durability = durability
    self.loop = loop
    file = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
      try StateDatabaseFile(in: folder, isStrict: durability == .strict, acceptsLoss: acceptsLoss)
    }
  }

  /// Hands out everything that is kept, as long as `take` wants more; runs the loop until that is
  /// done. While `take` is at one group, the next is read.
  func replay(_ take: (KeptGroup) -> Bool) throws(StateDatabaseError) {
    let file = file
    var next = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
      try file.rewind()
      return try file.next().map { KeptGroup($0) }
    }
    var isWanted = true
    while isWanted, let group = next {
      next = try StateDatabaseQueue.wait(on: loop) { () throws(StateDatabaseError) in
        try file.next().map { KeptGroup($0) }
      } meanwhile: {
        isWanted = take(group)
      }
    }
  }

  /// Writes a group; `then` gets it back with what went wrong.
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

  /// Whether a backup is being made.
  var isBackingUp: Bool { backup != nil }

  /// Makes a backup of everything that is written, part by part; groups are written in between.
  func backUp(then: @escaping (Result<StateDatabaseFile.Backup, StateDatabaseError>) -> Void) {
    precondition(backup == nil, "one backup is made at a time")
    backup = then
    continueBackup()
  }

  /// Gives up the backup that is being made: the daemon stops.
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

  /// Closes it: with everything up to `revision` in it, or without, as a stop that was not clean.
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

  /// Runs `work` on another thread, `meanwhile` on this one, and then the loop until the work is done.
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
