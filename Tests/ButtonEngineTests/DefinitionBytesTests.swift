import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

@Suite struct DefinitionBytesTests {
  private func size(_ definition: ButtonDefinition) -> Int {
    var writer = JSONWriter()
    definition.write(into: &writer)
    return writer.count
  }

  private func titled(_ id: String, _ length: Int) -> ButtonDefinition {
    .make(id, title: String(repeating: "t", count: length))
  }

  @Test func aDefinitionIsHeldToTheLimitOfOne() throws {
    var settings = EngineSettings()
    settings.limits.definitionBytes = size(titled("b", 1_000))
    let rig = Rig(settings)
    try rig.define(titled("b", 1_000))
    let error = EngineError.limitExceeded(
      limit: "definitionBytes", value: settings.limits.definitionBytes, index: 1)
    #expect(throws: error) { try rig.define(titled("b", 1), titled("c", 1_001)) }
    #expect(rig.engine.definitionBytes == settings.limits.definitionBytes)
    #expect(rig.engine.buttonCount == 1)
  }

  @Test func allDefinitionsAreHeldToTheLimitTogether() throws {
    var settings = EngineSettings()
    settings.limits.definitionsBytes = 10_000
    let rig = Rig(settings)
    let error = EngineError.limitExceeded(limit: "definitionsBytes", value: 10_000, index: nil)
    try rig.define(titled("a", 4_000), titled("b", 4_000))
    #expect(throws: error) { try rig.define(titled("c", 4_000)) }
    try rig.define(titled("a", 10), titled("c", 4_000))
    #expect(throws: error) { try rig.define(titled("a", 4_000)) }
    _ = rig.engine.remove(Match(patterns: ["b"]))
    try rig.define(titled("a", 4_000))
  }

  @Test func eachTraitSetInUseCountsTheDefinitionsOnce() throws {
    var settings = EngineSettings()
    settings.limits.definitionsBytes = 10_000
    let rig = Rig(settings)
    let error = EngineError.limitExceeded(limit: "definitionsBytes", value: 10_000, index: nil)
    let client = rig.client(1)
    try rig.define(titled("a", 4_000))
    try rig.subscribe(client, traits: Traits(userInterfaceStyle: .dark))
    #expect(throws: error) { try rig.define(titled("b", 4_000)) }
    #expect(throws: error) { try rig.subscribe(client, traits: Traits(contrast: .high)) }
    rig.engine.connectionClosed(client.connection)
    try rig.define(titled("b", 4_000))
    let other = rig.client(2)
    #expect(throws: error) { try rig.subscribe(other, traits: Traits(contrast: .high)) }
    _ = rig.engine.remove(Match(patterns: ["b"]))
    try rig.subscribe(other, traits: Traits(contrast: .high))
  }

  @Test func theBytesOfAllAreTheSumWhateverComesAndGoes() throws {
    var seed = Seed()
    let rig = Rig()
    var model: [String: Int] = [:]
    for _ in 0..<scaled(300) {
      let id = "b\(Int.random(in: 0..<20, using: &seed))"
      if Int.random(in: 0..<3, using: &seed) == 0 {
        _ = rig.engine.remove(Match(patterns: [UTF8String(id)]))
        model[id] = nil
      } else {
        let definitions = [
          titled(id, Int.random(in: 0..<100, using: &seed)),
          titled("b0", Int.random(in: 0..<100, using: &seed)),
          titled(id, Int.random(in: 0..<100, using: &seed)),
        ]
        _ = try rig.engine.define(definitions)
        for definition in definitions { model[definition.id] = size(definition) }
      }
      #expect(rig.engine.definitionBytes == model.values.reduce(0, +))
    }
  }
}
