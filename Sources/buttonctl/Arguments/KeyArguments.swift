import ArgumentParser
import ButtonModel
import ButtonProtocol

/// Which keys of state a command is about.
struct KeyArguments: ParsableArguments {
  @Argument(help: "Keys; all of them without any.", completion: LiveCompletion.keys)
  var keys: [String] = []

  @Option(
    help: "Also the key of that name and all keys that begin with it and a dot.",
    completion: LiveCompletion.keys)
  var under: String?

  func validate() throws {
    for key in keys + (under.map { [$0] } ?? []) where !StateKey.isValid(UTF8String(key)) {
      throw ValidationError(ProtocolError.invalidKey(key).message)
    }
  }

  /// The keys as a request names them.
  var names: [UTF8String]? { keys.isEmpty ? nil : keys.map { UTF8String($0) } }

  /// The prefix as a request names it.
  var prefix: UTF8String? { under.map { UTF8String($0) } }
}
