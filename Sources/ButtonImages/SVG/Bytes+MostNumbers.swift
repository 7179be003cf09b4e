extension ArraySlice<UInt8> {
  /// How many numbers and letters a list has at most. Each vertex of an outline has one of them.
  var mostNumbers: Int {
    var count = 0
    var isNumber = false
    for byte in self {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isNumber { count += 1 }
        isNumber = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        count += 1
        isNumber = false
      default: isNumber = false
      }
    }
    return count
  }
}
