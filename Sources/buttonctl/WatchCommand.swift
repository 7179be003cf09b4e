import ArgumentParser
import ButtonClient
import Glibc

/// A command that prints a subscription's elements until it is interrupted.
protocol WatchCommand: ClientCommand {
  associatedtype Elements: AsyncSequence where Elements.Element: Sendable

  /// The most elements to print; nil for no limit.
  var limit: Int? { get }

  func elements(_ client: ButtonClient) -> Elements

  func show(_ element: Elements.Element, _ console: Console) throws
}

extension WatchCommand {
  func run(_ client: ButtonClient, _ console: Console) async throws {
    try await watch(client, console)
  }

  /// Up to the limit.
  func watch(_ client: ButtonClient, _ console: Console) async throws {
    endProgramWhenInterrupted()
    var count = 0
    for try await element in elements(client) {
      try show(element, console)
      count += 1
      if count == limit { return }
    }
  }
}

struct CountOption: ParsableArguments {
  @Option(help: "End after that many; for state and buttons, the first is what there is now.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is at least 1") }
  }
}

/// Lets SIGINT and SIGTERM, and the end of the program that reads the output, end the program with
/// exit code 0 from now on.
func endProgramWhenInterrupted() {
  signal(SIGINT) { _ in _exit(0) }
  signal(SIGTERM) { _ in _exit(0) }
  var thread = pthread_t()
  if pthread_create(&thread, nil, waitForReader, nil) == 0 { pthread_detach(thread) }
}

/// Sleeps until the output has no reader any more.
private let waitForReader: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  _ in
  while true {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let count = poll(&output, 1, -1)
    if count > 0, Int32(output.revents) & Int32(POLLNVAL) == 0 { _exit(0) }
    if count > 0 || errno != EINTR { return nil }
  }
}
