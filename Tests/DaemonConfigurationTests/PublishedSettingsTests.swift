import TestSupport
import Testing

@testable import DaemonConfiguration

struct PublishedSettingsTests {
  @Test func theSchemaOfTheConfigurationHasTheKeysThatAreRead() throws {
    let schema = try PublishedSchema("buttond.schema.json")
    #expect(Set(schema.names("properties")) == Set(DaemonSettings.names))
    #expect(schema.texts("properties/sandbox/enum") == ["best-effort", "strict", "off"])
  }
}
