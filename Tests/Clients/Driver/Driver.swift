import ButtonClient
import ButtonModel
import Glibc
import TestSupport

/// The driver of the Swift library, for play.
@main struct Driver {
  private var links: [String: Link] = [:]
  private var feeds: [String: any Feed] = [:]

  static func main() async throws {
    var driver = Driver()
    while let line = readLine() {
      let command = try JSONTree(parsing: line)
      do throws(ClientError) {
        print(#"{"ok":\#(try await driver.answer(to: command).text)}"#)
      } catch {
        var members: [JSONTree.Member] = [
          .init(name: "reason", value: .string(error.reason)),
          .init(name: "says", value: .string(error.message)),
        ]
        if let path = error.path { members.append(.init(name: "path", value: .string(path))) }
        print(#"{"error":\#(JSONTree.object(members).text)}"#)
      }
      fflush(nil)
    }
  }

  private mutating func answer(to command: JSONTree) async throws(ClientError) -> JSONTree {
    let link = links[command["on"]?.string ?? "a"]
    switch command["op"]?.string {
    case "connect":
      let link = try await Link(command)
      links[command["as"]?.string ?? ""] = link
      return link.greeting
    case "frames": try follow(link, command) { FrameFeed($0, command) }
    case "changes": try follow(link, command) { ChangeFeed($0, command) }
    case "actions": try follow(link, command) { ActionFeed($0) }
    case "next": return try await feed(command).next()
    case "drain": return try await drain(command)
    case "stop": feeds[command["of"]?.string ?? ""] = nil
    case "close": link?.client.close()
    case "reset":
      for link in links.values { link.client.close() }
      links = [:]
      feeds = [:]
    default:
      guard let link else { throw ClientError(.unsendable, "connect first") }
      return try await link.answer(to: command)
    }
    return .null
  }

  private mutating func follow(
    _ link: Link?, _ command: JSONTree, _ feed: (ButtonClient) -> any Feed
  ) throws(ClientError) {
    guard let link else { throw ClientError(.unsendable, "connect first") }
    feeds[command["as"]?.string ?? ""] = feed(link.client)
  }

  private func feed(_ command: JSONTree) throws(ClientError) -> any Feed {
    guard let feed = feeds[command["of"]?.string ?? ""] else {
      throw ClientError(.unsendable, "there is no such subscription")
    }
    return feed
  }

  private func drain(_ command: JSONTree) async throws(ClientError) -> JSONTree {
    var count: Int64 = 0
    while true {
      count += 1
      let look = try await feed(command).next()["buttons"]?[command["button"]?.string ?? ""]
      if let title = look?["title"], title == command["title"] {
        return .object([.init(name: "elements", value: .int(count))])
      }
    }
  }
}
