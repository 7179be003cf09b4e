import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct OrderTests {
    @Test func aDisabledPluginDoesNotStartUntilItIsEnabled() throws {
      let fixture = try HostFixture(["good", "fine"], disabled: ["good"])
      try fixture.start(2)
      #expect(fixture.host.status(of: 1) == PluginStatus(state: .disabled))
      fixture.host.enable(1)
      try fixture.wait(for: .ready(1))
      fixture.forget()
      fixture.host.disable(1)
      try fixture.run(until: "its end") { fixture.host.status(of: 1).state == .disabled }
      #expect(fixture.reports().map(\.reason) == [.disabled])
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func aWorkerThatIgnoresItsStopIsKilled() throws {
      var figures = HostFixture.unhurried
      figures.stopGrace = 20 * .millisecond
      let fixture = try HostFixture(["stubborn", "mute", "endless"], figures: figures)
      try fixture.start()
      try fixture.wait(for: .ready(3))
      fixture.send([13], to: 3)
      try fixture.finish()
    }

    @Test func stoppingBeforeOrWithoutAnyWorkerIsDoneAtOnce() throws {
      let unstarted = try HostFixture(["good"])
      try unstarted.finish()
      let empty = try HostFixture([])
      try empty.host.start()
      try empty.finish()
    }
  }
}
