internal import ButtonProtocol
internal import Glibc

switch ProgramArguments.words.first {
case "store": StoreCommand.run(json: ProgramArguments.words.contains("--json"))
default:
  print("usage: buttond-bench store [--json]")
  exit(64)
}
