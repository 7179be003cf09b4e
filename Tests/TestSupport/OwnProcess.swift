import Glibc
package import Testing

/// Has a test run in a process where no other test runs, so that what belongs to a process as a whole is
/// the test's own: descriptors, limits, what is done with signals, what children inherit.
///
/// The process is this very program, told to run that test alone. A test of Swift Testing's own kind for
/// processes that exit would do, if its end were not waited for together with that of every other child:
/// one that is never fetched holds it up for good.
package struct OwnProcess: TestTrait, TestScoping {
  private static let variable = "BUTTOND_TEST_ALONE"

  /// Whether the test is to end its process by a crash.
  let isToCrash: Bool

  /// Whether this is such a process.
  package static var isHere: Bool { getenv(variable) != nil }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnProcess? {
    OwnProcess.isHere || testCase != nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Blocking().provideScope(for: test, testCase: testCase) { try run(test) }
  }

  private func run(_ test: Test) throws {
    let name = test.name.prefix { $0 != "(" }
    let child = try Program.run(
      "/proc/self/exe",
      [
        "--testing-library", "swift-testing", "--filter",
        "^\(test.sourceLocation.moduleName)\\..*\\b\(name)\\(",
      ],
      environment: [OwnProcess.variable: "1", "SWIFT_BACKTRACE": "enable=no"],
      by: Deadline(seconds: 600))
    let isAsClaimed =
      if case .signalled = child.end {
        isToCrash
      } else {
        !isToCrash && child.end == .exited(0) && child.error.contains("Test run with 1 test ")
      }
    if !isAsClaimed {
      Issue.record(
        "in a process of its own: \(child.end)\n\(child.output)\(child.error)",
        sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == OwnProcess {
  /// The test runs in a process of its own.
  package static var inOwnProcess: Self { OwnProcess(isToCrash: false) }

  /// The test crashes, in a process of its own.
  package static var crashesOwnProcess: Self { OwnProcess(isToCrash: true) }
}
