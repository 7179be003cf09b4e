import ButtonModel
import Testing

@testable import ButtonEngine

@Suite struct SharedAppearanceTests {
  private let rig = Rig()

  private func look(of id: UTF8String) throws -> [UInt8] {
    let engine = rig.engine
    let slot = try #require(engine.buttons.slot(of: id))
    return try #require(engine.plugins.looks.traitSets[0]?.looks[slot]?.appearance)
  }

  private func address(of id: UTF8String) throws -> UnsafeRawPointer? {
    try look(of: id).withUnsafeBytes { $0.baseAddress }
  }

  @Test func buttonsThatLookTheSameShareTheBytes() throws {
    for id in ["a", "b", "c", "d"] {
      try rig.define(.make(id, "gray", title: "Lamp"))
      try rig.settle()
    }
    let first = try address(of: "a")
    for id in ["b", "c", "d"] { #expect(try address(of: UTF8String(id)) == first) }
  }

  @Test func aLookThatChangesLeavesTheOthers() throws {
    try rig.set(["on": .bool(false)])
    for id in ["a", "b", "c", "d"] {
      var lamp = ButtonDefinition.make(id, "gray", title: "Lamp")
      if id == "d" { lamp.isEnabled = .bound(key: "on", equals: nil) }
      try rig.define(lamp)
      try rig.settle()
    }
    let off = try look(of: "d")
    #expect(try look(of: "c") != off)
    for isOn in [true, false, true] {
      try rig.set(["on": .bool(isOn)])
      try rig.settle()
      #expect(try look(of: "d") == (isOn ? look(of: "c") : off))
      #expect(try look(of: "a") == look(of: "c") && look(of: "b") == look(of: "c"))
    }
  }
}
