/// What a subscription brings, part by part as it came; when it goes away, so does the subscription.
package final class PartStream: Sendable {
  private let link: Link
  private let feed: Int

  init(link: Link, feed: Int) {
    self.link = link
    self.feed = feed
  }

  deinit {
    link.withDesk { [feed] in $0.close(feed: feed) }
  }

  /// The next part; nil at the end, also when the task is cancelled.
  package func next() async throws(ClientError) -> JSONDocument? {
    let (link, feed) = (link, feed)
    let item: Feed.Item = await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        link.withDesk { $0.take(from: feed, reader) }
      }
    } onCancel: {
      link.withDesk { $0.cancel(feed: feed) }
    }
    return try item.get()
  }
}
