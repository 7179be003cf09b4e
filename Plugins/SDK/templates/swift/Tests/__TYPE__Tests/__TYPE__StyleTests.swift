import ButtondKit
import Testing

@testable import __TYPE__

/// The style without a daemon: `make test` runs this.
@Test func whatIsUrgentIsRed() throws {
  let button = TestButton()
  button.state["__NAME__.isUrgent"] = true
  try button.update(with: __TYPE__Style())
  #expect(button.look.background.color == .rgba(0xB326_1EFF))
}
