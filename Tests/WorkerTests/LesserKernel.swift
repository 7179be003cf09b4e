import TestSupport

/// A program that turns this kernel into one that lacks a part of the sandbox, and then becomes the
/// program that it is given.
struct LesserKernel {
  /// What is missing.
  enum Lack: String, CaseIterable, Sendable {
    case landlock, seccomp, both
  }

  /// The program.
  let launcher: String

  /// Builds it: a filter answers the calls as a kernel without them does.
  init(_ lack: Lack) throws {
    let source = """
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>

      #define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
      #define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
      #define ANSWER(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))

      int main(int count, char **arguments) {
        static struct sock_filter code[] = {
          LOAD(nr),
          UNLESS(\(lack == .seccomp ? "0xffffffff" : "SYS_landlock_create_ruleset"), 1),
          ANSWER(ENOSYS),
          UNLESS(\(lack == .landlock ? "0xffffffff" : "SYS_prctl"), 3),
          LOAD(args[0]),
          UNLESS(PR_SET_SECCOMP, 1),
          ANSWER(EINVAL),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        struct sock_fprog program = {sizeof code / sizeof *code, code};
        if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
          return 100;
        execv(arguments[1], arguments + 1);
        return 101;
      }
      """
    launcher = try Compilation(["cc"], [("launcher.c", source)]).file()
  }
}
