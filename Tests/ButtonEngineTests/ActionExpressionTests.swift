import ButtonModel
import ButtonProtocol
import JSONRPC
import Testing

@testable import ButtonEngine

/// Actions whose conditions and arguments are expressions.
@Suite struct ActionExpressionTests {
  @Test(arguments: [
    (#"{"op":"set","key":"k","value":{"cel":"n * 2"}}"#, StateValue.int(6)),
    (#"{"op":"set","key":"k","value":{"template":"{n} pieces"}}"#, .string("3 pieces")),
    (#"{"op":"set","key":"k","value":{"cel":"null"}}"#, .null),
    (#"{"op":"increment","key":"n","by":{"cel":"n"}}"#, .int(6)),
    (#"{"op":"increment","key":"n","by":{"cel":"double(n) / 2.0"}}"#, .double(4.5)),
    (#"{"op":"append","key":"k","value":{"cel":"n"}}"#, .json("[3]")),
    (#"{"op":"merge","key":"k","value":{"cel":"{'size': n}"}}"#, .json(#"{"size":3}"#)),
  ])
  func anArgumentIsMadeOfTheState(operation: String, wanted: StateValue) throws {
    let rig = Rig()
    try rig.define(#"{"id":"b","style":"gray","action":{"operations":[\#(operation)]}}"#)
    try rig.set(["n": .int(3)])
    try rig.trigger("b")
    #expect(rig.value(operation.contains(#""key":"n""#) ? "n" : "k") == wanted)
  }

  @Test func allArgumentsAreMadeBeforeAnOperationApplies() throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"operations":[
        {"op":"set","key":"x","value":{"cel":"y"}},{"op":"set","key":"y","value":{"cel":"x"}},
        {"op":"toggle","key":"z","when":"x == 1"}]}}
      """#)
    try rig.set(["x": .int(1), "y": .int(2)])
    try rig.trigger("b")
    #expect(rig.value("x") == .int(2) && rig.value("y") == .int(1))
    #expect(rig.value("z") == .bool(true))
  }

  @Test(arguments: [
    ("true", true), ("n > 2", true), ("n > 3", false), ("absent", false), ("n", false),
    ("n / 0 == 1", false), ("lost(absent)", false),
  ])
  func anOperationWhoseConditionIsFalseIsLeftOut(condition: String, isDone: Bool) throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"operations":[
        {"op":"toggle","key":"x","when":{"cel":"\#(condition)"}},{"op":"toggle","key":"y"}]}}
      """#)
    try rig.set(["n": .int(3)])
    try rig.trigger("b")
    #expect(rig.value("x") == (isDone ? .bool(true) : nil))
    #expect(rig.value("y") == .bool(true))
  }

  @Test func anActionWhoseOperationsAreAllLeftOutIsPerformed() throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"name":"go","operations":[
        {"op":"toggle","key":"x","when":"false"}]}}
      """#)
    let revision = rig.engine.revision
    #expect(try rig.trigger("b") == revision)
  }

  @Test(
    arguments: [
      ("n > 3", nil), ("n / 0 == 1", "line 1, column 3: an int is divided by zero"),
      ("absent", "line 1, column 1: the key absent is absent"),
      ("n", "must be true or false, but is 3"),
    ] as [(String, String?)])
  func anActionWhoseConditionDoesNotHoldIsRefused(condition: String, failure: String?) throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"when":"\#(condition)",
       "operations":[{"op":"toggle","key":"x"}]}}
      """#)
    try rig.set(["n": .int(3)])
    #expect(throws: EngineError.guarded(failure: failure)) { try rig.trigger("b") }
    #expect(throws: EngineError.guarded(failure: failure)) {
      try rig.press(rig.client(), "b", .began(nil))
    }
    #expect(rig.engine.pressCount == 0)
    #expect(rig.value("x") == nil)
  }

  @Test func aDisabledButtonSaysThatFirst() throws {
    let rig = Rig()
    try rig.define(#"{"id":"b","style":"gray","isEnabled":false,"action":{"when":"false"}}"#)
    #expect(throws: EngineError.disabled(isBusy: false)) { try rig.trigger("b") }
  }

  @Test func aPressEndsWithoutTheActionIfItsConditionNoLongerHolds() throws {
    let rig = Rig()
    let client = rig.client()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"when":"stock > 0",
       "operations":[{"op":"increment","key":"stock","by":-1}]}}
      """#)
    try rig.set(["stock": .int(1)])
    #expect(try rig.press(client, "b", .began(nil)) == .known(.pressing, performed: nil))
    #expect(try rig.press(rig.client(2), "b", .began(nil)) == .known(.pressing, performed: nil))
    guard case .known(.inactive, performed: .some) = try rig.press(client, "b", .ended(nil)) else {
      Issue.record("not performed")
      return
    }
    #expect(
      try rig.press(rig.client(2), "b", .ended(nil)) == .known(.inactive, performed: nil))
    #expect(rig.value("stock") == .int(0))
    #expect(rig.engine.pressCount == 0)
  }

  @Test func aPressThatCannotBeginAgainEnds() throws {
    let rig = Rig()
    try rig.define(#"{"id":"b","style":"gray","action":{"when":"isOpen"}}"#)
    try rig.set(["isOpen": .bool(true)])
    _ = try rig.press(rig.client(), "b", .began(nil))
    try rig.set(["isOpen": .bool(false)])
    #expect(throws: EngineError.guarded(failure: nil)) {
      try rig.press(rig.client(), "b", .began(nil))
    }
    #expect(rig.engine.pressCount == 0)
  }

  @Test(arguments: [true, false])
  func aPressThatAStyleDecidesHeedsTheCondition(isAllowed: Bool) throws {
    var plugin = FakePlugin("shop") { _ in }
    plugin.descriptor.styles[0].isPrimitive = true
    let rig = Rig(plugins: [plugin])
    try rig.define(
      #"""
      {"id":"b","style":"shop/style","action":{"name":"go","when":"isOpen",
       "operations":[{"op":"toggle","key":"x"}]}}
      """#)
    try rig.set(["isOpen": .bool(true)])
    try rig.settle()
    #expect(try rig.press(rig.client(), "b", .began(nil)) == .later)
    try rig.settle()
    try rig.set(["isOpen": .bool(isAllowed)])
    #expect(try rig.press(rig.client(), "b", .ended(nil)) == .later)
    try rig.settle()
    #expect(rig.value("x") == (isAllowed ? .bool(true) : nil))
    #expect(rig.performed.map(\.id) == (isAllowed ? ["b"] : []))
    #expect(rig.engine.pressCount == 0)
  }

  @Test(arguments: [
    (#"{"op":"set","key":"x","value":{"cel":"absent"}}"#, "value: line 1, column 1: the key"),
    (#"{"op":"increment","key":"x","by":{"cel":"n / text"}}"#, "by: line 1, column 3: "),
    (#"{"op":"increment","key":"x","by":{"cel":"text"}}"#, "increment takes a number in `by`"),
  ])
  func anArgumentThatFailsRefusesTheWholeAction(operation: String, words: String) throws {
    let rig = Rig()
    try rig.set(["n": .int(1), "text": .string("many")])
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"operations":[
        {"op":"toggle","key":"left","when":"false"},{"op":"toggle","key":"z"},\#(operation)]}}
      """#)
    do {
      try rig.trigger("b")
      Issue.record("performed")
    } catch EngineError.invalidOperation(2, let message) {
      #expect(message.hasPrefix(words), "\(message)")
    }
    #expect(rig.value("z") == nil && rig.value("x") == nil)
  }

  @Test func whatIsLeftOutNeedsNoArgument() throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"operations":[
        {"op":"set","key":"x","value":{"cel":"n"},"when":"has(n)"}]}}
      """#)
    try rig.trigger("b")
    #expect(rig.value("x") == nil)
  }

  @Test func derivedKeysAreCurrent() throws {
    let rig = Rig()
    try rig.derive(["double": "n * 2"])
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"when":"double > 4",
       "operations":[{"op":"set","key":"x","value":{"cel":"double"}}]}}
      """#)
    try rig.set(["n": .int(2)])
    try rig.settle()
    // Before the tick.
    try rig.set(["n": .int(3)])
    try rig.trigger("b")
    #expect(rig.value("x") == .int(6))
  }

  @Test func theClockRunsForAnAction() throws {
    let rig = Rig()
    try rig.define(
      #"""
      {"id":"b","style":"gray","action":{"operations":[
        {"op":"set","key":"pressedAt","value":{"cel":"clock.minute"}}]}}
      """#)
    try rig.settle()
    try rig.trigger("b")
    #expect(rig.value("pressedAt") == rig.value("clock.minute"))
    #expect(rig.value("pressedAt") != nil)
    _ = rig.engine.remove(.everything)
    try rig.settle()
    #expect(rig.value("clock.minute") == nil)
  }

  @Test(arguments: [
    (#""when":"x +""#, "action.when", "line 1, column 4"),
    (#""when":"1 + 2""#, "action.when", "makes an int, but must make true or false"),
    (#""when":{"template":"{n}"}"#, "action.when", "makes a string"),
    (
      #""operations":[{"op":"toggle","key":"a","when":"'a'"}]"#, "action.operations[0].when",
      "makes a string"
    ),
    (
      #""operations":[{"op":"toggle","key":"a"},{"op":"set","key":"a","value":{"cel":"x +"}}]"#,
      "action.operations[1].value", "line 1, column 4"
    ),
    (
      #""operations":[{"op":"increment","key":"a","by":{"template":"{n}"}}]"#,
      "action.operations[0].by", "makes a string, but must make a number"
    ),
  ])
  func whatCanNeverWorkIsRefused(part: String, path: String, words: String) throws {
    let rig = Rig()
    do {
      try rig.define(#"{"id":"b","style":"gray","action":{\#(part)}}"#)
      Issue.record("defined")
    } catch EngineError.invalidExpression(0, path, let message, nil) {
      #expect(message.contains(words), "\(message)")
    }
    #expect(rig.engine.derived.byteCount == 0)
  }

  @Test func equalTextsAreCountedOnceAndForgottenWithTheLastButton() throws {
    let rig = Rig()
    let action = #"{"when":"n > 0","operations":[{"op":"toggle","key":"a","when":"n > 0"}]}"#
    try rig.define(#"{"id":"a","style":"gray","action":\#(action)}"#)
    let bytes = rig.engine.derived.byteCount
    #expect(bytes > 0)
    try rig.define(#"{"id":"b","style":"gray","action":\#(action)}"#)
    try rig.define(#"{"id":"b","style":"plain","action":\#(action)}"#)
    #expect(rig.engine.derived.byteCount == bytes)
    _ = rig.engine.remove(.everything)
    #expect(rig.engine.derived.byteCount == 0)
  }

  @Test func aTextMayStandInABindingAndInAnAction() throws {
    let rig = Rig()
    let part = #""style":"gray","isEnabled":{"cel":"n > 0"},"action":{"when":"n > 0"}"#
    try rig.define(#"{"id":"a","style":"gray","action":{"when":"n > 0"}}"#)
    let bytes = rig.engine.derived.byteCount
    try rig.define(#"{"id":"b",\#(part)}"#)
    #expect(rig.engine.derived.byteCount == 2 * bytes)
    try rig.set(["n": .int(1)])
    try rig.trigger("b")
    _ = rig.engine.remove(.everything)
    #expect(rig.engine.derived.byteCount == 0)
    try rig.define(#"{"id":"b",\#(part)}"#)
    #expect(rig.engine.derived.byteCount == 2 * bytes)
  }

  @Test func theirBytesAreLimited() throws {
    var settings = EngineSettings()
    settings.limits.derivedBytes = 1_000
    let rig = Rig(settings)
    try rig.define(#"{"id":"a","style":"gray","action":{"when":"a"}}"#)
    #expect(throws: EngineError.limitExceeded(limit: "derivedBytes", value: 1_000, index: 0)) {
      try rig.define(#"{"id":"b","style":"gray","action":{"when":"b"}}"#)
    }
  }

  @Test(arguments: [#""value":{"cel":"LOOP"}"#, #""value":1,"when":"LOOP""#])
  func manyOperationsTogetherTakeABoundedNumberOfSteps(part: String) throws {
    let rig = Rig()
    let list = "[\((0..<1_000).map { "\($0)" }.joined(separator: ","))]"
    try rig.set(["list": .json(UTF8String(list))])
    let loop = part.split(separator: "LOOP").joined(separator: "!list.exists(a, a < 0)")
    let operations = (0..<200).map { #"{"op":"set","key":"k\#($0)",\#(loop)}"# }
    try rig.define(
      #"{"id":"b","style":"gray","action":{"operations":[\#(operations.joined(separator: ","))]}}"#)
    do {
      try rig.trigger("b")
      Issue.record("performed")
    } catch EngineError.invalidOperation(_, let message) {
      #expect(message.contains("too many steps"), "\(message)")
    }
    #expect(rig.keyCount == 1)
  }
}

extension Rig {
  /// Defines a button as a client would.
  fileprivate func define(_ text: String) throws {
    let parser = JSONParser()
    var reader = DefinitionReader(path: "b")
    try define(try reader.definition(try parser.parse(text)))
  }

  /// Performs a button's action and returns the revision.
  @discardableResult
  fileprivate func trigger(_ id: UTF8String) throws -> UInt64 { try engine.trigger(id).revision }
}
