import ButtonModel
package import JSONRPC

/// Where each name of an object stands last, for objects with any number of names of which the last
/// of several equal ones counts.
package struct LastPlaces {
  private var places: [UTF8String: Int] = [:]

  package init(of object: JSONElement) {
    var index = 0
    for (key, _) in object.members {
      places[UTF8String(copying: key.bytes)] = index
      index += 1
    }
  }

  /// True when no member behind the one at `index` has the same name.
  package func isLast(_ key: JSONString, at index: Int) -> Bool {
    places[UTF8String(copying: key.bytes)].map { $0 <= index } ?? true
  }
}
