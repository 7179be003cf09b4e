import TestSupport
import Testing

extension ConformanceTests {
  /// Whoever did not see the look before has nothing to animate from.
  @Test func aSnapshotAResumeAndAnAnswerCarryNoTransaction() throws {
    let app = try LiveDaemon.connect()
    try app.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"press/default"},{"id":"c","style":"plain"}],"wait":"published"}"#
    )
    let watcher = try LiveDaemon.connect()
    let before = try watcher.call("buttons.subscribe", #"{"match":"*"}"#)
    try app.call("press.began", #"{"id":"b","wait":"published"}"#)
    let frame = try watcher.nextNotification("buttons.updated")
    let moved = frame["buttons"]?.elements.first
    #expect(moved?["transaction"]?["disablesAnimations"] == .bool(true))

    for method in ["buttons.subscribe", "buttons.get"] {
      let result = try LiveDaemon.connect().call(method, #"{"match":"*"}"#)
      let record = result["buttons"]?.elements.first { $0["id"]?.string == "b" }
      #expect(record?["appearance"] == moved?["appearance"])
      #expect(record != nil && record?["transaction"] == nil, "\(method)")
    }

    let since = #"{"epoch":\#(before["epoch"]?.text ?? ""),"tick":\#(before["tick"]?.text ?? "")}"#
    let resumed = try LiveDaemon.connect()
      .call("buttons.subscribe", #"{"match":"*","since":\#(since)}"#)
    #expect(resumed["snapshot"] == .bool(false))
    let records = resumed["buttons"]?.elements ?? []
    #expect(records.compactMap { $0["id"]?.string } == ["b"])
    #expect(records.first?["appearance"] == moved?["appearance"])
    #expect(records.first?["transaction"] == nil)
    app.close()
    try LiveDaemon.clear()
  }
}
