import JSONRPC

extension JSONMembers {
  /// Whether a later member has the same name, and so counts instead.
  func holdMore(of key: JSONString) -> Bool {
    var rest = self
    while let (other, _) = rest.next() {
      if other == key { return true }
    }
    return false
  }
}
