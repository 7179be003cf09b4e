import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct LeakTests {
    @Test(.inOwnProcess) func fiftyDeathsLeaveNoProcessDescriptorOrPageBehind() throws {
      var figures = HostFixture.patient
      figures.restarts.intensity = 1000
      figures.restarts.backoff = 0
      let rounds = scaled(50)
      let fixture = try HostFixture(["good"], figures: figures)
      try fixture.start()
      try fixture.resolve([1])
      try fixture.waitForOffloads()
      let process = try LoneProcess()
      let before = try process.descriptorCount
      #expect(FakeWorker.pageCount == 1)
      for round in 1...rounds {
        kill(try #require(fixture.host.status(of: 1).pid), SIGKILL)
        try fixture.run(until: "restart \(round)") { fixture.readyCount() == round + 1 }
        try fixture.resolve([1])
      }
      #expect(fixture.host.status(of: 1).restarts == rounds)
      try fixture.waitForChildren(1)
      // What lingers of the last deaths is let go of by the loop's own timers.
      try fixture.run(until: "the pipes of the dead to be closed") {
        fixture.loop.liveHandles <= 6 + 1
      }
      #expect(FakeWorker.pageCount == 1)
      try fixture.waitForOffloads()
      #expect(try process.descriptorCount == before)
      try fixture.finish()
      #expect(FakeWorker.pageCount == 0)
    }
  }
}
