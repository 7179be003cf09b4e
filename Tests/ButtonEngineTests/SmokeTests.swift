import Testing
import ButtonModel
import ButtonEngine

@Suite struct Smoke {
@Test func x() throws {
  let rig = Rig(plugins: [FakePlugin("p") { u in u.set(title: "\(u.title) \(u.read("n").map { "\($0)" } ?? "-")") }])
  try rig.define(.make("a", title: "A"), .make("b", "p/style", title: "B"))
  let c = rig.client()
  try rig.subscribe(c)
  try rig.settle()
  print(c.lines)
  try rig.set(["n": .int(4)])
  try rig.settle()
  print(c.take(), c.complaints)
}
}
