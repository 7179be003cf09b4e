import ButtonExpressions
import Testing

/// What may stand where an expression ends that is being typed.
@Suite struct ExpressionCompletionTests {
  private static let keys = [
    "cart.total", "cart.tax", "cart.items", "till.isLocked", "till-1.isOpen", "9lives", "in.a",
  ]

  private func candidates(_ text: String, isTemplate: Bool = false) -> [String] {
    ExpressionCompletion(typing: text, isTemplate: isTemplate).candidates(keys: Self.keys)
  }

  @Test(arguments: [
    ("cart.tot", ["cart.total"]), ("cart.t", ["cart.tax", "cart.total"]),
    ("cart.total > 0 && !till.is", ["cart.total > 0 && !till.isLocked"]),
    ("1+cart.to", ["1+cart.total"]), ("[cart.tot", ["[cart.total"]),
    ("{'a': cart.tot", ["{'a': cart.total"]), ("{cart.tot", ["{cart.total"]),
    ("has(cart.ta", ["has(cart.tax"]), ("'a' + cart.ta", ["'a' + cart.tax"]),
    ("\"it's\" + cart.ta", ["\"it's\" + cart.tax"]), ("'\\'' + cart.ta", ["'\\'' + cart.tax"]),
    ("a ? b : cart.tot", ["a ? b : cart.total"]),
  ])
  func keysFollowOperatorsAndBrackets(_ text: String, _ expected: [String]) {
    #expect(candidates(text) == expected)
  }

  @Test(arguments: [
    ("Pay {cart.tot", ["Pay {cart.total"]), ("{{{cart.tot", ["{{{cart.total"]),
    ("{cart.tax} {cart.tot", ["{cart.tax} {cart.total"]), ("a }} {cart.tot", ["a }} {cart.total"]),
    ("{size({'a': cart.tot", ["{size({'a': cart.total"]),
    ("{cart.tax:%.2f} {1 + cart.tot", ["{cart.tax:%.2f} {1 + cart.total"]),
    ("{'}' + cart.tot", ["{'}' + cart.total"]),
  ])
  func keysOfTemplatesStandInBraces(_ text: String, _ expected: [String]) {
    #expect(candidates(text, isTemplate: true) == expected)
  }

  @Test(arguments: [
    "cart.tot", "{cart.tax} cart.tot", "{{cart.tot", "{cart.tax:%d", "}} cart.tot", "{'cart.tot",
    "{cart.tax:%.2", "",
  ])
  func theTextOfATemplateIsLeftAlone(_ text: String) {
    #expect(candidates(text, isTemplate: true).isEmpty)
  }

  @Test(arguments: ["'cart.tot", "1 + 12", "x.?si", "1.", ".si", "nothing.of.the.kind"])
  func whereNoKeyCanStandNoneIsOffered(_ text: String) {
    #expect(candidates(text).isEmpty)
  }

  @Test func functionsAreOfferedWithTheirBracket() {
    #expect(candidates("1 + si") == ["1 + size("])
    #expect(candidates("lo") == ["lost("])
    #expect(candidates("tr") == ["true"])
    #expect(candidates("{fo", isTemplate: true) == ["{format("])
    #expect(candidates("st") == ["string("], "startsWith is a method")
  }

  @Test func methodsFollowValuesAndKeysThatThereAre() {
    #expect(candidates("cart.items.ex") == ["cart.items.exists(", "cart.items.exists_one("])
    #expect(candidates("cart.none.ex").isEmpty)
    #expect(candidates("string(a).st") == ["string(a).startsWith("])
    #expect(candidates("[1, 2].ma") == ["[1, 2].map("])
    #expect(candidates("'a'.tr") == ["'a'.trim("])
  }

  @Test func aKeyThatCannotBeWrittenIsOfferedInQuotes() {
    #expect(candidates("till") == ["till.isLocked"])
    #expect(candidates("key[\"till") == ["key[\"till-1.isOpen\"]", "key[\"till.isLocked\"]"])
    #expect(candidates("1 + key['9") == ["1 + key['9lives']"])
    #expect(candidates("in").isEmpty || candidates("in") == ["int("])
    let everything = candidates("")
    #expect(everything.contains("cart.total") && everything.contains("max("))
    #expect(!everything.contains("till-1.isOpen") && !everything.contains("in.a"))
  }
}
