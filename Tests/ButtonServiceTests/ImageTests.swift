import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Images that looks name by the hash of their bytes.
@Suite struct ImageTests {
  private func daemon(_ limits: Limits = Limits()) -> MemoryDaemon {
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    return daemon
  }

  private func put(_ data: String, _ daemon: MemoryDaemon) throws -> JSONTree {
    try #require(try daemon.call("images.put", #"{"data":"\#(data)"}"#))
  }

  @Test func whatIsPutIsGotByItsHash() throws {
    let daemon = daemon()
    let put = try put(SmallImages.png, daemon)
    let bytes = try #require(Base64.bytes(Array(SmallImages.png.utf8)))
    let name = ImageName(of: bytes).text.string
    #expect(put["image"]?.string == name && put["type"]?.string == "image/png")
    #expect(put["bytes"] == .int(Int64(bytes.count)))
    #expect(put["width"] == .int(2) && put["height"] == .int(2))
    let got = try daemon.call("images.get", #"{"image":"\#(name)"}"#)
    #expect(got?["data"]?.string == SmallImages.png && got?["type"]?.string == "image/png")
  }

  @Test func theSameBytesAreOneImage() throws {
    let daemon = daemon()
    let first = try put(SmallImages.svg, daemon)
    let second = try put(SmallImages.svg, daemon)
    #expect(first == second)
    let list = try daemon.call("images.list")
    #expect(list?["images"]?.elements.count == 1)
    #expect(first["width"] == nil && first["type"]?.string == "image/svg+xml")
  }

  @Test func theyAreListedByNameAndRemoved() throws {
    let daemon = daemon()
    let names = try [SmallImages.png, SmallImages.svg]
      .map { try put($0, daemon)["image"]?.string ?? "" }.sorted()
    let page = try daemon.call("images.list", #"{"limit":1}"#)
    #expect(
      page?["images"]?.elements.first?["image"]?.string == names[0]
        && page?["next"]?.string == names[0])
    let rest = try daemon.call("images.list", #"{"after":"\#(names[0])"}"#)
    #expect(rest?["images"]?.elements.first?["image"]?.string == names[1] && rest?["next"] == nil)
    let all = #"{"images":["\#(names[1])","\#(names[0])","\#(names[1])"]}"#
    let removed = try daemon.call("images.remove", all)
    #expect(removed?["removed"]?.elements.count == 2)
    #expect(try daemon.call("images.list")?["images"]?.elements.isEmpty == true)
    let gone = try daemon.call("images.get", #"{"image":"\#(names[0])"}"#)
    #expect(gone?["data"]?["reason"]?.string == "notFound")
  }

  @Test(arguments: [
    ("", "the image is empty"), ("AAAA", "is none of PNG, JPEG, WebP and SVG"),
    ("!", "is not Base64"), (String(SmallImages.png.dropLast(4)), "the image "),
  ])
  func whatIsNoImageIsRefused(_ data: String, _ says: String) throws {
    let daemon = daemon()
    let error = try put(data, daemon)
    #expect(error["data"]?["reason"]?.string == "invalidParams")
    #expect(error["data"]?["path"]?.string == "params.data")
    #expect(error["message"]?.string?.contains(says) == true, "\(error)")
    #expect(daemon.engine.imageCount == 0)
  }

  @Test(arguments: [
    "sha256:", "SHA256:" + String(repeating: "a", count: 64),
    "sha256:" + String(repeating: "A", count: 64), "sha256:" + String(repeating: "a", count: 63),
    "till",
  ])
  func whatIsNoNameIsRefused(_ name: String) throws {
    let error = try daemon().call("images.get", #"{"image":"\#(name)"}"#)
    #expect(error?["data"]?["reason"]?.string == "invalidParams")
  }

  @Test func allTogetherHaveALimit() throws {
    var limits = Limits()
    limits.imageBytes = 4_096
    let daemon = daemon(limits)
    var settings = daemon.engine.settings
    settings.limits.imageBytes = 1_100
    daemon.engine.settings = settings
    _ = try put(SmallImages.png, daemon)
    let error = try put(SmallImages.svg, daemon)
    #expect(error["data"]?["reason"]?.string == "limitExceeded")
    #expect(error["data"]?["limit"]?.string == "imageBytes")
    #expect(try put(SmallImages.png, daemon)["image"] != nil)
  }

  @Test func aStrictDaemonAnswersOnceItIsKept() throws {
    let daemon = daemon()
    daemon.engine.startJournal(.strict, revision: 0)
    let params = #"{"data":"\#(SmallImages.png)"}"#
    daemon.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"images.put","params":\#(params)}"#.utf8))
    #expect(daemon.waiting(on: "a") == 0)
    daemon.writeJournal()
    #expect(try daemon.next()?["result"]?["image"] != nil)
  }

  @Test func theJournalHasThem() throws {
    let daemon = daemon()
    daemon.engine.startJournal(.relaxed, revision: 0)
    let kept = try put(SmallImages.png, daemon)["image"]
    let lost = try put(SmallImages.svg, daemon)["image"]
    daemon.writeJournal()
    _ = try daemon.call("images.remove", #"{"images":["\#(lost?.string ?? "")"]}"#)
    daemon.writeJournal()
    let other = self.daemon()
    for group in daemon.groups {
      var live = JournalGroup(revision: 0)
      group.visit {
        if $0.form != .absent, $0.name.elementsEqual((kept?.string ?? "").utf8) { live.append($0) }
      }
      #expect(other.engine.restore(ParsedGroup(live)) == [])
    }
    let list = try other.call("images.list")
    #expect(
      list?["images"]?.elements.count == 1 && list?["images"]?.elements.first?["image"] == kept)
  }

  @Test func aDamagedOneIsLeftOut() throws {
    var group = JournalGroup(revision: 0)
    let name = "sha256:" + String(repeating: "0", count: 64)
    for data in [SmallImages.png, "AAAA"] {
      Array(name.utf8).withUnsafeBytes { group.append(image: $0, Array(data.utf8)) }
    }
    let daemon = daemon()
    let complaints = daemon.engine.restore(ParsedGroup(group))
    #expect(complaints.count == 2 && complaints[0].contains("it is another one"))
    #expect(daemon.engine.imageCount == 0)
  }
}
