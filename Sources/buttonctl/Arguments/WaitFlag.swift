import ArgumentParser
import ButtonProtocol

/// Whether a change is waited for.
struct WaitFlag: ParsableArguments {
  @Flag(help: "Return once the looks that follow are on their way to every subscriber.")
  var wait = false

  /// The same as it is asked for.
  var moment: Wait? { wait ? .published : nil }
}
