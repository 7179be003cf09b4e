import CButtonPlugin
import Testing

@testable import ButtondKit

/// The keys of a program's names, by where these lie.
@Suite struct LiteralKeysTests {
  private static let groups: [NameGroup] = [.whole, .state, .parameter, .theme]

  @Test func everyNameHasItsKeyInEachGroup() {
    let names = UnsafeMutablePointer<UInt8>.allocate(capacity: 500)
    defer { names.deallocate() }
    var keys = LiteralKeys()
    var next: btn_key = 1
    for offset in 0..<500 {
      for group in LiteralKeysTests.groups {
        #expect(keys[names + offset, group] == nil)
        keys.set(next, names + offset, group)
        next += 1
      }
    }
    var expected: btn_key = 1
    for offset in 0..<500 {
      for group in LiteralKeysTests.groups {
        #expect(keys[names + offset, group] == expected)
        expected += 1
      }
    }
  }

  @Test func aNameThatIsSetAgainHasTheNewKey() {
    let name = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { name.deallocate() }
    var keys = LiteralKeys()
    for key in 1...100 as ClosedRange<btn_key> { keys.set(key, name, .theme) }
    #expect(keys[name, .theme] == 100)
    #expect(keys[name, .state] == nil)
  }
}
