import ButtonModel
import Testing

@testable import PluginHost

@Suite struct ManifestTests {
  @Test func everythingAManifestMaySayIsRead() throws {
    let manifest = try ManifestSamples.read(ManifestSamples.full)
    #expect(manifest.id == "org.example.outline")
    #expect(manifest.name == "Outline look")
    #expect(manifest.version == "1.2.3-beta+4")
    #expect(manifest.license == "Apache-2.0")
    #expect(manifest.description == "Draws outlines.")
    #expect(manifest.abi == ABIVersion(major: 1, minor: 0))
    #expect(manifest.styles.map(\.name) == ["outline", "double"])
    #expect(manifest.styles.map(\.title) == ["Outline", "double"])
    #expect(manifest.styles.map(\.base) == [.gray, .tinted])
    #expect(manifest.styles.map(\.isPrimitive) == [false, true])
    #expect(manifest.styles[0].documentation == "A thin line.")
    #expect(manifest.handlers.map(\.title) == ["Counts"])
    #expect(manifest.reads == ["state.checkout.*", "state.clock", "state.*"])
    #expect(manifest.permissions.threads && manifest.permissions.resources)
    #expect(!manifest.permissions.systemLocale)
    #expect(manifest.limits.memoryMiB == 64)
    #expect(manifest.limits.startTimeoutMs == 5000)
    #expect(manifest.limits.batchBudgetMs == 20)
    #expect(manifest.fallback == .tinted)
    let parameters = manifest.styles[0].parameters
    #expect(parameters.map(\.name) == ["color", "count", "dashed", "label", "side", "width"])
    #expect(parameters[1].kind == .int(minimum: 1, maximum: 9))
    #expect(parameters[1].defaultValue == .int(3))
    #expect(parameters[3].defaultValue == nil)
    #expect(parameters[4].kind == .string(values: ["left", "right"]))
    #expect(parameters[5].defaultValue == .double(1.5))
  }

  @Test func aStyleMayHaveNoBase() throws {
    let manifest = try ManifestSamples.read(
      ManifestSamples.minimal(
        more: """
          , "fallback": "gray",
          "styles": [{"name": "a", "base": "none"}, {"name": "b", "base": "filled"}, {"name": "c"}]
          """))
    #expect(manifest.styles.map(\.isBare) == [true, false, false])
    // Something stands in while the plugin is down.
    #expect(manifest.styles.map(\.base) == [.gray, .filled, .gray])
  }

  @Test func theLeastAManifestMustSayIsEnough() throws {
    let manifest = try ManifestSamples.read(ManifestSamples.minimal())
    #expect(manifest.styles == [] && manifest.handlers == [] && manifest.reads == [])
    #expect(manifest.limits == ManifestLimits())
    #expect(manifest.limits.memoryMiB == 256)
    #expect(manifest.fallback == .plain)
  }

  @Test func theLibraryIsThePlatformsOrElseTheSystems() throws {
    let manifest = try ManifestSamples.read(ManifestSamples.full)
    let arm = Platform(system: "linux", processor: "aarch64")
    let intel = Platform(system: "linux", processor: "x86_64")
    let other = Platform(system: "linux", processor: "riscv64")
    #expect(manifest.library(for: arm) == "arm/lib.so")
    #expect(manifest.library(for: intel) == "x86/lib.so")
    #expect(manifest.library(for: other) == nil)
    #expect(manifest.sha256(for: intel) == String(repeating: "0a", count: 32))
    #expect(manifest.sha256(for: arm) == nil)
    #expect(try ManifestSamples.read(ManifestSamples.minimal()).library(for: other) == "lib.so")
  }

  @Test(arguments: [
    ("outline", "org.example.x", "outline"), ("my-look2", "org.example.x", "my-look2"),
    ("Outline", "org.example.Thin", "thin"), ("Two words", "org.example.two", "two"),
  ])
  func theShortNameIsTheNameWhereItCanBeOrElseTheIDsEnd(
    name: String, id: String, short: String
  ) throws {
    let text = ManifestSamples.minimal(id: id, name: name)
    #expect(try ManifestSamples.read(text).shortName == short)
  }

  @Test(arguments: [
    ("{\"major\": 1, \"minor\": 1}", "abi: the plugin needs ABI 1.1, this daemon offers 1.0"),
    ("{\"major\": 2, \"minor\": 0}", "abi: the plugin needs ABI 2.0, this daemon offers 1.0"),
    ("{\"major\": 0, \"minor\": 9}", "abi: the plugin needs ABI 0.9, this daemon offers 1.0"),
  ])
  func anotherABIIsRefusedWithBothVersionsBeforeAnythingElse(abi: String, what: String) {
    let text = "{\"schemaVersion\": 1, \"abi\": \(abi), \"fromTheFuture\": true}"
    let error = #expect(throws: ManifestError.self) { try ManifestSamples.read(text) }
    #expect(error?.code == .unsupported)
    #expect(error?.description == "plugin.json: \(what)")
  }

  @Test func aLaterHostServesEarlierMinors() throws {
    let host = ABIVersion(major: 1, minor: 3)
    _ = try ManifestSamples.read(ManifestSamples.minimal(), host: host)
    #expect(ABIVersion(major: 1, minor: 3).isServed(by: host))
    #expect(!ABIVersion(major: 1, minor: 4).isServed(by: host))
  }

  /// What is wrong, as a change of the minimal manifest, and what is said about it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let from: String
    let to: String
    let message: String

    init(_ from: String, _ to: String, _ message: String) {
      self.from = from
      self.to = to
      self.message = message
    }

    /// A member added to the minimal manifest.
    init(adding member: String, _ message: String) {
      self.init("\"linux\": \"lib.so\"}", "\"linux\": \"lib.so\"}, \(member)", message)
    }

    var testDescription: String { message }
  }

  @Test(arguments: [
    Fault(
      "\"schemaVersion\": 1", "\"schemaVersion\": 2", "schemaVersion: is 2; this daemon reads 1"),
    Fault("\"schemaVersion\": 1, ", "", "schemaVersion: is missing"),
    Fault("\"id\": \"org.example.small\", ", "", "id: is missing"),
    Fault(
      "org.example.small", "small",
      "id: 'small' must be in reverse DNS, such as org.example.outline"),
    Fault(
      "org.example.small", "org..small",
      "id: 'org..small' must be in reverse DNS, such as org.example.outline"),
    Fault("\"name\": \"small\"", "\"name\": 7", "name: must be a string"),
    Fault("\"name\": \"small\"", "\"name\": \"\"", "name: '' must be 1 to 128 bytes"),
    Fault(
      "\"version\": \"1\"", "\"version\": \"1 2\"",
      "version: '1 2' must be 1 to 64 letters, digits and . + - _"),
    Fault("\"version\"", "\"versoin\"", "versoin: is not known here; did you mean 'version'?"),
    Fault(
      "\"major\": 1", "\"major\": 1, \"patch\": 2",
      "abi.patch: is not known here"),
    Fault("\"major\": 1", "\"major\": \"1\"", "abi.major: must be an integer"),
    Fault("{\"linux\": \"lib.so\"}", "{}", "library: names no platform"),
    Fault("{\"linux\": \"lib.so\"}", "[]", "library: must be an object"),
    Fault("{\"linux\": \"lib.so\"}", "{\"linux\": 1}", "library.linux: must be a string"),
    Fault(
      "lib.so", "../lib.so",
      "library.linux: '../lib.so' must be a path inside the plugin's folder"),
    Fault(
      "lib.so", "/usr/lib.so",
      "library.linux: '/usr/lib.so' must be a path inside the plugin's folder"),
    Fault(
      "lib.so", "a/./lib.so",
      "library.linux: 'a/./lib.so' must be a path inside the plugin's folder"),
    Fault(
      "lib.so", "", "library.linux: '' must be a path inside the plugin's folder"),
    Fault(
      adding: "\"sha256\": {\"linux\": \"00\"}",
      "sha256.linux: '00' must be 64 lower-case hexadecimal digits"),
    Fault(
      adding: "\"fallback\": \"grey\"",
      "fallback: 'grey' is not one of plain, gray, tinted, filled, borderless, bordered, "
        + "borderedTinted, borderedProminent, glass, prominentGlass; did you mean 'gray'?"),
    Fault(adding: "\"styles\": {}", "styles: must be a list"),
    Fault(adding: "\"styles\": [7]", "styles[0]: must be an object"),
    Fault(adding: "\"styles\": [{}]", "styles[0].name: is missing"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a/b\"}]",
      "styles[0].name: 'a/b' must be 1 to 64 letters, digits, - and _"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\"}, {\"name\": \"a\"}]", "styles[1]: 'a' is there twice"),
    Fault(
      adding: "\"handlers\": [{\"name\": \"a\", \"base\": \"plain\"}]",
      "handlers[0].base: is not known here"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"isPrimitive\": 1}]",
      "styles[0].isPrimitive: must be true or false"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": {\"w\": {}}}]",
      "styles[0].parameters.w.type: is missing"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": {\"w\": {\"type\": \"numbre\"}}}]",
      "styles[0].parameters.w.type: 'numbre' is not one of bool, int, number, string, color; "
        + "did you mean 'number'?"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": "
        + "{\"w\": {\"type\": \"number\", \"maximum\": 3, \"default\": 4}}}]",
      "styles[0].parameters.w.default: 4.0 is more than the maximum 3.0"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": "
        + "{\"w\": {\"type\": \"int\", \"default\": 1.5}}}]",
      "styles[0].parameters.w.default: must be of type int"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": "
        + "{\"w\": {\"type\": \"bool\", \"minimum\": 1}}}]",
      "styles[0].parameters.w.minimum: is not known here"),
    Fault(
      adding: "\"styles\": [{\"name\": \"a\", \"parameters\": "
        + "{\"w\": {\"type\": \"string\", \"values\": [\"x\"], \"default\": \"y\"}}}]",
      "styles[0].parameters.w.default: 'y' is not one of x"),
    Fault(adding: "\"reads\": \"state.a\"", "reads: must be a list"),
    Fault(
      adding: "\"reads\": [\"state.a\", \"checkout.*\"]",
      "reads[1]: 'checkout.*' must be a state key such as state.checkout.total or "
        + "state.checkout.*"),
    Fault(
      adding: "\"reads\": [\"state.*.a\"]",
      "reads[0]: 'state.*.a' must be a state key such as state.checkout.total or "
        + "state.checkout.*"),
    Fault(
      adding: "\"permissions\": {\"network\": true}",
      "permissions.network: is not known here"),
    Fault(
      adding: "\"permissions\": {\"threads\": 1}", "permissions.threads: must be true or false"),
    Fault(
      adding: "\"limits\": {\"memoryMiB\": 1}", "limits.memoryMiB: 1 is not within 16…4096"),
    Fault(
      adding: "\"limits\": {\"startTimeoutMs\": 10001}",
      "limits.startTimeoutMs: 10001 is not within 1…10000"),
    Fault(
      adding: "\"limits\": {\"batchBudgetMs\": 0}", "limits.batchBudgetMs: 0 is not within 1…2000"),
  ])
  func aFaultIsNamedWithItsPlaceAndTheNearestName(fault: Fault) {
    let minimal = ManifestSamples.minimal()
    let parts = minimal.split(separator: fault.from, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined(separator: fault.to)
    #expect(text != minimal)
    let error = #expect(throws: ManifestError.self) { try ManifestSamples.read(text) }
    #expect(error?.description == "plugin.json: \(fault.message)")
  }

  @Test(arguments: ["", "{", "nonsense", "[1,", "{\"a\": 1} x"])
  func whatIsNoJSONIsUnreadable(text: String) {
    let error = #expect(throws: ManifestError.self) { try ManifestSamples.read(text) }
    #expect(error?.code == .unreadable)
    #expect(error?.description.hasPrefix("plugin.json:") == true)
    #expect(error?.what.hasPrefix("is not valid JSON") == true)
  }

  @Test func whatIsNoJSONIsShownWithLineAndColumn() {
    let text = "{\n  \"name\": \"Größe\" 7\n}"
    let error = #expect(throws: ManifestError.self) { try ManifestSamples.read(text) }
    #expect(
      error?.description == "plugin.json:2:19: is not valid JSON: ',' or '}' is missing")
  }

  @Test(arguments: ["[]", "7", "\"text\"", "null"])
  func whatIsNoObjectIsRefused(text: String) {
    let error = #expect(throws: ManifestError.self) { try ManifestSamples.read(text) }
    #expect(error?.description == "plugin.json: must be a JSON object")
  }

  @Test func nullStandsForAbsent() throws {
    let text = ManifestSamples.minimal(more: ", \"license\": null, \"limits\": null")
    #expect(try ManifestSamples.read(text).license == "")
  }
}
