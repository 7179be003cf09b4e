/// Places in a table, mostly one, which takes no memory besides the list itself.
package enum PlaceList {
  case none
  case one(UInt32)
  case many([UInt32])

  /// Ascending.
  package func sorted(_ body: (Int) -> Void) {
    switch self {
    case .none: break
    case .one(let place): body(Int(place))
    case .many(let places): for place in places.sorted() { body(Int(place)) }
    }
  }

  package mutating func append(_ place: Int) {
    switch self {
    case .none: self = .one(UInt32(place))
    case .one(let first): self = .many([first, UInt32(place)])
    case .many(var places):
      self = .none
      places.append(UInt32(place))
      self = .many(places)
    }
  }

  /// Removes one occurrence.
  package mutating func remove(_ place: Int) {
    switch self {
    case .none: break
    case .one(let only): if only == place { self = .none }
    case .many(var places):
      self = .none
      if let index = places.firstIndex(of: UInt32(place)) {
        places.swapAt(index, places.count - 1)
        places.removeLast()
      }
      self = places.count == 1 ? .one(places[0]) : .many(places)
    }
  }
}
