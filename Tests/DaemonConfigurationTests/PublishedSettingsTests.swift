import TestSupport
import Testing

@testable import DaemonConfiguration

struct PublishedSettingsTests {
  @Test func theSchemaOfTheConfigurationHasTheKeysThatAreRead() throws {
    let schema = try PublishedSchema("buttond.schema.json")
    #expect(Set(schema.names("properties")) == Set(DaemonSettings.names))
    #expect(Set(schema.names("properties/limits/properties")) == Set(LimitSettings.names))
    #expect(schema.texts("properties/sandbox/enum") == ["best-effort", "strict", "off"])
  }
}
