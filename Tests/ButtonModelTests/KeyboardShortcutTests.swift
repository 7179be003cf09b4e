import ButtonModel
import Testing

/// Keys that press buttons, as definitions name them.
@Suite struct KeyboardShortcutTests {
  @Test(arguments: [
    ("cmd+return", "cmd+return"), ("Command+Enter", "cmd+return"), ("K", "k"), ("f24", "f24"),
    ("shift+cmd+ctrl+alt+a", "ctrl+alt+shift+cmd+a"), ("option+esc", "alt+escape"),
    ("meta+BACKSPACE", "cmd+delete"), ("ctrl+plus", "ctrl+plus"), ("cmd+/", "cmd+/"), ("?", "?"),
  ])
  func aShortcutHasOneForm(written: String, text: String) throws {
    #expect(try KeyboardShortcut(written).text == text)
    #expect(try KeyboardShortcut(text).text == text)
  }

  @Test(arguments: [
    ("", "join modifiers and a key by +"), ("+", "is not a shortcut"), ("cmd++", "named plus"),
    ("cmd+retrun", "'retrun' is not a key; did you mean 'return'?"),
    ("cmmd+a", "'cmmd' is not a modifier; did you mean 'cmd'?"),
    ("win+a", "'win' is not a modifier; known are ctrl, alt, shift and cmd"),
    ("cmd+command+a", "'cmd' occurs twice"), ("cmd", "'cmd' is a modifier: end with a key"),
    ("shift+cmd", "is a modifier"), ("ab", "'ab' is not a key"), ("é", "is not a key"),
    ("f25", "is not a key"),
  ])
  func whatIsNoShortcutSaysWhy(written: String, says: String) {
    do throws(KeyboardShortcut.Mistake) {
      let shortcut = try KeyboardShortcut(written)
      Issue.record("\(written) is \(shortcut.text)")
    } catch {
      #expect(error.message.contains(says), "\(error.message)")
    }
  }
}
