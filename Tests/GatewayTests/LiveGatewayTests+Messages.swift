import Glibc
import TestSupport
import Testing

/// The protocol through WebSockets.
extension GatewayTests.LiveGatewayTests {
  @Test func messagesAreLinesAndLinesMessages() throws {
    let (_, gateway) = try rig()
    let page = try gateway.webSocket(token: gateway.token)
    // White space between the tokens, line ends too, in parts, with a ping between them.
    let text = "{\"jsonrpc\": \"2.0\",\r\n \"id\": \"a\\nb\",\n\"method\": \"ping\"}"
    let bytes = Array(text.utf8)
    try page.send(frame: 0x01, Array(bytes[..<20]))
    try page.send(frame: 0x89, [7])
    try page.send(frame: 0x80, Array(bytes[20...]))
    #expect(try page.nextMessage() == .pong([7]))
    #expect(try page.nextMessage() == .text(#"{"jsonrpc":"2.0","id":"a\nb","result":{}}"#))
    try page.send(frame: 0x81, Array("nonsense".utf8))
    guard case .text(let answer) = try page.nextMessage() else {
      Issue.record("no answer")
      return
    }
    #expect(answer.contains("-32700"))
    _ = try page.call("ping")
  }

  @Test func aMessageMayHaveOneMebibyteAndNoMore() throws {
    let (_, gateway) = try rig()
    let page = try gateway.webSocket()
    let head = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""#
    let filling = String(repeating: "x", count: (1 << 20) - head.utf8.count - 3)
    try page.send(frame: 0x81, Array((head + filling + "\"}}").utf8))
    #expect(try page.nextMessage() == .text(#"{"jsonrpc":"2.0","id":1,"result":{}}"#))
    try page.send(frame: 0x81, [UInt8](repeating: 0x20, count: (1 << 20) + 1))
    guard case .close(1009, _) = try page.nextMessage() else {
      Issue.record("a long message is taken")
      return
    }
  }

  @Test func binaryMessagesAndUnmaskedFramesEndTheConnection() throws {
    let (_, gateway) = try rig()
    let binary = try gateway.webSocket()
    try binary.send(frame: 0x82, [1])
    #expect(try binary.nextMessage() == .close(1003, "messages are text"))
    #expect(try binary.nextMessage() == nil)
    let unmasked = try gateway.webSocket()
    try unmasked.send([0x81, 0x01, 0x41])
    #expect(try unmasked.nextMessage() == .close(1002, "frames of a client must be masked"))
  }

  @Test func aPageThatDoesNotReadIsOneSlowClient() throws {
    let (daemon, gateway) = try rig([])
    let writer = try daemon.connect()
    let title = String(repeating: "x", count: 2_000)
    let buttons = (0..<200).map {
      #"{"id":"b\#($0)","style":"gray","configuration":{"title":"\#(title)"}}"#
    }
    try writer.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
    let slow = try gateway.webSocket()
    _ = try slow.call("buttons.subscribe", #"{"match":"*"}"#)
    let reader = try gateway.webSocket()
    _ = try reader.call("buttons.subscribe", #"{"match":"b7"}"#)
    let before = try ProcessFile.residentKiB(of: gateway.program.processID)
    // Over 20 MB of frames if they all were kept.
    for round in 0..<50 {
      let changes = (0..<200).map { id in
        #"{"jsonrpc":"2.0","method":"buttons.patch","params":{"id":"b\#(id)","#
          + #""configuration":{"subtitle":"\#(round)"}}}"#
      }
      try writer.send("[\(changes.joined(separator: ","))]")
      try writer.call("sync")
    }
    let growth = try ProcessFile.residentKiB(of: gateway.program.processID) - before
    #expect(growth < Sanitizer.most(16 << 10), "\(growth) KiB")
    // The other page has seen it all, and the slow one is shown the newest look when it reads.
    #expect(try reader.call("ping").text == "{}")
    var newest: String?
    while newest != "49", let message = try slow.nextMessage() {
      // It may have been asked meanwhile whether it lives.
      guard case .text(let text) = message else { continue }
      let frame = try JSONTree(parsing: text)["params"]
      for record in frame?["buttons"]?.elements ?? [] where record["id"]?.string == "b199" {
        newest = record["appearance"]?["subtitle"]?.string
      }
    }
    #expect(newest == "49")
  }

  /// Even if what it asks for is small: empty pings take ten seconds, as millions of them are answered before
  /// too much waits.
  @Test(arguments: [125, 0])
  func aPageThatAsksWithoutReadingIsNotReadFrom(pingBytes: Int) throws {
    let (_, gateway) = try rig([])
    var flood = WebConnection.frame(0x89, [UInt8](repeating: 1, count: pingBytes))
    while flood.count < 24 << 20 { flood += flood }
    let page = try gateway.slowWebSocket()
    let taken = try page.sendUntilUnread(flood)
    #expect(taken < flood.count)
    let memory = try ProcessFile.residentKiB(of: gateway.program.processID)
    #expect(memory < Sanitizer.most(40 << 10), "\(memory) KiB")
  }

  @Test func bufferedMessagesArriveWholeAndInOrder() throws {
    let (_, gateway) = try rig()
    let page = try gateway.slowWebSocket()
    // So many pongs that most of them have to wait.
    let contents = (0..<10_000).map { index in
      withUnsafeBytes(of: UInt32(index)) { Array($0) } + [UInt8](repeating: 1, count: 100)
    }
    let pings = contents.flatMap { WebConnection.frame(0x89, $0) }
    var sent = try page.sendUntilUnread(pings)
    for content in contents {
      var message = try page.nextMessage()
      // It may be asked itself whether it lives.
      while case .ping = message { message = try page.nextMessage() }
      #expect(message == .pong(content))
      guard sent < pings.count else { continue }
      sent += try page.sendAsMuch(Array(pings[sent...].prefix(4_000)), by: Deadline(seconds: 0))
    }
  }

  @Test func aSubscriptionCanBeResumed() throws {
    let (daemon, gateway) = try rig()
    try daemon.connect().call("buttons.define", Self.pay)
    let first = try gateway.webSocket().call("buttons.subscribe", #"{"match":"*"}"#)
    let mark =
      #"{"epoch":"\#(first["epoch"]?.string ?? "")","tick":\#(first["tick"]?.int ?? 0)}"#
    let again = try gateway.webSocket().call(
      "buttons.subscribe", #"{"match":"*","since":\#(mark)}"#)
    #expect(again["snapshot"] == .bool(false))
    #expect(again["buttons"]?.elements.isEmpty == true)
  }
}
