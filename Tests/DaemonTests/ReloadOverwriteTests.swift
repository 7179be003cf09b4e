import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// A library that is written to in place, while its worker has it loaded.
  @Suite struct ReloadOverwriteTests {
    @Test func whatIsWrittenOverALibraryHarmsNobody() throws {
      let tally = try TallyVersions(3)
      let daemon = try DaemonProcess(
        tally.shelf.arguments,
        environment: ["BUTTOND_PLUGIN_FIGURES": "settleTimeMs=20,backoffMs=1,intensity=1000"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"t","style":"tally/look"}],"wait":"published"}"#)
      let (watcher, _) = try daemon.watch("t")
      var count = 0
      let workers = try daemon.workers().count
      let descriptors = try ProcessFile.descriptorCount(of: daemon.processID)
      let library = tally.shelf.path("tally", "libPlugin.so")
      for round in 0..<scaled(8, few: 4) {
        let worker = try daemon.worker(of: "tally")
        switch round % 4 {
        case 0: #expect(truncate(library, 0) == 0)
        case 1: try tally.place([UInt8](repeating: 0xCC, count: 40_000), .overwritten)
        case 2: #expect(truncate(library, 5_000) == 0)
        default:
          let garbage = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
          try tally.place(garbage, .overwritten)
        }
        // Used all the while, also after the daemon has noticed.
        _ = try daemon.connect().refusal(of: "plugins.reload", #"{"name":"tally"}"#)
        for _ in 0..<50 {
          count += 1
          try client.call("state.set", #"{"values":{"shop.count":"\#(count)"}}"#)
        }
        _ = try watcher.frames(until: "v1 \(count)", of: "t")
        #expect(try daemon.worker(of: "tally") == worker)
        // What is loaded is whole, and so is what a new worker loads.
        kill(worker, SIGKILL)
        count += 1
        try client.call("state.set", #"{"values":{"shop.count":"\#(count)"}}"#)
        let frames = try watcher.frames(until: "v1 \(count)", of: "t")
        #expect(frames.last?.record("t")?["status"] == nil)
        try daemon.waitForPlugins()
      }
      // A sound version that is copied over it is taken, once it is whole.
      try tally.place("v2", .overwritten)
      _ = try watcher.frames(until: "v2 \(count)", of: "t")
      try wait(for: "what there was at the beginning") {
        try daemon.workers().count == workers
          && ProcessFile.descriptorCount(of: daemon.processID) <= descriptors + 2
      }
      #expect(try daemon.stop().leftWorkers == [])
    }
  }
}
