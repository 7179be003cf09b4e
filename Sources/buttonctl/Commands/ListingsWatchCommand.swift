import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC

/// A command that prints how plugins or sources are doing, and what happens to them.
protocol ListingsWatchCommand: WatchCommand {
  associatedtype Listing: ProgramListing

  var changes: ChangeCount { get }

  func add(_ listing: Listing, to table: inout Table, _ console: Console)

  func addChange(_ json: JSONDocument, to table: inout Table, _ console: Console) throws
}

extension ListingsWatchCommand {
  /// The first element lists all of them and is not a change.
  var limit: Int? { changes.count.map { $0 + 1 } }

  func elements(_ client: ButtonClient) -> PartStream {
    client.subscribe(ListingsSubscribeRequest<Listing>())
  }

  func show(_ part: SubscriptionPart, _ console: Console) throws {
    try console.showPainted(part.json) {
      var table = Table()
      if part.json.read({ $0.member(Listing.plural) != nil }) == true {
        let answer = try part.json.decode(as: ListingsSubscribeResponse<Listing>.self)
        for listing in answer.listings { add(listing, to: &table, console) }
      } else {
        try addChange(part.json, to: &table, console)
      }
      return table.text
    }
  }
}

struct ChangeCount: ParsableArguments {
  @Option(help: "Exit after this many changes.")
  var count: Int?

  func validate() throws {
    if let count, !(1..<Int.max).contains(count) {
      throw ValidationError("--count is at least 1, and below \(Int.max)")
    }
  }
}
