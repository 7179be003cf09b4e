import Glibc
import TestSupport

/// A fake daemon that ends, cuts or delays each conversation at another point.
final class FickleDaemon {
  private enum Behavior: CaseIterable {
    case closesAtOnce
    case closesAfterTheRequest
    case closesInItsAnswer
    case answersInHalves
    case answersNonsense
    case refuses
    case closesInALine
    case answersAndSaysMore
    case closesAfterTheSecondRequest
    case keepsSilent
  }

  private struct Link {
    let socket: Int32
    let behavior: Behavior
    var step = 0
  }

  let socketPath: String
  private let folder = TemporaryFolder()
  private let listener: Int32
  private var links: [Link] = []
  private var count = 0

  /// The most connections that are silent or unfinished at a time.
  private static let mostLinks = 40

  init() throws {
    socketPath = folder.file("fickle.sock")
    listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let code = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0, listen(listener, 1_000) == 0 else {
      throw TestFailure("no socket at \(socketPath): errno \(errno)")
    }
  }

  deinit {
    endAll()
    close(listener)
  }

  /// Accepts connections and does the next step of each.
  func serve() {
    while case let socket = takeConnection(of: listener), socket >= 0 {
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      let behavior = Behavior.allCases[count % Behavior.allCases.count]
      links.append(Link(socket: socket, behavior: behavior))
      count += 1
    }
    links = links.compactMap { link in
      var link = link
      if isOver(&link) {
        close(link.socket)
        return nil
      }
      return link
    }
    while links.count > Self.mostLinks { close(links.removeFirst().socket) }
  }

  /// Ends every conversation.
  func endAll() {
    for link in links { close(link.socket) }
    links = []
  }

  private func isOver(_ link: inout Link) -> Bool {
    if link.behavior == .closesAtOnce { return true }
    if link.behavior == .answersInHalves, link.step == 1 {
      say("{}}\n", to: link)
      link.step = 2
    }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let read = chunk.withUnsafeMutableBytes {
      recv(link.socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if read <= 0 { return read == 0 }
    defer { link.step += 1 }
    guard link.step == 0 else { return link.behavior == .closesAfterTheSecondRequest }
    let answer = #"{"jsonrpc":"2.0","id":0,"result":"#
    switch link.behavior {
    case .closesAtOnce, .closesAfterTheRequest: return true
    case .closesInItsAnswer:
      say(answer, to: link)
      return true
    case .answersInHalves: say(answer, to: link)
    case .answersNonsense: say("?\n", to: link)
    case .refuses:
      say(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"no"}}"# + "\n", to: link)
    case .closesInALine:
      say(answer + "{}}\n" + #"{"jsonrpc":"2.0","method":"#, to: link)
      return true
    case .answersAndSaysMore:
      say(answer + "{}}\n\n" + #"{"jsonrpc":"2.0","method":"x"}"# + "\n{", to: link)
    case .closesAfterTheSecondRequest: say(answer + "{}}\n", to: link)
    case .keepsSilent: break
    }
    return false
  }

  private func say(_ text: String, to link: Link) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes {
      send(link.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }
}
