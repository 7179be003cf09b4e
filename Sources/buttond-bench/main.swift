internal import Glibc

switch CommandLine.arguments.dropFirst().first {
case "store": StoreCommand.run(json: CommandLine.arguments.contains("--json"))
default:
  print("usage: buttond-bench store [--json]")
  exit(64)
}
