import Glibc
import TestSupport
import Testing

/// More connections than there are places.
extension GatewayTests.LiveGatewayTests {
  /// A connection that holds a place without the token.
  enum Idler: String, CaseIterable {
    case silent
    case halfAHead
    case betweenRequests
    case slowReader
    case slowReaderOfTheLastAnswer
    case reader
    case readerThatPings
    case unreadPongs

    /// Connects and does what it does.
    func connect(to gateway: GatewayProcess) throws -> WebConnection {
      let isSlow = self == .slowReader || self == .slowReaderOfTheLastAnswer || self == .unreadPongs
      let connection = try WebConnection(
        port: gateway.port, receiveBuffer: isSlow ? 4_096 : nil)
      switch self {
      case .silent: break
      case .halfAHead: try connection.send(Array("GET / HTTP/1.1\r\nHost: loc".utf8))
      case .betweenRequests:
        try connection.request("/icon.svg")
        #expect(try connection.answer().status == 200)
      case .slowReader:
        for _ in 0..<20 { try connection.request("/live-button.js") }
      case .slowReaderOfTheLastAnswer:
        try connection.request("/live-button.js", ["Connection: close"])
      case .reader: #expect(try connection.upgrade(token: nil, [], host: nil).status == 101)
      case .readerThatPings:
        #expect(try connection.upgrade(token: nil, [], host: nil).status == 101)
        try connection.send(frame: 0x89, [1])
      case .unreadPongs:
        #expect(try connection.upgrade(token: nil, [], host: nil).status == 101)
        for _ in 0..<100 { try connection.send(frame: 0x89, [UInt8](repeating: 7, count: 100)) }
      }
      return connection
    }
  }

  @Test(arguments: Idler.allCases)
  func withoutTheTokenOneKeepsNobodyOut(idler: Idler) throws {
    let (_, gateway) = try rig(["--max-connections", "24"])
    let page = try gateway.webSocket(token: gateway.token)
    let idlers = try (0..<48).map { _ in try idler.connect(to: gateway) }
    #expect(try page.call("hello", #"{"client":"page"}"#)["role"]?.string == "admin")
    // Neither one with the token nor one that only looks.
    for _ in 0..<3 {
      let other = try gateway.webSocket(token: gateway.token)
      #expect(try other.call("hello", #"{"client":"page"}"#)["role"]?.string == "admin")
      #expect(try gateway.get("/healthz").status == 200)
      _ = try gateway.webSocket().call("ping")
    }
    _ = try page.call("ping")
    // A place, its connection to the daemon, and what the gateway itself has.
    let descriptors = try ProcessFile.descriptorCount(of: gateway.program.processID)
    #expect(descriptors <= 24 * 2 + 24, "\(descriptors)")
    withExtendedLifetime(idlers) {}
  }

  @Test func aReaderThatMakesRoomGetsTheReason() throws {
    let (_, gateway) = try rig(["--max-connections", "3"])
    let first = try gateway.webSocket()
    let second = try gateway.webSocket()
    _ = try first.call("ping")
    // One place is kept for others, so two readers are as many as there may be.
    let third = try gateway.webSocket()
    #expect(
      try second.nextMessage() == .close(1008, "this place was needed: see --max-connections"))
    _ = try first.call("ping")
    _ = try third.call("ping")
  }

  @Test func aReaderThatIsBehindGetsTheReasonToo() throws {
    let (_, gateway) = try rig(["--max-connections", "3"])
    let slow = try WebConnection(port: gateway.port, receiveBuffer: 65_536)
    #expect(try slow.upgrade(token: nil, [], host: nil).status == 101)
    // So many pongs that some wait in the gateway.
    var flood = WebConnection.frame(0x89, [UInt8](repeating: 7, count: 125))
    while flood.count < 24 << 20 { flood += flood }
    #expect(try slow.sendUntilUnread(flood) < flood.count)
    let second = try gateway.webSocket()
    _ = try second.call("ping")
    let third = try gateway.webSocket()
    _ = try third.call("ping")
    var last: ServerFrames.Message?
    while let message = try slow.nextMessage() { last = message }
    #expect(last == .close(1008, "this place was needed: see --max-connections"))
    _ = try second.call("ping")
  }
}
