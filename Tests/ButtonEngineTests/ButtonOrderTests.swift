import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonEngine

@Suite struct ButtonOrderTests {
  private static func id(_ random: inout Seed) -> String {
    let letters = Array("ab.")
    return "x"
      + String(
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          letters[Int.random(in: 0..<3, using: &random)]
        })
  }

  @Test func buttonsAreInOrderHoweverTheyComeAndGo() throws {
    var random = Seed()
    let engine = Engine(epoch: "e")
    var ids: Set<String> = []
    for _ in 0..<scaled(60) {
      var new: [ButtonDefinition] = []
      for _ in 0..<Int.random(in: 0..<100, using: &random) {
        new.append(ButtonDefinition(id: ButtonOrderTests.id(&random), style: .system(.plain)))
      }
      _ = try engine.define(new)
      ids.formUnion(new.map(\.id))
      let gone = ids.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
      _ = engine.remove(Match(ids: gone.map { UTF8String($0) }))
      ids.subtract(gone)
      #expect(found(engine, .everything) == ids.sorted())
    }
  }

  @Test func aMatchFindsWhatIsMeantBehindAnID() throws {
    var random = Seed()
    let engine = Engine(epoch: "e")
    let all = (0..<500).map { _ in
      var definition = ButtonDefinition(id: ButtonOrderTests.id(&random), style: .system(.plain))
      if Bool.random(using: &random) { definition.group = "g" }
      return definition
    }
    _ = try engine.define(all)
    let ids = Set(all.map(\.id)).sorted()
    for _ in 0..<scaled(500) {
      let patterns = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
        let id = ButtonOrderTests.id(&random)
        let forms = [id, id + "*", "*" + id, id + "?b*", "x"]
        return UTF8String(forms[Int.random(in: forms.indices, using: &random)])
      }
      let match = Match(patterns: patterns)
      let after = Bool.random(using: &random) ? UTF8String(ButtonOrderTests.id(&random)) : nil
      let matcher = Matcher(match)
      let wanted = ids.filter { id in
        matcher.matches(id: UTF8String(id)) && after.map { $0 < UTF8String(id) } ?? true
      }
      #expect(found(engine, match, after: after) == wanted, "\(match) after \(after ?? "")")
      #expect(inPages(engine, match, after: after) == wanted, "\(match) after \(after ?? "")")
    }
    let grouped = Match(group: "g")
    #expect(found(engine, grouped) == inPages(engine, grouped, after: nil))
    #expect(!found(engine, grouped).isEmpty)
  }

  @Test func chunksGoWithTheirButtons() throws {
    let engine = Engine(epoch: "e")
    for round in 0..<20 {
      let new = (0..<600).map {
        ButtonDefinition(id: "b\(1_000_000 + round * 1_000 + $0)", style: .system(.plain))
      }
      _ = try engine.define(new)
      _ = engine.remove(Match(ids: new.dropFirst().map { UTF8String($0.id) }))
    }
    #expect(engine.buttonCount == 20)
    #expect(engine.buttons.order.chunks.count == 1)
  }

  private func found(
    _ engine: Engine, _ match: Match, after: UTF8String? = nil
  ) -> [String] {
    var ids: [String] = []
    _ = engine.forEachButton(match, after: after) { slot in
      ids.append(engine.definition(in: slot)?.id ?? "")
      return true
    }
    return ids
  }

  /// The same, a little at a time.
  private func inPages(_ engine: Engine, _ match: Match, after: UTF8String?) -> [String] {
    var ids: [String] = []
    var after = after
    repeat {
      after = engine.forEachButton(match, after: after, allowance: 5_000) { slot in
        ids.append(engine.definition(in: slot)?.id ?? "")
        return true
      }
    } while after != nil
    return ids
  }
}
