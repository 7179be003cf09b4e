import ButtonModel
import ButtonStore

/// The slots of all buttons, ordered by id. They are in sorted chunks, so finding, inserting and
/// removing take logarithmic time. Takes 4 to 8 bytes per button; the ids are in the records.
struct ButtonOrder {
  struct Position {
    fileprivate var chunk: Int
    fileprivate var index: Int
  }

  private static let chunkSize = 512
  private(set) var chunks: [[ButtonSlot]] = []

  /// Returns the place of the first button whose id is equal or greater.
  func position(of id: UTF8String, _ records: [ButtonRecord?]) -> Position {
    // Find the last chunk whose first id is less or equal.
    let next = chunks.partitioningIndex { !isOrdered($0[0], before: id, records) }
    guard next > 0 else { return Position(chunk: 0, index: 0) }
    let rest = chunks[next - 1].dropFirst()
    return Position(
      chunk: next - 1,
      index: rest.partitioningIndex { !isOrdered($0, before: id, records) })
  }

  /// Returns the button at a position and advances it; nil at the end.
  func next(_ position: inout Position) -> ButtonSlot? {
    while position.chunk < chunks.count {
      if position.index < chunks[position.chunk].count {
        defer { position.index += 1 }
        return chunks[position.chunk][position.index]
      }
      position.chunk += 1
      position.index = 0
    }
    return nil
  }

  func peek(_ position: Position) -> ButtonSlot? {
    var position = position
    return next(&position)
  }

  var start: Position { Position(chunk: 0, index: 0) }

  /// The button must have a record and not be in the order yet.
  mutating func insert(_ slot: ButtonSlot, _ id: UTF8String, _ records: [ButtonRecord?]) {
    guard let last = chunks.last?.last else {
      chunks.append([slot])
      return
    }
    // Buttons are often defined in order.
    if isOrdered(last, before: id, records) {
      if chunks[chunks.count - 1].count < ButtonOrder.chunkSize {
        chunks[chunks.count - 1].append(slot)
      } else {
        chunks.append([slot])
      }
      return
    }
    let position = position(of: id, records)
    chunks[position.chunk].insert(slot, at: position.index)
    let half = ButtonOrder.chunkSize / 2
    if chunks[position.chunk].count > ButtonOrder.chunkSize {
      chunks.insert(Array(chunks[position.chunk][half...]), at: position.chunk + 1)
      chunks[position.chunk].removeLast(chunks[position.chunk].count - half)
    }
  }

  /// The button must still have its record.
  mutating func remove(_ slot: ButtonSlot, _ id: UTF8String, _ records: [ButtonRecord?]) {
    var position = position(of: id, records)
    if position.index == chunks[position.chunk].count {
      position = Position(chunk: position.chunk + 1, index: 0)
    }
    precondition(
      chunks[position.chunk][position.index] == slot, "only a button that is there is removed")
    chunks[position.chunk].remove(at: position.index)
    mergeIfSmall(position.chunk)
  }

  /// Merges small neighbours, so that the number of chunks shrinks with that of buttons.
  private mutating func mergeIfSmall(_ chunk: Int) {
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      return
    }
    guard chunks[chunk].count < ButtonOrder.chunkSize / 4 else { return }
    for first in [chunk, chunk - 1] where first >= 0 && first + 1 < chunks.count {
      let count = chunks[first].count + chunks[first + 1].count
      guard count <= ButtonOrder.chunkSize / 2 else { continue }
      chunks[first].append(contentsOf: chunks[first + 1])
      chunks.remove(at: first + 1)
      return
    }
  }

  private func isOrdered(
    _ slot: ButtonSlot, before id: UTF8String, _ records: [ButtonRecord?]
  ) -> Bool {
    guard let record = records[Int(slot.rawValue)] else {
      preconditionFailure("every button in the order has a record")
    }
    return record.id < id
  }
}
