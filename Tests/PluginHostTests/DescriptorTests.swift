import ButtonModel
import ButtonProtocol
import Glibc
import Supervision
import TestSupport
import Testing

@testable import PluginHost

extension PluginHostSuite {
  /// A host in a process that has no descriptor left for a while.
  @Suite struct DescriptorTests {
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Lets this process open nothing, or as much as before.
    private func limit(_ isLimited: Bool) {
      var limit = rlimit()
      getrlimit(Self.files, &limit)
      limit.rlim_cur = isLimited ? 0 : limit.rlim_max
      setrlimit(Self.files, &limit)
    }

    private func isSaid(_ fixture: HostFixture) -> Bool {
      fixture.news.contains {
        if case .said(let text, .warning) = $0 {
          text.contains("Too many open files")
        } else {
          false
        }
      }
    }

    @Test(.inOwnProcess) func filesThatCouldNotBeOpenedAreReadAgainByThemselves() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.tree.folder.write(ReloadTests.manifest("new"), to: "0/plugin.json")
      limit(true)
      guard case .refused(let why) = try fixture.reload() else { throw TestFailure("not refused") }
      #expect(why.contains("Too many open files"), "\(why)")
      #expect(isSaid(fixture))
      #expect(fixture.host.status(of: 1).state == .running)
      limit(false)
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      #expect(fixture.host.plugins[0].manifest.description == "new")
      try fixture.finish()
    }

    @Test(.inOwnProcess) func aFirstStartWaitsForDescriptors() throws {
      let fixture = try HostFixture(["good"])
      try fixture.host.start()
      limit(true)
      // Its files may have been read before the limit; then its worker cannot be started.
      try fixture.run(until: "the reading or starting to fail") {
        isSaid(fixture) || fixture.host.status(of: 1).state == .restarting
      }
      limit(false)
      try fixture.wait(for: .ready(1))
      try fixture.resolve([1])
      try fixture.finish()
    }
  }
}
