extension HostileCase {
  private static let raw = "#include <sys/syscall.h>\n#include <signal.h>"
  private static let resource = "#include <sys/resource.h>"

  /// System calls while the library is loaded and the plugin created, when more is allowed.
  static let startingCalls = [
    starting("makes a socket", "socket", declarations: client, "connect_to(\"%SOCKET%\");"),
    starting("forks", "fork", "fork();"),
    starting("runs a shell", "fork", "if (system(\"true\") < 0) abort();"),
    starting("starts a thread", "clone", declarations: thread, "start_thread();"),
    starting("kills the daemon", "kill", declarations: raw, "kill(getppid(), SIGKILL);"),
    starting(
      "refuses to die with the daemon", "prctl", declarations: "#include <sys/prctl.h>",
      "prctl(PR_SET_PDEATHSIG, 0);"),
    starting(
      "becomes another, which ends dying with the daemon", "setfsuid", declarations: raw,
      "syscall(SYS_setfsuid, 1000);"),
    starting(
      "limits the daemon", "prlimit64",
      declarations: "#include <sys/resource.h>\n" + raw,
      """
      struct rlimit none = {0, 0};
      syscall(SYS_prlimit64, getppid(), RLIMIT_NOFILE, &none, NULL);
      """),
    starting(
      "slows the daemon down", "setpriority", declarations: resource,
      "setpriority(PRIO_PROCESS, (id_t)getppid(), 19);"),
    starting(
      "keeps the daemon from processors", "sched_setaffinity", declarations: raw,
      "unsigned long one = 1; syscall(SYS_sched_setaffinity, getppid(), sizeof one, &one);"),
    starting(
      "asks for a real-time priority", "sched_setscheduler", declarations: "#include <sched.h>",
      "struct sched_param high = {50}; sched_setscheduler(0, SCHED_FIFO, &high);"),
    starting(
      "leaves shared memory behind", "shmget", declarations: "#include <sys/shm.h>",
      "shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600);"),
    starting(
      "opens the daemon's socket to all", "chmod", declarations: "#include <sys/stat.h>",
      #"chmod("%SOCKET%", 0777);"#),
    starting("removes the daemon's socket", "unlink", #"unlink("%SOCKET%");"#),
    starting(
      "uses up the user's watches", "inotify_init1", declarations: raw,
      "for (int i = 0; i < 32; i++) syscall(SYS_inotify_init1, 0);"),
    starting(
      "has the kernel kill the daemon", "fcntl", declarations: "#include <fcntl.h>",
      "fcntl(3, F_SETOWN, getppid());"),
    starting(
      "traces the daemon", "ptrace", declarations: "#include <sys/ptrace.h>",
      "ptrace(PTRACE_SEIZE, getppid(), 0, 0);"),
    starting(
      "maps memory to write and execute", "mmap", declarations: "#include <sys/mman.h>",
      """
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      """),
    call("executes in create", at: .create, named: "execve", #"execl("/bin/true", "true", NULL);"#),
    call(
      "starts a thread in create", at: .create, named: "clone", declarations: thread,
      "start_thread();"),
    harmless(
      "reads files", #"open("/etc/passwd", O_RDONLY) >= 0"#),
    harmless("reads the daemon's memory", #"open(parent_memory(), O_RDONLY) >= 0"#),
    harmless(
      "writes files", #"open("/tmp/%ID%", O_WRONLY | O_CREAT, 0600) >= 0"#),
    harmless("writes its code through /proc", #"open("/proc/self/mem", O_RDWR) >= 0"#),
    harmless("cuts off its own library", #"open("%LIBRARY%", O_RDONLY | O_TRUNC) >= 0"#),
  ]

  private static func starting(
    _ name: String, _ call: String, declarations: String = "", _ code: String
  ) -> HostileCase {
    self.call(
      "\(name), in its constructor", at: .constructor, named: call, declarations: declarations,
      code)
  }

  /// Something that just does not work; the plugin aborts if it does.
  private static func harmless(_ name: String, _ success: String) -> HostileCase {
    HostileCase(
      "\(name), in its constructor", at: .constructor, .harmless,
      declarations: """
        #include <fcntl.h>
        static __attribute__((unused)) const char *parent_memory(void) {
          static char path[64];
          snprintf(path, sizeof path, "/proc/%d/mem", getppid());
          return path;
        }
        """, "if (\(success)) abort();")
  }
}
