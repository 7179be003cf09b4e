import ButtonModel
import DaemonConfiguration
import TestSupport
import Testing

/// What another reading of the files changes.
struct FileDefinitionsTests {
  private static func button(_ id: String, _ style: SystemStyle = .plain) -> ButtonDefinition {
    ButtonDefinition(id: id, style: .system(style))
  }

  private static func buttons(_ definitions: ButtonDefinition...) -> FileButtons {
    var buttons = FileButtons()
    buttons.replace(with: definitions)
    return buttons
  }

  @Test func whatIsNewOrOtherIsDefined() {
    let buttons = Self.buttons(Self.button("a"), Self.button("b"))
    let change = buttons.change(
      to: [Self.button("c"), Self.button("b", .gray), Self.button("a")]
    ) { Self.button($0) }
    #expect(change.defined == [Self.button("c"), Self.button("b", .gray)])
    #expect(change.removed == [])
  }

  @Test func whatIsGoneIsRemovedUnlessAClientHasMadeItItsOwn() {
    let buttons = Self.buttons(Self.button("a"), Self.button("b"), Self.button("c"))
    let present = ["a": Self.button("a"), "b": Self.button("b", .gray)]
    let change = buttons.change(to: []) { present[$0] }
    #expect(change.defined == [])
    #expect(change.removed == ["a"])
  }

  @Test func anUnchangedTextLeavesWhatAClientMadeOfIt() {
    let buttons = Self.buttons(Self.button("a"))
    let change = buttons.change(to: [Self.button("a")]) { _ in Self.button("a", .gray) }
    #expect(change == FileButtons.Change())
  }

  /// Against the plain statement of the rule, with files and clients that do anything.
  @Test func aRandomHistoryEndsAsTheRuleSays() {
    var random = Seed()
    for _ in 0..<scaled(200) {
      var buttons = FileButtons()
      var files: [String: ButtonDefinition] = [:]
      var present: [String: ButtonDefinition] = [:]
      for _ in 0..<20 {
        if Bool.random(using: &random) {
          let id = ["a", "b", "c"].randomElement(using: &random) ?? "a"
          present[id] =
            [nil, Self.button(id), Self.button(id, .tinted)].randomElement(
              using: &random) ?? nil
          continue
        }
        var new: [String: ButtonDefinition] = [:]
        for id in ["a", "b", "c"] where Bool.random(using: &random) {
          new[id] = Self.button(id, Bool.random(using: &random) ? .plain : .gray)
        }
        var expected = present
        for (id, old) in files where new[id] == nil && present[id] == old { expected[id] = nil }
        for (id, definition) in new where files[id] != definition { expected[id] = definition }
        let change = buttons.change(to: Array(new.values)) { present[$0] }
        for definition in change.defined { present[definition.id] = definition }
        for id in change.removed { present[id] = nil }
        buttons.replace(with: Array(new.values))
        files = new
        #expect(present == expected)
      }
    }
  }
}
