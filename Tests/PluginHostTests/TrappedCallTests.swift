import Testing

@testable import PluginHost

@Suite struct TrappedCallTests {
  @Test func everyCallThatIsJudgedHasAName() {
    #if arch(x86_64)
      let numbers = Array(Int32(0)...334) + Array(424...446)
    #else
      let numbers = Array(Int32(424)...446)
    #endif
    for number in numbers {
      #expect(!TrappedCall(number: number).name.hasPrefix("system call"), "\(number)")
    }
    #expect(TrappedCall(number: 446).name == "landlock_restrict_self")
  }

  @Test func aCallOfAnotherArchitectureBearsNoNameOfThisOnes() {
    let call = TrappedCall(number: 0x20000 | 11)
    #expect(
      call.description
        == "the plugin called system call 11 of another architecture, which its sandbox refuses")
    #expect(call.permission == nil)
  }
}
