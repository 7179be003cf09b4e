import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Decodes and checks the answers of workers, which are untrusted.
final class AnswerReader {
  private(set) var decoder = AnswerDecoder()

  struct Misanswer: Error {
    let message: String
  }

  /// It must be to the lane's oldest batch.
  func read(
    _ payload: UnsafeRawBufferPointer, _ sequence: UInt32, from lane: Lane
  ) throws(Misanswer) {
    guard let chunk = lane.outstanding.first, chunk.sequence == sequence else {
      throw Misanswer(message: "answered batch \(sequence), not the next one")
    }
    do {
      try decoder.decode(payload)
    } catch {
      throw Misanswer(message: "answered with a malformed frame: \(error)")
    }
    guard answersFit(chunk) else {
      throw Misanswer(message: "answered for other buttons than were sent")
    }
    // A plugin must not depend on keys that it may not read: it would learn when they change.
    guard decoder.keys.allSatisfy({ $0.knownID.map(lane.wasTold) ?? true }) else {
      throw Misanswer(message: "answered with the number of a key that it was not told of")
    }
    if let name = decoder.newNames.first(where: { !lane.mayRead($0) }) {
      throw Misanswer(
        message: "read \(Excerpt(name.string)), which its manifest's reads do not cover")
    }
  }

  private func answersFit(_ chunk: Lane.Chunk) -> Bool {
    decoder.commitSequence == chunk.commit && decoder.items.count == chunk.items.count
      && chunk.items.indices.allSatisfy { index in
        let item = chunk.items[index]
        return item.handle == decoder.items[index].handle
          && (!decoder.items[index].readsTraits || decoder.items[index].status < 0
            || decoder.items[index].passes.count == item.traitMask.nonzeroBitCount)
      }
  }

  /// Splits by trait set if the answer depends on traits or the item was sent for some sets only.
  func passes(
    _ answer: AnswerItem, _ item: Lane.Item, _ chunk: Lane.Chunk
  ) -> StageAnswer.Passes {
    let isForAll = item.traitMask.nonzeroBitCount == chunk.traitSets.count
    if isForAll, !answer.readsTraits {
      return .shared(
        answer.passes.isEmpty ? AnswerPass() : decoder.passes[answer.passes.lowerBound])
    }
    let passes = decoder.passes[answer.passes]
    var found: [(id: UInt64, pass: AnswerPass)] = []
    var mask = item.traitMask
    for pass in 0..<mask.nonzeroBitCount {
      let index = answer.readsTraits ? passes.startIndex + pass : passes.startIndex
      found.append(
        (
          id: chunk.traitSets[mask.trailingZeroBitCount],
          pass: index < passes.endIndex ? passes[index] : AnswerPass()
        ))
      mask &= mask &- 1
    }
    return .perTraitSet(found)
  }

  /// Returns the pass of a button sent alone and for one trait set; nil if the plugin failed.
  func singlePass() -> AnswerPass? {
    guard let item = decoder.items.first, item.status >= 0 else { return nil }
    return decoder.passes[item.passes].first
  }
}
