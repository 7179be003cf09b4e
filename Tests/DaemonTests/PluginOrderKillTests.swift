import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// The daemon is killed right after it has answered that a plugin is off, or on.
  @Suite struct PluginOrderKillTests {
    @Test func anAnsweredOrderOutlivesAKill() throws {
      let state = TemporaryFolder()
      state.write("durability: strict\n", to: "buttond.yaml")
      let arguments = ["--state", state.file("state"), "--config", state.file("buttond.yaml")]
      for round in 0..<scaled(2) {
        let (order, wanted) =
          round.isMultiple(of: 2) ? ("disable", "disabled") : ("enable", "running")
        let killed = try DaemonProcess(arguments, plugins: [.checkout])
        let plugin = try killed.connect().call("plugins.\(order)", #"{"name":"checkout"}"#)
        #expect(plugin["plugin"]?["state"]?.string == wanted)
        _ = try killed.stop(SIGKILL)
        let kept = try ProcessFile.text(state.file("state/disabled"))
        #expect(
          kept.contains("dev.buttond.checkout") == (order == "disable"),
          "round \(round): \(order) is lost: \(kept)")
      }
    }
  }
}
