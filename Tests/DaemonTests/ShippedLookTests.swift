import TestSupport
import Testing

extension DaemonTests {
  @Suite struct ShippedLookTests {
    @Test(arguments: ["outline", "press", "checkout", "themed", "themed-states"])
    func aLiveDaemonShowsEveryRowOfTheTable(table: String) throws {
      let daemon = try DaemonProcess()
      try daemon.waitForPlugins()
      let looks = try LiveLooks(table, in: daemon)
      for button in looks.shown {
        let record = try looks.record(button)
        #expect(record["status"] == nil, "\(button.row): \(record.text)")
        let mismatch = record["appearance"].map { button.row.mismatch($0) }
        #expect(mismatch == .some(nil), "\(button.row)")
      }
    }
  }
}
