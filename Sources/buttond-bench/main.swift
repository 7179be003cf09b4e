internal import ButtonProtocol
internal import Glibc

switch ProgramArguments.words.first {
case "store": StoreCommand.run(json: ProgramArguments.words.contains("--json"))
case "expressions": ExpressionsCommand.run(json: ProgramArguments.words.contains("--json"))
case "costs": CostsCommand.run()
case "engine": EngineCommand.run(json: ProgramArguments.words.contains("--json"))
default:
  print("usage: buttond-bench store|expressions|engine [--json], or costs")
  exit(64)
}
