import ButtonModel
import ButtonStore

/// The slots of all buttons in the order of their ids.
///
/// Sorted chunks of slots, so that a button is found, added or removed in a number of steps that grows
/// with the logarithm of how many there are; 4 to 8 bytes a button. The ids are in the records.
struct ButtonOrder {
  /// A position between two buttons.
  struct Place {
    fileprivate var chunk: Int
    fileprivate var index: Int
  }

  /// Slots in a full chunk.
  private static let chunkSize = 512
  private var chunks: [[ButtonSlot]] = []

  /// The number of chunks.
  var chunkCount: Int { chunks.count }

  /// The position of the first button whose id is not before this one.
  func place(of id: UTF8String, _ records: [ButtonRecord?]) -> Place {
    // The last chunk whose first id is not after this one.
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if isOrdered(chunks[middle][0], before: id, records) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return Place(chunk: 0, index: 0) }
    let chunk = low - 1
    low = 1
    high = chunks[chunk].count
    while low < high {
      let middle = (low + high) / 2
      if isOrdered(chunks[chunk][middle], before: id, records) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Place(chunk: chunk, index: low)
  }

  /// The button at a position, which then is behind it; nil at the end.
  func next(_ place: inout Place) -> ButtonSlot? {
    while place.chunk < chunks.count {
      if place.index < chunks[place.chunk].count {
        defer { place.index += 1 }
        return chunks[place.chunk][place.index]
      }
      place.chunk += 1
      place.index = 0
    }
    return nil
  }

  /// The button at a position; nil at the end.
  func peek(_ place: Place) -> ButtonSlot? {
    var place = place
    return next(&place)
  }

  /// The position before the first button.
  var start: Place { Place(chunk: 0, index: 0) }

  /// Adds a button that has a record and is not there yet.
  mutating func insert(_ slot: ButtonSlot, _ id: UTF8String, _ records: [ButtonRecord?]) {
    guard let last = chunks.last?.last else {
      chunks.append([slot])
      return
    }
    // Buttons often come in order.
    if isOrdered(last, before: id, records) {
      if chunks[chunks.count - 1].count < ButtonOrder.chunkSize {
        chunks[chunks.count - 1].append(slot)
      } else {
        chunks.append([slot])
      }
      return
    }
    let place = place(of: id, records)
    chunks[place.chunk].insert(slot, at: place.index)
    let half = ButtonOrder.chunkSize / 2
    if chunks[place.chunk].count > ButtonOrder.chunkSize {
      chunks.insert(Array(chunks[place.chunk][half...]), at: place.chunk + 1)
      chunks[place.chunk].removeLast(chunks[place.chunk].count - half)
    }
  }

  /// Takes out a button that still has its record.
  mutating func remove(_ slot: ButtonSlot, _ id: UTF8String, _ records: [ButtonRecord?]) {
    var place = place(of: id, records)
    if place.index == chunks[place.chunk].count { place = Place(chunk: place.chunk + 1, index: 0) }
    precondition(chunks[place.chunk][place.index] == slot, "only a button that is there is removed")
    chunks[place.chunk].remove(at: place.index)
    mergeIfSmall(place.chunk)
  }

  /// Small neighbors become one chunk, so that the number of chunks goes down with that of buttons.
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
