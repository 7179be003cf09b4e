import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// A newer version of a lane's plugin on trial: its worker runs beside the current one, and must
/// resolve all of the lane's buttons before it takes over.
struct CandidateVersion {
  let id: LaneID
  var lane: Lane
  /// Its worker was sent the buttons.
  var isSent = false
  var proof = Proof.underWay

  /// The steps from a trial to taking over.
  enum Proof {
    case underWay
    /// It may take over, between two frames.
    case complete
    /// Taking over is requested.
    case announced
  }

  init(id: LaneID, descriptor: PluginDescriptor) {
    self.id = id
    lane = Lane(id, descriptor: descriptor, graceEnds: 0)
    lane.isOnTrial = true
  }
}

/// The outcome of a trial so far.
package enum TrialProgress: Hashable, Sendable {
  /// Some buttons are not answered yet.
  case goesOn
  /// There was no error: ``EngineAction/takeOver(lane:)`` follows between two frames.
  case passed
  /// Why a button was not answered properly.
  case failed(String)
}

/// The plugin versions on trial.
final class CandidateVersions {
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let traitSets: TraitSetTable
  private let batches: BatchWriter
  private let answers: AnswerReader
  private let feed: StateFeed
  private var candidates: [CandidateVersion] = []

  init(
    lanes: LaneTable, buttons: ButtonTable, traitSets: TraitSetTable, batches: BatchWriter,
    answers: AnswerReader, feed: StateFeed
  ) {
    self.lanes = lanes
    self.buttons = buttons
    self.traitSets = traitSets
    self.batches = batches
    self.answers = answers
    self.feed = feed
  }

  var isEmpty: Bool { candidates.isEmpty }

  var haveNew: Bool { candidates.contains { !$0.isSent && $0.proof == .underWay } }

  /// The lanes with a candidate that has passed since the last call.
  ///
  /// Call it between two frames: while one is open, lanes are at work on a change, and a version
  /// that took over would begin again with buttons of which the others are about to be published.
  func takePassed() -> [LaneID] {
    if candidates.isEmpty { return [] }
    var lanes: [LaneID] = []
    for index in candidates.indices where candidates[index].proof == .complete {
      candidates[index].proof = .announced
      lanes.append(candidates[index].id)
    }
    return lanes
  }

  /// Tells the candidates that were sent their buttons.
  func tellOfCommit() {
    for candidate in candidates where candidate.isSent { feed.tellOfCommit(to: candidate.lane) }
  }

  /// Nil if the candidate was not sent its buttons.
  func take(_ id: LaneID) -> Lane? {
    defer { end(id) }
    return candidates.first { $0.id == id && $0.isSent }?.lane
  }

  /// See ``Engine/trialBegan(_:_:)``. Passes at once if the lane has no buttons.
  func begin(_ id: LaneID, _ descriptor: PluginDescriptor) -> TrialProgress {
    end(id)
    var candidate = CandidateVersion(id: id, descriptor: descriptor)
    let hasButtons = buttons.count(of: id) > 0
    if !hasButtons { candidate.proof = .complete }
    candidates.append(candidate)
    return hasButtons ? .goesOn : .passed
  }

  /// The payload is untrusted.
  func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> TrialProgress {
    guard let index = candidates.firstIndex(where: { $0.id == id }) else { return .goesOn }
    do {
      try answers.read(payload, sequence, from: candidates[index].lane)
    } catch {
      return .failed(error.message)
    }
    let lane = candidates[index].lane
    let chunk = lane.outstanding.takeFirst()
    for (item, answer) in zip(chunk.items, answers.decoder.items) where answer.status < 0 {
      // A button that the current version fails on, too, is no reason to reject the new one.
      guard let record = buttons.record(handle: item.handle),
        record.status?.reason != .handlerFailed
      else { continue }
      if answer.isCrowdedOut, chunk.items.count > 1 {
        askAgain(item.slot, record, lane)
      } else {
        return .failed("button \(record.id.string): \(answer.failure)")
      }
    }
    guard lane.outstanding.isEmpty else { return .goesOn }
    candidates[index].proof = .complete
    return .passed
  }

  func end(_ id: LaneID) {
    candidates.removeAll { $0.id == id }
  }

  func askNew() {
    for index in candidates.indices
    where !candidates[index].isSent && candidates[index].proof == .underWay {
      candidates[index].isSent = true
      feed.tellAll(to: candidates[index].lane)
      ask(candidates[index].lane, insteadOf: lanes[candidates[index].id].descriptor)
    }
  }

  /// Sends the state and all buttons of the current version.
  private func ask(_ lane: Lane, insteadOf old: PluginDescriptor) {
    var items: [Lane.Item] = []
    _ = batches.beginBatchWithKeys(lane)
    buttons.forEachButton(of: lane.id) { slot, record in
      add(slot, record, lane, insteadOf: old, &items)
    }
    batches.finishBatch(lane, &items)
  }

  private func askAgain(_ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane) {
    var items: [Lane.Item] = []
    batches.beginBatch(lane)
    add(slot, record, lane, insteadOf: lanes[lane.id].descriptor, &items)
    if !items.isEmpty { batches.finishBatch(lane, &items) }
  }

  /// If the batch is full, sends it and begins another.
  private func add(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane, insteadOf old: PluginDescriptor,
    _ items: inout [Lane.Item]
  ) {
    guard !record.isPoisoned,
      let index = record.stages.firstIndex(where: { $0.lane == lane.id }),
      let stage = stage(record.stages[index], from: old, to: lane.descriptor)
    else { return }
    let variant = Variant.usual(traitSets.ids.count)
    let round = Array(record.answers.prefix(index))
    if !batches.addItem(slot, record, stage, variant, over: round) {
      batches.finishBatch(lane, &items)
      batches.beginBatch(lane)
      guard batches.addItem(slot, record, stage, variant, over: round) else { return }
    }
    items.append(
      Lane.Item(slot: slot, handle: record.handle(slot), traitMask: variant.traitMask))
  }

  /// The same style and handler in another version; nil if that has them no longer.
  private func stage(
    _ stage: ButtonRecord.Stage, from old: PluginDescriptor, to new: PluginDescriptor
  ) -> ButtonRecord.Stage? {
    var stage = stage
    if stage.style != ButtonRecord.Stage.none {
      let name = old.styles[Int(stage.style)].name
      guard let style = new.styles.firstIndex(where: { $0.name == name }) else { return nil }
      stage.style = UInt16(style)
    }
    if stage.handler != ButtonRecord.Stage.none {
      let name = old.handlers[Int(stage.handler)].name
      guard let handler = new.handlers.firstIndex(where: { $0.name == name }) else { return nil }
      stage.handler = UInt16(handler)
    }
    return stage
  }
}
