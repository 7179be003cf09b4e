import ButtonModel
import PluginChannel
import PluginHost
import TestSupport
import Testing

/// How much of a sandbox a worker needs, and what it makes of a kernel that has less.
@Suite(.serialized, .blocking) struct SandboxTests {
  private func load(_ plugin: CPlugin, _ mode: SandboxMode) -> LoadFrame {
    var load = plugin.load()
    load.sandbox = mode
    return load
  }

  @Test(arguments: [SandboxMode.strict, .bestEffort])
  func aKernelThatHasEverythingGivesAllLayers(mode: SandboxMode) throws {
    let plugin = try CPlugin(resolve: "set_text(request, \"title\", \"here\");")
    let worker = try WorkerFixture(load(plugin, mode))
    let hello = try worker.hello()
    // A sanitizer needs more address space than there is, and says nothing of the layer.
    #expect(hello.sandbox.isSuperset(of: .essential))
    #expect(hello.sandbox == .all)
    #expect(hello.landlockABI > 0)
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("here"))
  }

  @Test func offMeansNoLayerAtAll() throws {
    let plugin = try CPlugin(
      resolve: "set_number(request, \"titlePadding\", open(\"/dev/null\", O_RDONLY) >= 0);",
      declarations: "#include <fcntl.h>")
    let worker = try WorkerFixture(load(plugin, .off))
    let hello = try worker.hello()
    #expect(hello.sandbox == [])
    #expect(hello.landlockABI == 0)
    #expect(try worker.resolve { $0.addButton() }.value(.titlePadding) == .number(1))
  }

  @Test(arguments: LesserKernel.Lack.allCases)
  func strictRefusesAKernelThatLacksALayer(lack: LesserKernel.Lack) throws {
    let kernel = try LesserKernel(lack)
    let plugin = try CPlugin(
      resolve: "", declarations: "__attribute__((constructor)) static void run(void) { _exit(9); }")
    let failure = try WorkerFixture(load(plugin, .strict), by: kernel.launcher).failure()
    #expect(failure.exitCode == 71, "the library is not even loaded")
    let missing = lack == .both ? "landlock and seccomp" : lack.rawValue
    #expect(failure.message.contains("the sandbox is strict, and this kernel lacks \(missing)"))
  }

  @Test(arguments: LesserKernel.Lack.allCases)
  func bestEffortDoesWithoutALayerAndSaysSo(lack: LesserKernel.Lack) throws {
    let kernel = try LesserKernel(lack)
    let plugin = try CPlugin(resolve: "set_text(request, \"title\", \"here\");")
    let worker = try WorkerFixture(load(plugin, .bestEffort), by: kernel.launcher)
    let hello = try worker.hello()
    let missing: SandboxLayers =
      switch lack {
      case .landlock: .landlock
      case .seccomp: .seccomp
      case .both: [.landlock, .seccomp]
      }
    #expect(hello.sandbox == SandboxLayers.all.subtracting(missing))
    #expect((hello.landlockABI == 0) == missing.contains(.landlock))
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("here"))
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer makes calls of its own around these"))
  func aThreadAndAProcessAreToldApart() throws {
    for (code, call) in [("fork();", Int32(0x10000)), ("start();", 56)] {
      #if arch(arm64)
        let call = call == 56 ? 220 : call
      #endif
      let plugin = try CPlugin(
        resolve: code,
        declarations: """
          #include <pthread.h>
          static void *nothing(void *x) { return x; }
          static void start(void) { pthread_t t; pthread_create(&t, NULL, nothing, NULL); }
          """)
      var load = plugin.load()
      load.permissions = []
      let worker = try WorkerFixture(load)
      try worker.hello()
      worker.sendBatch { $0.addButton() }
      #expect(try worker.exitCode() == 80)
      #expect(try worker.status().trappedCall == call)
    }
  }

  @Test func aPluginMaySetItsSignalMaskAndReadItBack() throws {
    let plugin = try CPlugin(
      resolve: """
        sigset_t some, old, now;
        sigemptyset(&some);
        sigprocmask(SIG_SETMASK, &some, NULL);
        sigaddset(&some, SIGUSR1);
        sigaddset(&some, SIGSYS);
        int ok = sigprocmask(SIG_BLOCK, &some, &old) == 0 && !sigismember(&old, SIGUSR1);
        ok = ok && sigprocmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, SIGUSR1)
             && !sigismember(&now, SIGSYS);
        ok = ok && sigprocmask(SIG_UNBLOCK, &some, NULL) == 0;
        ok = ok && sigprocmask(SIG_SETMASK, &some, &old) == 0 && !sigismember(&old, SIGUSR1);
        ok = ok && sigprocmask(SIG_SETMASK, &old, &now) == 0 && sigismember(&now, SIGUSR1);
        ok = ok && sigprocmask(17, &old, NULL) == -1;
        set_number(request, "titlePadding", ok);
        """, declarations: "#include <signal.h>")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    #expect(try worker.resolve { $0.addButton() }.value(.titlePadding) == .number(1))
  }
}
