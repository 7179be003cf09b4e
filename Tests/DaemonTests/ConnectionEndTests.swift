import Glibc
import TestSupport
import Testing

extension DaemonTests.SlowClientTests {
  /// Clients that end at every point of their life, while the daemon is busy or not.
  @Suite struct ConnectionEndTests {
    /// What a client does before it ends: lines, of which the last may be cut.
    static let stages: [String: [String]] = [
      "nothing": [],
      "half a line": [#"{"jsonrpc":"2.0","id":1,"me"#],
      "an answer unread": [call("hello", #"{"client":"t"}"#) + "\n"],
      "a change": [call("state.set", #"{"values":{"n":1}}"#) + "\n"],
      "a change awaited": [
        call("state.update", #"{"operations":[{"op":"increment","key":"n"}],"wait":"published"}"#)
          + "\n"
      ],
      "a sync awaited": [call("sync") + "\n"],
      "a look awaited": [
        call("buttons.patch", #"{"id":"slow","configuration":{"title":"x"}}"#) + "\n",
        call("buttons.get", #"{"match":"*"}"#) + "\n",
      ],
      "an explanation awaited": [call("buttons.explain", #"{"id":"slow"}"#) + "\n"],
      "a reload awaited": [call("plugins.reload", #"{"name":"checkout"}"#) + "\n"],
      "half a batch": ["[" + call("ping") + "," + call("sync") + ","],
      "a batch awaited": ["[" + call("sync") + "," + call("state.get") + "]\n"],
      "subscriptions": [
        "buttons.subscribe", "state.subscribe", "actions.subscribe", "plugins.subscribe",
        "inputs.subscribe",
      ].map { call($0, #"{"match":"*"}"#) + "\n" },
      "a press": [
        call("layout.report", #"{"id":"pay","width":80,"height":44}"#) + "\n",
        call("press.began", #"{"id":"pay","x":1,"y":1}"#) + "\n",
      ],
      "a press let go": [
        call("press.began", #"{"id":"pay"}"#) + "\n",
        call("press.ended", #"{"id":"pay","wait":"published"}"#) + "\n",
      ],
      "a full socket": [String(repeating: call("buttons.list") + "\n", count: 400)],
      "a full socket with frames": [
        call("buttons.subscribe", #"{"match":"*"}"#) + "\n" + call("inputs.subscribe") + "\n",
        String(
          repeating: call("state.set", #"{"values":{"n":[1,2,3]},"wait":"published"}"#) + "\n",
          count: 300),
      ],
      "a lower role": [
        call("actions.subscribe") + "\n" + call("press.began", #"{"id":"pay"}"#) + "\n",
        call("hello", #"{"client":"t","role":"read"}"#) + "\n",
      ],
      "no JSON": ["}\n"],
    ]

    private static func call(_ method: String, _ params: String = "{}") -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    @Test func theDaemonOutlivesClientsThatEndAnywhere() throws {
      var seed = Seed()
      let daemon = try Shared.daemon(plugins: DemoButtons.plugins)
      let watcher = try daemon.connect()
      try watcher.call(
        "buttons.define",
        #"{"buttons":[{"id":"pay","style":"filled","action":{"name":"pay"}},"#
          + #"{"id":"slow","style":"plain","handler":"checkout/count"}]}"#)
      try watcher.call("sync")
      let descriptors = try ProcessFile.descriptorCount(of: daemon.processID)
      let stages = Self.stages.sorted { $0.key < $1.key }
      var present: [RawClient] = []
      var memory: Int?
      let rounds = scaled(6)
      for round in 0..<rounds {
        let isStopped = round % 3 == 2
        if isStopped { try daemon.program.pause() }
        for index in 0..<50 {
          let client = try RawClient(daemon.socketPath)
          let count = round * 50 + index
          for text in stages[count % stages.count].value { client.send(text) }
          client.end = RawClient.End.allCases.randomElement(using: &seed) ?? .close
          if client.end == .halfClose { client.endInput() }
          present.append(client)
          let stays = Int.random(in: 0...24, using: &seed)
          while present.count > stays {
            present.remove(at: Int.random(in: present.indices, using: &seed))
          }
        }
        daemon.program.kill(SIGCONT)
        try watcher.call("sync")
        if round == 3 { memory = try ProcessFile.residentKiB(of: daemon.processID) }
      }
      present = []
      var left = Int.max
      try wait(for: "\(descriptors) descriptors, there are \(left)") {
        left = try ProcessFile.descriptorCount(of: daemon.processID)
        return left <= descriptors
      }
      let statistics = try watcher.call("server.stats")
      #expect(statistics["connections"] == .int(1))
      #expect(statistics["clientBytes"] == .int(0))
      #expect(try watcher.call("inputs.subscribe")["presses"]?.elements.isEmpty == true)
      let end = try ProcessFile.residentKiB(of: daemon.processID)
      let growth = end - (memory ?? end)
      #expect(growth < Sanitizer.most(16 << 10), "\(growth) KiB more")
      print(
        "\(rounds * 50) clients ended, at each of \(stages.count) points;",
        "descriptors \(descriptors), then \(left); KiB \(memory ?? end), then \(end)")
      #expect(!daemon.log.contains("Sanitizer"), "\(daemon.log)")
    }
  }
}

/// A client that says something and goes, whatever becomes of it.
private final class RawClient {
  /// How it goes.
  enum End: CaseIterable {
    /// With what it was sent unread, where there is something: the daemon sees a reset.
    case close
    /// It has read what there was.
    case closeAfterReading
    /// It sends no more first, and goes later.
    case halfClose
    /// It takes no more first, and goes later.
    case deaf
    /// Neither.
    case shutDown
  }

  var end = End.close
  private let socket: Int32

  init(_ path: String) throws {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = Glibc.socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw TestFailure("no connection: errno \(errno)") }
  }

  deinit {
    switch end {
    case .close, .halfClose: break
    case .closeAfterReading:
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while chunk.withUnsafeMutableBytes({
        recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }) > 0 {}
    case .deaf: shutdown(socket, Int32(SHUT_RD))
    case .shutDown: shutdown(socket, Int32(SHUT_RDWR))
    }
    close(socket)
  }

  /// Sends what is taken now.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  /// Sends no more.
  func endInput() { shutdown(socket, Int32(SHUT_WR)) }
}
