import JSONRPC
import Testing

struct JSONNameFilterTests {
  @Test func itAdmitsEveryNameThatIsThereAndHardlyAnother() throws {
    let parser = JSONParser()
    let json = try parser.parse(
      #"{"id":"pay","configuration":{},"automaticallyUpdates":true,"":0}"#)
    let filter = JSONNameFilter(json)
    for name: StaticString in ["id", "configuration", "automaticallyUpdates"] {
      #expect(filter.mayContain(name))
    }
    for name: StaticString in ["style", "isEnabled", "role", "togglesSelection"] {
      #expect(!filter.mayContain(name))
    }
  }
}
