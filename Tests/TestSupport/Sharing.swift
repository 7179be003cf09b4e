package import Testing

/// Lets the cases of a suite use the same things in turn, such as a daemon: each is made when a case
/// first wants it, and goes with the suite. Only for suites whose cases run one after the other.
package struct Sharing: SuiteTrait, TestScoping {
  @TaskLocal fileprivate static var store: SharedStore?

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Sharing.$store.withValue(SharedStore()) { try await function() }
  }
}

extension Trait where Self == Sharing {
  /// The cases use what ``Shared`` holds for them in turn.
  package static var sharing: Self { Sharing() }
}

/// What the cases of the suite that runs have in common.
package enum Shared {
  /// The one thing of a name; `make` makes it for the first case that wants it.
  package static func one<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
    guard let store = Sharing.store else {
      throw TestFailure("only a suite with the trait .sharing has anything in common")
    }
    if let value = store.values[name] as? Value { return value }
    let value = try make()
    store.values[name] = value
    return value
  }

  /// Gives one thing up, so that the next case that wants it makes another.
  package static func drop(_ name: String) { Sharing.store?.values[name] = nil }
}

/// The things of one suite, which only one case at a time has to do with.
private final class SharedStore: Sendable {
  nonisolated(unsafe) var values: [String: Any] = [:]
}
