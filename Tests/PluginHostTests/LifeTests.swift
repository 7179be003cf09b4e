import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct LifeTests {
    @Test func aPluginBecomesReadyAnswersAndStops() throws {
      let fixture = try HostFixture(["good"])
      #expect(fixture.host.plugins.map(\.manifest.id) == ["org.test.good"])
      #expect(fixture.host.status(of: 1).state == .starting)
      try fixture.start()
      let status = fixture.host.status(of: 1)
      #expect(status.state == .running)
      #expect(status.pid.map { kill($0, 0) } == 0)
      try fixture.resolve([1, 2, 3])
      try fixture.resolve([])
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func manyBatchesAreAnsweredInOrder() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      for _ in 0..<500 { fixture.send([UInt64](1...100)) }
      try fixture.wait(for: .answered(1, 500))
      let answers = fixture.news.compactMap { news in
        if case .answered(_, let sequence) = news { sequence } else { nil }
      }
      #expect(answers == Array(1...500))
      try fixture.finish()
    }

    /// In a process of its own, where nobody opens a descriptor between the look at them all and the
    /// start of the worker.
    @Test(.inOwnProcess) func aWorkerHasNothingButItsDescriptorsAndNoEnvironment() throws {
      let fixture = try HostFixture(["environment"])
      try fixture.start()
      try fixture.wait(for: .log(1, "open 5", .info))
      let lines = fixture.news.compactMap { news in
        if case .log(_, let text, _) = news { text } else { nil }
      }
      #expect(
        lines == [
          "0 variables, leader 1", "open 0", "open 1", "open 2", "open 3", "open 4",
          "open 5",
        ])
      try fixture.finish()
    }

    @Test func whatAWorkerPrintsIsLoggedLineByLine() throws {
      let fixture = try HostFixture(["prints"])
      try fixture.start()
      try fixture.wait(for: .log(1, "to stderr", .info))
      try fixture.wait(for: .log(1, "to stdout", .info))
      fixture.host.disable(1)
      try fixture.wait(for: .log(1, "and the rest", .info))
      try fixture.finish()
    }

    @Test func logFramesKeepTheirLevel() throws {
      let fixture = try HostFixture(["logs"])
      try fixture.start()
      try fixture.wait(for: .log(1, "a warning", .warning))
      try fixture.finish()
    }

    @Test func aThousandUpdateRequestsAreFew() throws {
      let fixture = try HostFixture(["updates"])
      try fixture.start()
      try fixture.wait(for: .update(1, 7))
      try fixture.resolve([1])
      try fixture.run(until: "the update that was put off") {
        fixture.news.filter { $0 == .update(1, 7) }.count >= 2
      }
      let updates = fixture.news.filter { $0 == .update(1, 7) }.count
      #expect(updates < 100)
      try fixture.finish()
    }

    @Test func noMoreWorkersStartAtOnceThanAllowed() throws {
      let fixture = try HostFixture(
        ["mute", "good", "fine"], figures: HostFixture.patient, startsAtOnce: 1)
      try fixture.host.start()
      try fixture.run(until: "the first to be spawned") {
        fixture.host.status(of: 1).pid != nil
      }
      #expect(fixture.host.status(of: 2).pid == nil)
      fixture.host.disable(1)
      try fixture.wait(for: .ready(2))
      try fixture.wait(for: .ready(3))
      try fixture.finish()
    }
  }
}
