extension TestClient {
  /// Leaves the daemon without buttons and state, for the next of those that share it.
  package func removeEverything() throws {
    let ids = try call("buttons.list")["buttons"]?.elements.compactMap { $0["id"] } ?? []
    try call("buttons.remove", #"{"ids":\#(JSONTree.array(ids).text)}"#)
    if case .object(let values)? = try call("state.get")["values"], !values.isEmpty {
      let operations = values.map { #"{"op":"remove","key":"\#($0.name)"}"# }
      try call("state.update", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
    }
    try call("sync")
  }
}
