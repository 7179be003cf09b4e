import ButtonClient
import TestSupport

/// A client, as the transcripts speak of it.
struct Link {
  let client: ButtonClient

  /// Connects, and introduces itself.
  init(_ command: JSONTree) async throws(ClientError) {
    client = try await ButtonClient(
      named: command["name"]?.string ?? "swift",
      role: command["role"]?.string.flatMap { ClientRole(rawValue: $0) },
      require: command["require"]?.elements.compactMap(\.string) ?? [],
      patience: .seconds(command["timeout"]?.int.map { Int64($0) } ?? 30),
      outlivesDaemon: command["reconnect"] != .bool(false))
  }

  /// What the daemon said of itself.
  var greeting: JSONTree {
    .object([
      .init(name: "role", value: .string(client.server?.role.rawValue ?? "")),
      .init(name: "protocol", value: .int(Int64(client.server?.protocolVersion ?? 0))),
      .init(
        name: "resumes", value: .bool(client.server?.capabilities.contains("resume") == true)),
    ])
  }

  /// Calls a method.
  func call(_ method: String, _ params: JSONTree) async throws(ClientError) -> JSONTree {
    let result = try await client.call(method, try JSONDocument(params.text))
    do { return try JSONTree(parsing: result.text) } catch {
      throw ClientError(.unexpectedAnswer, "\(error)")
    }
  }
}
