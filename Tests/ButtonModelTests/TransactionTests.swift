import ButtonModel
import Testing

@Suite struct TransactionTests {
  @Test func aTransactionIsNoneDisabledOrAnAnimation() throws {
    #expect(try Transaction("none") == Transaction())
    #expect(try Transaction("none").isNone)
    #expect(try Transaction("disablesAnimations") == Transaction(disablesAnimations: true))
    #expect(try !Transaction("disablesAnimations").isNone)
    #expect(try Transaction("default") == Transaction(animation: .default))
    #expect(try Transaction("easeIn(0.5)") == Transaction(animation: .easeIn(duration: 0.5)))
  }

  @Test(arguments: ["none", "disablesAnimations", "easeInOut(0.16)", "spring(0.8, 0.1, 10.0)"])
  func aTransactionIsWrittenAsItIsRead(_ text: String) throws {
    #expect(try Transaction(text).text == text)
  }

  struct Refused: Decodable, CustomTestStringConvertible {
    let text: String
    let error: String
    var testDescription: String { text }
  }

  @Test(arguments: try Table.rows("no-transactions", as: Refused.self))
  func whatIsNoTransactionIsRefused(_ row: Refused) {
    let error: Transaction.TextError = row.error == "outOfRange" ? .outOfRange : .unknownName
    #expect(throws: error) { try Transaction(row.text) }
    let wrong: PropertyError =
      error == .outOfRange ? .outOfRange(.transactionAlways) : .unknownName(.transactionAlways)
    #expect(throws: wrong) { try Property.transactionAlways.value(row.text) }
    #expect(throws: wrong) {
      try Property.transactionAlways.check(.text(UTF8String(row.text)))
    }
  }

  @Test func aPropertyKeepsTheTextAsItCame() throws {
    #expect(try Property.transactionOnPress.value("spring( 1 )") == .text("spring( 1 )"))
    #expect(throws: PropertyError.wrongKind(.transactionOnPress)) {
      try Property.transactionOnPress.check(.bool(true))
    }
    #expect(throws: Never.self) {
      try Property.transactionAnimatesContent.check(.bool(false))
    }
  }
}
