import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct MainJobTests {
    @Test func addItemShowsOnCheckoutInOneFrameToEverySubscriber() throws {
      let daemon = try DemoButtons.shared()
      var watchers = try (0..<5).map { _ in try daemon.watch("*") }
      watchers.append(try daemon.watch("checkout"))
      watchers.append(try daemon.watch("*", #","form":"delta""#))
      for (_, snapshot) in watchers {
        #expect(snapshot.record("checkout")?.title == "Checkout 0")
      }
      let resolves = try daemon.figure("resolves")
      let frames = try daemon.figure("frames")
      let client = try daemon.connect()
      try client.call("buttons.trigger", #"{"id":"add-item","wait":"published"}"#)
      for (watcher, _) in watchers {
        let frame = try watcher.nextFrame()
        #expect(frame.ids == ["checkout"])
        let record = frame.record("checkout")
        #expect((record?["appearance"] ?? record?["patch"])?["title"]?.string == "Checkout 1")
        #expect(record?["status"] == nil)
        #expect(try watcher.notificationsSoFar() == [])
      }
      #expect(try daemon.figure("resolves") == resolves + 1)
      #expect(try daemon.figure("frames") == frames + 1)
    }

    @Test func aThousandSetsInOneWriteArriveAsTheLastInFewFrames() throws {
      let daemon = try DemoButtons.shared()
      let (watcher, _) = try daemon.watch("*")
      let client = try daemon.connect()
      var lines = ""
      for count in 1...1_000 {
        lines += #"{"jsonrpc":"2.0","id":\#(count),"method":"state.set","params":"#
        lines += #"{"values":{"checkout.itemCount":\#(count)}}}"# + "\n"
      }
      try client.send(bytes: Array(lines.utf8))
      for count in 1...1_000 {
        #expect(try client.next()["id"]?.int == count)
      }
      let frames = try watcher.frames(until: "Checkout 1000", of: "checkout")
      #expect(frames.count <= 100)
      #expect(frames.allSatisfy { $0.ids == ["checkout"] })
      #expect(try watcher.notificationsSoFar() == [])

      let set = #"{"values":{"checkout.itemCount":1000},"wait":"published"}"#
      let result = try client.call("state.set", set)
      #expect(result["changed"]?.elements == [])
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func thereAndBackInOneWriteIsNoFrame() throws {
      let daemon = try DemoButtons.shared()
      let (watcher, _) = try daemon.watch("*")
      let client = try daemon.connect()
      let batch = #"""
        [{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"help.isOpen":true}}},
        {"jsonrpc":"2.0","id":2,"method":"state.update","params":{"operations":[{"op":"remove","key":"help.isOpen"}]}}]
        """#
      try client.send(batch.replacing("\n", with: ""))
      #expect(try client.next().elements.count == 2)
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func oneKeyOfAHundredResolvesItsDependantsAndNoOther() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      for start in stride(from: 0, to: 10_000, by: 2_500) {
        let buttons = (start..<start + 2_500).map { index in
          #"{"id":"b\#(index)","style":"gray","isSelected":{"state":"shop.k\#(index % 100)"}}"#
        }
        try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      }
      try client.call("sync")
      let (watcher, _) = try daemon.watch("b*")
      _ = try watcher.notificationsSoFar()
      var resolves = try daemon.figure("resolves")
      for key in [0, 37, 99] {
        try client.call(
          "state.set", #"{"values":{"shop.k\#(key)":true,"shop.other":\#(key)},"wait":"published"}"#
        )
        let frame = try watcher.nextFrame()
        #expect(frame.ids == stride(from: key, to: 10_000, by: 100).map { "b\($0)" }.sorted())
        #expect(try watcher.notificationsSoFar() == [])
        let now = try daemon.figure("resolves")
        #expect(now == resolves + 100)
        resolves = now
      }
    }
  }
}
