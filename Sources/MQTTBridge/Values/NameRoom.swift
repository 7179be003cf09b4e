/// Room for names that others make up: for a number of them, and of their bytes.
package struct NameRoom {
  private let maximumCount: Int
  private let maximumBytes: Int
  /// Names that have room, and their bytes.
  package private(set) var count = 0
  package private(set) var bytes = 0

  package init(count: Int, bytes: Int) {
    maximumCount = count
    maximumBytes = bytes
  }

  /// False, and takes nothing, where there is too little room, even in place of an `old` name.
  package mutating func take(_ size: Int, inPlaceOf old: Int? = nil) -> Bool {
    let (newCount, newBytes) = (count + (old == nil ? 1 : 0), bytes + size - (old ?? 0))
    guard newCount <= maximumCount, newBytes <= maximumBytes else { return false }
    (count, bytes) = (newCount, newBytes)
    return true
  }

  package mutating func leave(_ size: Int) {
    count -= 1
    bytes -= size
  }
}
