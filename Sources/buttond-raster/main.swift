import ButtonClient
import ButtonProtocol
import CPlatform
import Glibc

/// What this program says.
let console = StandardStreams(of: "buttond-raster")

let arguments = ProgramArguments.words
if arguments == ["--version"] {
  console.print(Release.version)
  exit(0)
}
guard arguments.isEmpty else {
  console.complain(
    "draws what JSON-RPC requests on standard input ask for, one a line, and takes no arguments but"
      + " --version")
  exit(64)
}
// A reader that is gone ends this program when it writes.
signal(SIGPIPE, SIG_DFL)
Confinement.silenceLibraries()
csystem_keep_heap()
let service = RasterService()
service.warmUp()
let missing = Confinement.enter()
if !missing.isEmpty { console.complain("not shut in as well as it could be: \(missing)") }
exit(service.serve() ? 0 : 1)
