import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct WorkerDeathTests {
    @Test func aDeathThatChangesNothingIsSeenByNobody() throws {
      let daemon = try DemoButtons.shared()
      let (watcher, _) = try daemon.watch("*")
      try daemon.connect().call("buttons.setNeedsUpdateConfiguration", #"{"match":"*"}"#)
      #expect(try watcher.notificationsSoFar() == [])
      let first = try daemon.worker(of: "checkout")
      kill(first, SIGKILL)
      #expect(ProcessEnd.waitFor(first, by: Deadline()))
      try daemon.waitForPlugins()
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func changesDuringManyOutagesAllArrive() throws {
      let daemon = try DemoButtons.shared()
      let (watcher, _) = try daemon.watch("*")
      let client = try daemon.connect()
      func restarts(of plugin: String) throws -> Int? {
        let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
        return plugins.first { $0["name"]?.string == plugin }?["restarts"]?.int
      }
      let before = (try restarts(of: "checkout"), try restarts(of: "pill"))
      var count = 0
      for _ in 0..<4 {
        count += 1
        try client.call("state.set", #"{"values":{"checkout.itemCount":\#(count)}}"#)
        kill(try daemon.worker(of: "checkout"), SIGKILL)
        for _ in 0..<10 {
          count += 1
          try client.call("state.set", #"{"values":{"checkout.itemCount":\#(count)}}"#)
        }
        try client.call("state.set", #"{"values":{"help.isOpen":\#(count % 2 == 0)}}"#)
        let frames = try watcher.frames(until: "Checkout \(count)", of: "checkout")
        #expect(frames.last?.record("checkout")?["status"] == nil)
        #expect(frames.allSatisfy { Set($0.ids).isSubset(of: ["checkout", "help"]) })
        try daemon.waitForPlugins()
      }
      #expect(try restarts(of: "checkout") == before.0.map { $0 + 4 })
      #expect(try restarts(of: "pill") == before.1)
    }

    @Test func aWorkerThatStopsAnsweringHoldsNobodyUpAndIsReplaced() throws {
      let daemon = try DemoButtons.shared()
      let (watcher, _) = try daemon.watch("*")
      let client = try daemon.connect()
      let hung = try daemon.worker(of: "checkout")
      kill(hung, SIGSTOP)
      try client.call(
        "state.set", #"{"values":{"checkout.itemCount":7,"help.isOpen":true}}"#)
      let first = try watcher.nextFrame()
      #expect(first.ids == ["help"])
      try client.call("state.set", #"{"values":{"help.isOpen":false}}"#)
      #expect(try watcher.nextFrame().ids == ["help"])
      let frames = try watcher.frames(until: "Checkout 7", of: "checkout")
      #expect(frames.last?.record("checkout")?["status"] == nil)
      #expect(ProcessEnd.waitFor(hung, by: Deadline()))
      #expect(daemon.log.contains("checkout"))
    }
  }
}
