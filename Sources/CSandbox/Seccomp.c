/* System calls, by two seccomp filters that are tables: what a call gets, and on which argument. */
#define _GNU_SOURCE
#include "Stages.h"
#include "Trap.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define THIS_ARCHITECTURE 0
#endif

#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

enum { most_instructions = 512 };

/* A filter being written. */
typedef struct program {
  struct sock_filter code[most_instructions];
  unsigned short length;
  bool overflowed;
} program;

static const uint32_t allow = SECCOMP_RET_ALLOW;
static const uint32_t trap = SECCOMP_RET_TRAP;

static uint32_t fail_with(int number) { return SECCOMP_RET_ERRNO | (uint32_t)number; }

static void emit(program *p, uint16_t code, uint32_t k, uint8_t jt, uint8_t jf) {
  if (p->length >= most_instructions) {
    p->overflowed = true;
    return;
  }
  p->code[p->length++] = (struct sock_filter){code, jt, jf, k};
}

/* Another architecture's numbers mean other calls: the process ends. */
static void begin(program *p) {
  p->length = 0;
  p->overflowed = false;
  emit(p, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0);
  emit(p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  emit(p, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
}

/* What a call gets whatever its arguments are. */
static void rule(program *p, long call, uint32_t action) {
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  emit(p, BPF_RET | BPF_K, action, 0, 0);
}

static void rules(program *p, const long *calls, size_t count, uint32_t action) {
  for (size_t i = 0; i < count; i++) rule(p, calls[i], action);
}

#define RULES(p, table, action) rules(p, table, sizeof table / sizeof *table, action)

/* What a call gets when argument & mask equals value, and what else. Low 32 bits. */
static void rule_on_argument(program *p, long call, int argument, uint32_t mask, uint32_t value,
                             uint32_t matching, uint32_t other) {
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
  emit(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[argument]), 0, 0);
  emit(p, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  emit(p, BPF_RET | BPF_K, matching, 0, 0);
  emit(p, BPF_RET | BPF_K, other, 0, 0);
}

/* What a call gets when an argument is one of two values, and what else. */
static void rule_on_values(program *p, long call, int argument, uint32_t first, uint32_t second,
                           uint32_t matching, uint32_t other) {
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
  emit(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[argument]), 0, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, first, 1, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, second, 0, 1);
  emit(p, BPF_RET | BPF_K, matching, 0, 0);
  emit(p, BPF_RET | BPF_K, other, 0, 0);
}

/* What a call gets when a pointer argument is NULL, and what else. */
static void rule_on_null(program *p, long call, int argument, uint32_t matching, uint32_t other) {
  uint32_t at = (uint32_t)offsetof(struct seccomp_data, args[argument]);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 6);
  emit(p, BPF_LD | BPF_W | BPF_ABS, at, 0, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
  emit(p, BPF_LD | BPF_W | BPF_ABS, at + 4, 0, 0);
  emit(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  emit(p, BPF_RET | BPF_K, matching, 0, 0);
  emit(p, BPF_RET | BPF_K, other, 0, 0);
}

static int install(program *p, uint32_t otherwise) {
  emit(p, BPF_RET | BPF_K, otherwise, 0, 0);
  if (THIS_ARCHITECTURE == 0 || p->overflowed) {
    errno = ENOSYS;
    return -1;
  }
  struct sock_fprog filter = {p->length, p->code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

/* Signals go to this process alone, and its handler for trapped calls stays. */
static void confine_signals(program *p) {
  uint32_t self = (uint32_t)getpid();
  rule_on_argument(p, SYS_kill, 0, UINT32_MAX, self, allow, trap);
  rule_on_argument(p, SYS_tgkill, 0, UINT32_MAX, self, allow, trap);
  rule_on_argument(p, SYS_rt_sigaction, 0, UINT32_MAX, SIGSYS, trap, allow);
}

/* Threads by permission; processes never. clone3 hides its flags in memory: libraries know that it
   may be missing, and use clone. */
static void confine_clones(program *p, const csandbox_options *options) {
  rule(p, SYS_clone3, fail_with(ENOSYS));
  if (options->permissions & CSANDBOX_PERMIT_THREADS)
    rule_on_argument(p, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, allow, trap);
  else
    rule(p, SYS_clone, trap);
}

int csandbox_seccomp_loading(const csandbox_options *options) {
  static const long never[] = {
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_mount, SYS_umount2,
    SYS_move_mount, SYS_fsopen, SYS_fsmount, SYS_open_tree, SYS_pivot_root, SYS_chroot,
    SYS_unshare, SYS_setns, SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_reboot, SYS_swapon, SYS_swapoff, SYS_open_by_handle_at, SYS_name_to_handle_at,
    SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_open,
    SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid,
    SYS_setresuid, SYS_setresgid, SYS_setgroups, SYS_setsid, SYS_setpgid, SYS_personality,
    SYS_memfd_create, SYS_seccomp, SYS_quotactl, SYS_acct, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_syslog,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork, SYS_modify_ldt, SYS_iopl, SYS_ioperm,
#endif
  };
  static program p;
  if (csandbox_catch_traps() != 0) return -1;
  begin(&p);
  RULES(&p, never, trap);
  confine_signals(&p);
  confine_clones(&p, options);
  rule_on_argument(&p, SYS_mmap, 2, PROT_WRITE | PROT_EXEC, PROT_WRITE | PROT_EXEC, trap, allow);
  rule_on_argument(&p, SYS_mprotect, 2, PROT_WRITE | PROT_EXEC, PROT_WRITE | PROT_EXEC, trap,
                   allow);
  return install(&p, allow);
}

/* Looking for a file finds none: libraries probe for files and go on without them. With a
   permission, files are opened for reading; Landlock says which. */
static void confine_files(program *p, const csandbox_options *options) {
  static const long lookups[] = {
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_statfs,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
  };
  static const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  bool reads = options->permissions & CSANDBOX_PERMIT_SYSTEM_LOCALE;
  uint32_t reading = reads ? allow : fail_with(ENOENT);
  RULES(p, lookups, reading);
  rule_on_argument(p, SYS_openat, 2, writing, 0, reading, trap);
#if defined(__x86_64__)
  rule_on_argument(p, SYS_open, 1, writing, 0, reading, trap);
#endif
  rule(p, SYS_openat2, fail_with(ENOSYS));
}

int csandbox_seccomp_running(const csandbox_options *options) {
  /* First what a resolver does all the time: a filter is read from its top. */
  static const long often[] = {
    SYS_read, SYS_write, SYS_futex, SYS_clock_gettime, SYS_readv, SYS_writev, SYS_munmap,
    SYS_brk, SYS_madvise,
  };
  static const long sometimes[] = {
    SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg, SYS_shutdown, SYS_pread64, SYS_lseek,
    SYS_close, SYS_fstat, SYS_getdents64, SYS_dup, SYS_fcntl, SYS_ppoll,
    SYS_timerfd_settime, SYS_mremap,
    SYS_membarrier, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getrandom, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_getcpu, SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_getcwd,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_set_robust_list, SYS_rseq,
#if defined(__x86_64__)
    SYS_poll, SYS_time, SYS_arch_prctl,
#endif
  };
  static program p;
  begin(&p);
  RULES(&p, often, allow);
  rule_on_argument(&p, SYS_mmap, 2, PROT_EXEC, 0, allow, trap);
  rule_on_argument(&p, SYS_mprotect, 2, PROT_EXEC, 0, allow, trap);
  RULES(&p, sometimes, allow);
  confine_signals(&p);
  confine_clones(&p, options);
  confine_files(&p, options);
  rule(&p, SYS_ioctl, fail_with(ENOTTY));
  rule(&p, SYS_getrlimit, allow);
  rule_on_null(&p, SYS_prlimit64, 2, allow, trap);
  /* A thread's name, and the name of a mapping. */
  rule_on_values(&p, SYS_prctl, 0, PR_SET_NAME, 0x53564d41, allow, trap);
  return install(&p, trap);
}
