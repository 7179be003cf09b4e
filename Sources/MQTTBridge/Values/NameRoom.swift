/// Room for names that others make up: for a number of them, and of their bytes.
package struct NameRoom {
  private let maximumCount: Int
  private let maximumBytes: Int
  /// Names that have room.
  package private(set) var count = 0
  /// Bytes of these.
  package private(set) var bytes = 0

  package init(count: Int, bytes: Int) {
    maximumCount = count
    maximumBytes = bytes
  }

  /// In place of an old name, if there is one; false, and takes nothing, where there is too little.
  package mutating func take(_ size: Int, inPlaceOf old: Int? = nil) -> Bool {
    let (newCount, newBytes) = (count + (old == nil ? 1 : 0), bytes + size - (old ?? 0))
    guard newCount <= maximumCount, newBytes <= maximumBytes else { return false }
    (count, bytes) = (newCount, newBytes)
    return true
  }

  /// Leaves the room of a name.
  package mutating func leave(_ size: Int) {
    count -= 1
    bytes -= size
  }
}
