import TestSupport
import Testing

/// Images that the daemon keeps.
extension GatewayTests.BrowserTests {
  @Test func anImageIsAskedForOnceAndDrawnAsAStencilOrInItsColours() throws {
    let rig = try Rig()
    var names: [String] = []
    for data in [SmallImages.png, SmallImages.svg] {
      let put = try rig.client.call("images.put", #"{"data":"\#(data)"}"#)
      names.append(try #require(put["image"]?.string))
    }
    for (id, name, mode) in [
      ("gift", names[0], "original"), ("like", names[1], "template"), ("add", names[1], "template"),
    ] {
      try rig.client.call(
        "buttons.patch",
        #"{"id":"\#(id)","configuration":{"image":"\#(name)","imageRenderingMode":"\#(mode)"}}"#)
    }
    for id in ["gift", "like", "add"] {
      try rig.page.wait(for: "inside('\(id)', '.picture:not(.awaited)')")
    }
    func style(_ id: String, _ property: String) throws -> String {
      try rig.page.value("getComputedStyle(inside('\(id)', '.picture')).\(property)").string ?? ""
    }
    #expect(try style("gift", "backgroundImage").hasPrefix("url(\"blob:"))
    #expect(try style("gift", "maskImage") == "none")
    #expect(try style("like", "maskImage").hasPrefix("url(\"blob:"))
    let asked = try rig.page.value(
      "seen.sent.filter((message) => message.method === 'images.get').length")
    #expect(asked.int == 2)
    #expect(try rig.isClean())
  }

  @Test func anAbsentImageIsAFrameAndIsAskedForWithANewLook() throws {
    let rig = try Rig()
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h7v7z\"/></svg>"
    let put = try rig.client.call("images.put", #"{"data":"\#(Base64Text.of(svg))"}"#)
    let name = try #require(put["image"]?.string)
    try rig.client.call("images.remove", #"{"images":["\#(name)"]}"#)
    try rig.client.call("buttons.patch", #"{"id":"gift","configuration":{"image":"\#(name)"}}"#)
    try rig.page.wait(for: "seen.sent.some((message) => message.method === 'images.get')")
    try rig.page.wait(for: "inside('gift', '.image') && !inside('gift', '.picture.awaited')")
    try rig.client.call("images.put", #"{"data":"\#(Base64Text.of(svg))"}"#)
    var count = 0
    try TestSupport.wait(for: "the image") {
      count += 1
      try rig.client.call("buttons.patch", #"{"id":"gift","configuration":{"title":"\#(count)"}}"#)
      return try rig.page.value("Boolean(inside('gift', '.picture:not(.awaited)'))") == .bool(true)
    }
    #expect(try rig.isClean())
  }
}
