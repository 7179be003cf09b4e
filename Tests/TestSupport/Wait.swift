import Glibc

/// Waits for what no event tells of: asks again every few milliseconds, so that whoever is asked gets
/// on with it meanwhile, and throws when it has not come in time. `what` completes "… has not come".
package func wait<Value>(
  for what: @autoclosure () -> String, by deadline: Deadline = Deadline(),
  _ find: () throws -> Value?
) throws -> Value {
  var pause: UInt32 = 1_000
  while true {
    if let found = try find() { return found }
    if deadline.hasPassed { throw TestFailure("this has not come in time: \(what())") }
    usleep(pause)
    pause = min(pause * 2, 20_000)
  }
}

/// The same for what either holds or does not.
package func wait(
  for what: @autoclosure () -> String, by deadline: Deadline = Deadline(),
  _ holds: () throws -> Bool
) throws {
  try wait(for: what(), by: deadline) { try holds() ? () : nil }
}

/// The same for what is asked asynchronously.
package func wait(
  forAnswer what: @autoclosure () -> String, by deadline: Deadline = Deadline(),
  _ holds: () async throws -> Bool
) async throws {
  while try await !holds() {
    if deadline.hasPassed { throw TestFailure("this has not come in time: \(what())") }
    try await Task.sleep(nanoseconds: 5_000_000)
  }
}
