extension HostileCase {
  private static let raw = "#include <sys/syscall.h>"
  private static let signals = "#include <signal.h>"
  private static let files = "#include <fcntl.h>\n#include <sys/stat.h>"

  /// System calls while a button is resolved.
  static let calls =
    [
      call("starts a thread", named: "clone", declarations: thread, "start_thread();"),
      call("forks", named: "fork", "fork();"),
      call("forks as vfork does", named: "vfork", "if (vfork() == 0) _exit(0);"),
      call("runs a shell", named: "fork", "if (system(\"true\") < 0) abort();"),
      call(
        "executes", named: "execve",
        #"execl("/bin/true", "true", NULL);"#),
      call(
        "makes a socket", named: "socket", declarations: "#include <sys/socket.h>",
        "socket(AF_INET, SOCK_STREAM, 0);"),
      call(
        "connects to the daemon as a client", named: "socket", declarations: client,
        "connect_to(\"%SOCKET%\");"),
      call(
        "connects with the channel", named: "connect", declarations: client,
        "connect_with(3, \"%SOCKET%\");"),
      call(
        "sends a descriptor", named: "sendmsg", declarations: "#include <sys/socket.h>",
        "struct msghdr message = {0}; sendmsg(3, &message, 0);"),
      HostileCase(
        "reads a file", .harmless, declarations: files,
        #"if (open("/etc/passwd", O_RDONLY) >= 0) abort();"#),
      HostileCase(
        "lists a folder", .harmless, declarations: "#include <dirent.h>",
        #"if (opendir("/") != NULL) abort();"#),
      call(
        "writes a file", named: "openat", declarations: files,
        #"open("/tmp/%ID%", O_WRONLY | O_CREAT, 0600);"#),
      call(
        "writes its own code through /proc", named: "openat", declarations: files,
        #"open("/proc/self/mem", O_RDWR);"#),
      call("removes a file", named: "unlink", #"unlink("%SOCKET%");"#),
      call("moves a file", named: "rename", declarations: files, #"rename("%SOCKET%", "/tmp/x");"#),
      call(
        "opens the daemon's socket to all", named: "chmod", declarations: files,
        #"chmod("%SOCKET%", 0777);"#),
      call(
        "kills the daemon", named: "kill", declarations: signals, "kill(getppid(), SIGKILL);"),
      call("kills everybody", named: "kill", declarations: signals, "kill(-1, SIGKILL);"),
      call(
        "kills the daemon with all signals blocked", named: "kill", declarations: signals,
        """
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        kill(getppid(), SIGKILL);
        """),
      call(
        "has the kernel kill the daemon", named: "fcntl", declarations: "#include <fcntl.h>",
        "fcntl(3, F_SETOWN, getppid());"),
      call(
        "maps memory to write and execute", named: "mmap", declarations: "#include <sys/mman.h>",
        """
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        """),
      call(
        "makes written memory executable", named: "mprotect",
        declarations: "#include <sys/mman.h>",
        """
        void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(memory, 0xC3, 4096);
        mprotect(memory, 4096, PROT_READ | PROT_EXEC);
        """),
      call(
        "traces the daemon", named: "ptrace", declarations: "#include <sys/ptrace.h>",
        "ptrace(PTRACE_SEIZE, getppid(), 0, 0);"),
      call(
        "writes the daemon's memory", named: "process_vm_writev", declarations: raw,
        "syscall(SYS_process_vm_writev, getppid(), 0, 0, 0, 0, 0);"),
      call(
        "refuses to die with the daemon", named: "prctl", declarations: "#include <sys/prctl.h>",
        "prctl(PR_SET_PDEATHSIG, 0);"),
      call(
        "lets itself be dumped", named: "prctl", declarations: "#include <sys/prctl.h>",
        "prctl(PR_SET_DUMPABLE, 1);"),
      call(
        "takes its limits off", named: "prlimit64", declarations: "#include <sys/resource.h>",
        """
        struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
        setrlimit(RLIMIT_AS, &all);
        """),
      call(
        "sets io_uring up", named: "io_uring_setup", declarations: raw,
        "syscall(SYS_io_uring_setup, 1, 0);"),
      call("speaks bpf", named: "bpf", declarations: raw, "syscall(SYS_bpf, 0, 0, 0);"),
      call(
        "makes a memory file", named: "memfd_create", declarations: raw,
        "syscall(SYS_memfd_create, \"x\", 0);"),
      call(
        "catches the sandbox's signal", named: "rt_sigaction", declarations: signals,
        "signal(SIGSYS, SIG_IGN);"),
      HostileCase("closes its status page", .harmless, "close(4);"),
      call(
        "restricts itself further", named: "landlock_restrict_self", declarations: raw,
        "syscall(446, -1, 0);"),
      HostileCase(
        "asks who it is", .harmless,
        "if (getpid() == getppid() || getuid() != geteuid()) abort();"),
    ] + foreignCalls

  /// Calls by numbers that mean others to this architecture.
  private static var foreignCalls: [HostileCase] {
    #if arch(x86_64)
      [
        call(
          "executes as a program of 32 bits", named: "system call 11 of another architecture",
          #"__asm__ volatile("int $0x80" : : "a"(11), "b"(0), "c"(0), "d"(0) : "memory");"#),
        call(
          "blocks signals as a program of 32 bits",
          named: "system call 175 of another architecture",
          #"__asm__ volatile("int $0x80" : : "a"(175), "b"(0), "c"(0), "d"(0) : "memory");"#),
        call(
          "connects by the x32 numbers", named: "system call 42 of another architecture",
          declarations: raw, "syscall(0x40000000 + 42, 3, NULL, 0);"),
      ]
    #else
      []
    #endif
  }

  static let thread = """
    #include <pthread.h>
    static void *nothing(void *argument) { return argument; }
    static void start_thread(void) {
      pthread_t thread;
      pthread_create(&thread, NULL, nothing, NULL);
      pthread_join(thread, NULL);
    }
    """

  static let client = """
    #include <sys/socket.h>
    #include <sys/un.h>
    static int connect_with(int descriptor, const char *path) {
      struct sockaddr_un address = {.sun_family = AF_UNIX};
      strncpy(address.sun_path, path, sizeof address.sun_path - 1);
      return connect(descriptor, (struct sockaddr *)&address, sizeof address);
    }
    static void connect_to(const char *path) {
      if (connect_with(socket(AF_UNIX, SOCK_STREAM, 0), path) == 0) abort();
    }
    """
}
