import ButtonModel
package import JSONRPC

/// The last index of each name in an object of any size: of equal names, the last counts.
package struct LastPlaces {
  private var places: [UTF8String: Int] = [:]

  package init(of object: JSONElement) {
    var index = 0
    for (key, _) in object.members {
      places[UTF8String(copying: key.bytes)] = index
      index += 1
    }
  }

  package func isLast(_ key: JSONString, at index: Int) -> Bool {
    places[UTF8String(copying: key.bytes)].map { $0 <= index } ?? true
  }
}
