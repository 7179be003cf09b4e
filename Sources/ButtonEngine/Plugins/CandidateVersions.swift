import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// A newer version of a lane's plugin, whose worker runs beside that of the version in force and is
/// asked for all the lane's buttons before it takes over.
struct CandidateVersion {
  let id: LaneID
  /// What is out to the worker, and what it knows, as of any lane.
  var lane: Lane
  /// It has been asked.
  var isSent = false

  init(id: LaneID, descriptor: PluginDescriptor) {
    self.id = id
    lane = Lane(id, descriptor: descriptor, graceEnds: 0)
    lane.isOnTrial = true
  }
}

/// How far a trial has come.
package enum TrialProgress: Hashable, Sendable {
  /// Some buttons have still to be answered.
  case goesOn
  /// All buttons were answered as they should be.
  case passed
  /// A button was not, and how.
  case failed(String)
}

/// Newer versions of plugins that have still to prove themselves.
final class CandidateVersions {
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let traitSets: TraitSetTable
  private let batches: BatchWriter
  private let answers: AnswerReader
  private let feed: StateFeed
  private var candidates: [CandidateVersion] = []

  /// A list without candidates.
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

  /// Whether there are none.
  var isEmpty: Bool { candidates.isEmpty }

  /// Whether some have not been asked yet.
  var haveNew: Bool { candidates.contains { !$0.isSent } }

  /// Tells those that were asked of a key that has changed.
  func tell(_ key: KeyID) {
    for candidate in candidates where candidate.isSent { feed.tell(key, to: candidate.lane) }
  }

  /// Takes out a lane's candidate, which takes over; nil when it was not asked.
  func take(_ id: LaneID) -> Lane? {
    defer { end(id) }
    return candidates.first { $0.id == id && $0.isSent }?.lane
  }

  /// A newer version of a lane's plugin has a worker that takes batches: the next tick asks it for all
  /// the lane's buttons, and what it makes of them is not shown.
  ///
  /// It passes at once when the lane has no buttons.
  func begin(_ id: LaneID, _ descriptor: PluginDescriptor) -> TrialProgress {
    end(id)
    guard buttons.count(of: id) > 0 else { return .passed }
    candidates.append(CandidateVersion(id: id, descriptor: descriptor))
    return .goesOn
  }

  /// A candidate has answered its oldest batch; the payload is not trusted.
  func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> TrialProgress {
    guard let index = candidates.firstIndex(where: { $0.id == id }) else { return .goesOn }
    do {
      try answers.read(payload, sequence, from: candidates[index].lane)
    } catch {
      return .failed(error.message)
    }
    let chunk = candidates[index].lane.outstanding.takeFirst()
    for (item, answer) in zip(chunk.items, answers.decoder.items) where answer.status < 0 {
      // What the version in force cannot do either is no reason to stay with it.
      guard let record = buttons.record(handle: item.handle),
        record.status?.reason != .handlerFailed
      else { continue }
      return .failed("button \(record.id.string): \(answer.failure)")
    }
    return candidates[index].lane.outstanding.isEmpty ? .passed : .goesOn
  }

  /// The candidate is gone, and the version in force stays.
  func end(_ id: LaneID) {
    candidates.removeAll { $0.id == id }
  }

  /// Asks the versions that have not been asked yet.
  func askNew() {
    for index in candidates.indices where !candidates[index].isSent {
      candidates[index].isSent = true
      feed.tellAll(to: candidates[index].lane)
      ask(candidates[index].lane, insteadOf: lanes[candidates[index].id].descriptor)
    }
  }

  /// Sends all that a lane on trial must know, and all buttons that the version in force has.
  private func ask(_ lane: Lane, insteadOf old: PluginDescriptor) {
    var items: [Lane.Item] = []
    _ = batches.beginBatchWithKeys(lane)
    buttons.forEachButton(of: lane.id) { slot, record in
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
    batches.finishBatch(lane, &items)
  }

  /// The same style and handler in another version of the plugin; nil where it has them no more.
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
