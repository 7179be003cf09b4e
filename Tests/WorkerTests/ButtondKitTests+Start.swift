import ButtonModel
import ButtondKit
import PluginChannel
import TestSupport
import Testing

@testable import buttond_worker

/// What a plugin in Swift does before its first button, and at times of its own choosing.
extension ButtondKitTests {
  @Test func aPluginReadsItsFilesWhileItWarmsUp() throws {
    let folder = TemporaryFolder()
    folder.write("hello", to: "greeting.txt")
    TestPlugin.start = { startup in
      let bytes = try startup.resource("greeting.txt")
      let greeting = bytes.map { String(decoding: $0, as: UTF8.self) }
      let missing = try startup.resource("missing")
      TestPlugin.body = { look, _ in look.title = "\(greeting ?? "-") \(missing == nil)" }
    }
    defer { TestPlugin.start = { _ in } }
    let answer = try withPlugin(folder: folder.path) { plugin, resolution in
      try resolve(plugin, resolution)
    }
    #expect(try answer.value(.title) == .text("hello true"))
  }

  @Test func anErrorWhileWarmingUpEndsThePlugin() {
    TestPlugin.start = { _ in throw StyleFailure("no dial") }
    defer { TestPlugin.start = { _ in } }
    #expect(throws: WorkerFailure.self) { try withPlugin { _, _ in } }
    TestPlugin.start = { startup in
      #expect(throws: StyleFailure.self) { try startup.resource("dial.svg") }
    }
    #expect(throws: Never.self) { try withPlugin { _, _ in } }
  }

  @Test func aStyleAsksForAnUpdateAtATime() throws {
    TestPlugin.body = { look, context in
      context.setNeedsUpdateConfiguration(atMilliseconds: context.nowMilliseconds + 1_000)
      context.setNeedsUpdateConfiguration(atMilliseconds: context.nowMilliseconds + 2_000)
    }
    try withPlugin { plugin, resolution in
      let answer = try resolve(plugin, resolution)
      #expect(answer.items[0].status == 0)
      #expect(resolution.pointee.timers.earliest == 1_099)
      #expect(resolution.pointee.timers.due(at: 1_099) == [7])
    }
    let refused = try run { _, context in context.setNeedsUpdateConfiguration(atMilliseconds: -1) }
    #expect(refused.items[0].message == "the time of the next update is out of range")
  }
}
