import ButtonModel
import TestSupport
import Testing

@testable import ButtonEngine

/// What groups say of sizes and shapes.
extension GroupTests {
  @Test func aButtonHasTheSizeAndShapeOfItsGroupUnlessItHasItsOwn() throws {
    let rig = Rig()
    try rig.defineJSON(
      #"{"id":"a","style":"filled","group":"g"}"#,
      #"{"id":"b","style":"filled","group":"g","configuration":{"buttonSize":"mini","borderRadius":9}}"#,
      #"{"id":"c","style":"filled","configuration":{}}"#)
    try rig.subscribe(rig.client())
    func look(_ id: String) -> [Wire?] {
      ["insetTop", "cornerShape", "cornerRadius"].map { rig.client().looks[id]?[$0] }
    }
    try rig.settle()
    let usual = look("a")
    try rig.engine.defineGroups([
      group("g", #"{"controlSize":"extraLarge","borderShape":"roundedRectangle","borderRadius":3}"#)
    ])
    try rig.settle()
    #expect(look("a") == [.int(20), .string("fixed"), .int(3)])
    #expect(look("b") == [.int(5), .string("fixed"), .int(9)])
    #expect(look("c") == usual)
    try rig.engine.defineGroups([group("g", #"{"borderShape":"circle"}"#)])
    try rig.settle()
    #expect(look("a") == [usual[0], .string("capsule"), .int(0)])
    #expect(rig.client().looks["a"]?["isCircle"] == .bool(true))
    _ = rig.engine.removeGroups(["g"])
    try rig.settle()
    #expect(look("a") == usual)
  }

  @Test func aPluginReadsTheSizeOfItsGroup() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        let size: ButtonConfiguration.ControlSize? = update.configuration.choice(.controlSize)
        update.set(title: size.map { "\($0)" } ?? "none")
      }
    ])
    try rig.defineJSON(
      #"{"id":"a","style":"p/style","group":"g","configuration":{}}"#,
      #"{"id":"b","style":"p/style","group":"g","configuration":{"controlSize":"mini"}}"#)
    try rig.subscribe(rig.client())
    try rig.engine.defineGroups([group("g", #"{"controlSize":"large"}"#)])
    try rig.settle()
    #expect(rig.client().title("a") == "large")
    #expect(rig.client().title("b") == "mini")
    try rig.engine.defineGroups([group("g", "{}")])
    try rig.settle()
    #expect(rig.client().title("a") == "none")
  }
}
