import JSONRPC

extension JSONMembers {
  /// True when one of the members still to come has this name, so that it counts instead.
  func holdMore(of key: JSONString) -> Bool {
    var rest = self
    while let (other, _) = rest.next() {
      if other == key { return true }
    }
    return false
  }
}
