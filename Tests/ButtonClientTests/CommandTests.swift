import TestSupport
import Testing

/// What buttonctl asks and prints.
@Suite(.serialized, .blocking, .timeLimit(.minutes(5)))
struct CommandTests {
  @Test(arguments: stateCases + changeCases)
  func stateCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: buttonCases)
  func buttonCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: groupCases)
  func groupCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: pressCases)
  func pressCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: serviceCases)
  func serviceCommands(_ command: CommandCase) async throws { try await check(command) }

  private func check(_ command: CommandCase) async throws {
    let outcome = try await command.play()
    #expect(outcome.output == command.output)
    #expect(outcome.errors == command.errors)
    #expect(outcome.status == command.status)
  }
}
