/* System calls, by two seccomp filters that are tables: what a call gets, and on which argument. */
#define _GNU_SOURCE
#include "Filter.h"
#include "Stages.h"
#include "Trap.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_process_madvise
#define SYS_process_madvise 440
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

/* Opening a file for anything but reading. */
static const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

/* What goes beyond the process itself: to other processes, above all to the daemon, which has the
   same user; to files, of which Landlock leaves out owner, mode, times and attributes; to what the
   kernel keeps after the process's end; to the machine. */
static const long never[] = {
  /* Talking to others. */
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
  SYS_sendmsg, SYS_sendmmsg, SYS_recvmsg, SYS_recvmmsg, SYS_setsockopt,
  /* Other programs and processes. */
  SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
  SYS_process_madvise, SYS_kcmp, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
  SYS_pidfd_open, SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_migrate_pages, SYS_move_pages,
  SYS_setrlimit, SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler, SYS_sched_setparam,
  SYS_sched_setattr, SYS_sched_setaffinity,
  /* Being somebody else, which would also end the death with the parent. */
  SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setfsuid,
  SYS_setfsgid, SYS_setgroups, SYS_capset, SYS_setsid, SYS_setpgid, SYS_personality, SYS_unshare,
  SYS_setns, SYS_chroot, SYS_pivot_root, SYS_add_key, SYS_request_key, SYS_keyctl,
  /* Files. */
  SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_mkdirat, SYS_mknodat,
  SYS_linkat, SYS_symlinkat, SYS_unlinkat, SYS_renameat2, SYS_truncate, SYS_flock,
  SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_inotify_init1, SYS_inotify_add_watch,
  SYS_fanotify_init, SYS_fanotify_mark, SYS_sync, SYS_syncfs, SYS_quotactl, SYS_quotactl_fd,
  SYS_mount, SYS_umount2, SYS_move_mount, SYS_mount_setattr, SYS_fsopen, SYS_fsconfig,
  SYS_fspick, SYS_fsmount, SYS_open_tree,
  /* What outlives the process. */
  SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semctl, SYS_semop, SYS_semtimedop,
  SYS_msgget, SYS_msgctl, SYS_msgsnd, SYS_msgrcv, SYS_mq_open, SYS_mq_unlink,
  /* Much of the kernel for few. */
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_bpf, SYS_perf_event_open,
  SYS_userfaultfd, SYS_memfd_create, SYS_pkey_mprotect, SYS_seccomp,
  /* The machine. */
  SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module,
  SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_settimeofday, SYS_clock_settime,
  SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_syslog, SYS_vhangup,
#if defined(SYS_renameat)
  SYS_renameat,
#endif
#if defined(__x86_64__)
  SYS_fork, SYS_vfork, SYS_modify_ldt, SYS_iopl, SYS_ioperm, SYS_chmod, SYS_chown, SYS_lchown,
  SYS_utime, SYS_utimes, SYS_futimesat, SYS_mkdir, SYS_rmdir, SYS_mknod, SYS_link, SYS_symlink,
  SYS_unlink, SYS_rename, SYS_creat, SYS_inotify_init,
#endif
};

/* Signals go to this process alone, and its handler for trapped calls stays. The mask of signals is
   set by that handler, which keeps its own signal out: else what a plugin calls while it has
   signals blocked, as libraries do to start threads, would have no name in the log. */
static void confine_signals(filter *f) {
  uint32_t self = (uint32_t)getpid();
  filter_on_bits(f, SYS_kill, 0, UINT32_MAX, self, filter_allow, filter_trap);
  filter_on_bits(f, SYS_tgkill, 0, UINT32_MAX, self, filter_allow, filter_trap);
  filter_on_bits(f, SYS_rt_sigaction, 0, UINT32_MAX, SIGSYS, filter_trap, filter_allow);
  filter_on_null(f, SYS_rt_sigprocmask, 1, filter_allow, filter_trap);
}

/* Threads by permission; processes never. clone3 hides its flags in memory: libraries know that it
   may be missing, and use clone. */
static void confine_clones(filter *f, const csandbox_options *options) {
  filter_rule(f, SYS_clone3, filter_fail(ENOSYS));
  if (options->permissions & CSANDBOX_PERMIT_THREADS)
    filter_on_bits(f, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, filter_allow, filter_trap);
  else
    filter_rule(f, SYS_clone, filter_trap);
}

/* A descriptor's flags and copies; no locks, and no signals to its owner, whom one could choose. */
static void confine_descriptors(filter *f) {
  static const uint32_t harmless[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
                                      F_GETLK, F_GET_SEALS};
  FILTER_ON_VALUES(f, SYS_fcntl, 1, harmless, filter_allow, filter_trap);
  filter_rule(f, SYS_ioctl, filter_fail(ENOTTY));
}

int csandbox_seccomp_loading(const csandbox_options *options) {
  /* PR_SET_SECCOMP is for the second stage. */
  static const uint32_t controls[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_SET_SECCOMP,
                                      PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS, PR_GET_DUMPABLE,
                                      PR_GET_PDEATHSIG, PR_CAPBSET_READ};
  static filter f;
  if (csandbox_catch_traps() != 0) return -1;
  filter_begin(&f);
  FILTER_RULES(&f, never, filter_trap);
  confine_signals(&f);
  confine_clones(&f, options);
  confine_descriptors(&f);
  FILTER_ON_VALUES(&f, SYS_prctl, 0, controls, filter_allow, filter_trap);
  filter_on_null(&f, SYS_prlimit64, 2, filter_allow, filter_trap);
  filter_on_bits(&f, SYS_openat, 2, writing, 0, filter_allow, filter_fail(EACCES));
#if defined(__x86_64__)
  filter_on_bits(&f, SYS_open, 1, writing, 0, filter_allow, filter_fail(EACCES));
#endif
  filter_rule(&f, SYS_openat2, filter_fail(ENOSYS));
  filter_on_bits(&f, SYS_mmap, 2, PROT_WRITE | PROT_EXEC, PROT_WRITE | PROT_EXEC, filter_trap,
                 filter_allow);
  filter_on_bits(&f, SYS_mprotect, 2, PROT_WRITE | PROT_EXEC, PROT_WRITE | PROT_EXEC, filter_trap,
                 filter_allow);
  return filter_install(&f, filter_allow);
}

/* Looking for a file finds none: libraries probe for files and go on without them. With a
   permission, files are opened for reading; Landlock says which. */
static void confine_files(filter *f, const csandbox_options *options) {
  static const long lookups[] = {
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_statfs,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
  };
  bool reads = (options->permissions & CSANDBOX_PERMIT_SYSTEM_LOCALE) ||
               options->readable_folders != NULL;
  uint32_t reading = reads ? filter_allow : filter_fail(ENOENT);
  FILTER_RULES(f, lookups, reading);
  filter_on_bits(f, SYS_openat, 2, writing, 0, reading, filter_trap);
#if defined(__x86_64__)
  filter_on_bits(f, SYS_open, 1, writing, 0, reading, filter_trap);
#endif
  filter_rule(f, SYS_openat2, filter_fail(ENOSYS));
}

int csandbox_seccomp_running(const csandbox_options *options) {
  /* First what a resolver does all the time: a filter is read from its top. */
  static const long often[] = {
    SYS_read, SYS_write, SYS_futex, SYS_clock_gettime, SYS_readv, SYS_writev, SYS_munmap,
    SYS_brk, SYS_madvise,
  };
  static const long sometimes[] = {
    SYS_pread64, SYS_lseek, SYS_close, SYS_fstat, SYS_getdents64, SYS_dup, SYS_ppoll,
    SYS_timerfd_settime, SYS_mremap, SYS_membarrier,
    SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getrandom, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_getcpu, SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_getcwd,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_set_robust_list, SYS_rseq,
#if defined(__x86_64__)
    SYS_poll, SYS_time, SYS_arch_prctl,
#endif
  };
  /* A thread's name, and the name of a mapping. */
  static const uint32_t controls[] = {PR_SET_NAME, PR_SET_VMA};
  static filter f;
  filter_begin(&f);
  FILTER_RULES(&f, often, filter_allow);
  filter_on_bits(&f, SYS_mmap, 2, PROT_EXEC, 0, filter_allow, filter_trap);
  filter_on_bits(&f, SYS_mprotect, 2, PROT_EXEC, 0, filter_allow, filter_trap);
  FILTER_RULES(&f, sometimes, filter_allow);
  confine_signals(&f);
  confine_clones(&f, options);
  confine_descriptors(&f);
  confine_files(&f, options);
  filter_rule(&f, SYS_getrlimit, filter_allow);
  filter_on_null(&f, SYS_prlimit64, 2, filter_allow, filter_trap);
  FILTER_ON_VALUES(&f, SYS_prctl, 0, controls, filter_allow, filter_trap);
  return filter_install(&f, filter_trap);
}
