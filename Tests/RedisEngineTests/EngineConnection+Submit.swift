import FleetLink

@testable import RedisEngine

extension EngineConnection {
  /// Has a request done, or gets to know how it ended before.
  func submit(_ keys: ScopeKeys, _ request: FleetRequest) async throws -> EngineAnswer {
    try answer(try await send(keys.apply(request)))
  }
}
