/* buttond-runner NAME USER PROGRAM ARGUMENT…: runs the program of one source for buttond, and sees to
   it that nothing of it stays.

   Descriptors 0 to 2 are the program's. Descriptor 3 is a socket to the daemon: while the daemon holds
   its end the program may run; when that is closed, however it comes, everything that the program has
   started is killed. What cannot be started is reported there, in words, before an exit with 127.

   Whatever the program starts and leaves behind, also in other sessions, becomes a child of this
   process and ends when the program does. This process then ends as the program did. SIGTERM is passed
   on to the program's group. USER is a name or a number, or "-" for the daemon's own user. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CPlatform.h"

enum {
  lifeline = 3,
  /* The exit code for a program that cannot be started, as shells have it. */
  not_started = 127,
  /* Descriptors that the program may open at first, as most systems allow it: the daemon has raised its
     own limit, and programs that use select() must not get higher ones. */
  open_files = 1024,
  /* The program gives way to the daemon: on the same processor, one that prints without end makes an
     innocent client's p99 ten times as long without this (scripts/bench, "sources"). */
  niceness = 10,
  /* For the kernel, the program goes before the daemon when memory runs out. */
  out_of_memory_score = 500,
  /* How often what the program left is killed, and how long is waited in between: 2 s in all. */
  sweeps = 400,
  sweep_milliseconds = 5
};

/* What the daemon's surroundings say to the daemon alone. */
static const char *const private_variables[] = {
    "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
    "MAINPID", "BUTTOND_PLUGIN_FIGURES", "BUTTOND_SOURCE_FIGURES",
};

/* Tells the daemon why nothing runs. */
__attribute__((format(printf, 1, 2))) static void report(const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (count < 0) return;
  if ((size_t)count >= sizeof text) count = sizeof text - 1;
  if (send(lifeline, text, (size_t)count, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
}

/* Becomes a user, with the groups and the surroundings of one; 0, or -1 after a report. */
static int become(const char *user) {
  char *end;
  unsigned long number = strtoul(user, &end, 10);
  int is_number = *user != '\0' && *end == '\0';
  struct passwd *entry = getpwnam(user);
  if (entry == NULL && is_number) entry = getpwuid((uid_t)number);
  if (entry == NULL && !is_number) {
    report("this system has no user '%s'", user);
    return -1;
  }
  uid_t uid = entry != NULL ? entry->pw_uid : (uid_t)number;
  gid_t gid = entry != NULL ? entry->pw_gid : (gid_t)number;
  if (uid == geteuid()) return 0;
  if (geteuid() != 0) {
    report("cannot become the user '%s': the daemon does not run as root", user);
    return -1;
  }
  /* Else a program could not open /dev/stdout and its like. A device belongs to the system. */
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) continue;
    if (fchown(descriptor, uid, gid) != 0) continue;
  }
  int failed = entry != NULL ? initgroups(entry->pw_name, gid) : setgroups(1, &gid);
  if (failed != 0 || setresgid(gid, gid, gid) != 0 || setresuid(uid, uid, uid) != 0) {
    report("cannot become the user '%s': %s", user, strerror(errno));
    return -1;
  }
  unsetenv("XDG_RUNTIME_DIR");
  unsetenv("DBUS_SESSION_BUS_ADDRESS");
  unsetenv("XDG_STATE_HOME");
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("XDG_DATA_HOME");
  if (entry == NULL) {
    unsetenv("HOME");
    unsetenv("USER");
    unsetenv("LOGNAME");
    return 0;
  }
  setenv("HOME", entry->pw_dir, 1);
  setenv("USER", entry->pw_name, 1);
  setenv("LOGNAME", entry->pw_name, 1);
  return 0;
}

static void limit(void) {
  /* It may be at the end of the range already. */
  if (nice(niceness) == -1) errno = 0;
  struct rlimit core = {0, 0};
  setrlimit(RLIMIT_CORE, &core);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > open_files) {
    files.rlim_cur = open_files;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return;
  char text[16];
  int count = snprintf(text, sizeof text, "%d", out_of_memory_score);
  /* A score that is higher already stays. */
  if (write(score, text, (size_t)count) < 0) errno = 0;
  close(score);
}

/* The program's process, from here to its exec. */
static _Noreturn void run(const char *name, const char *user, char *const *program,
                          const sigset_t *before) {
  for (size_t i = 0; i < sizeof private_variables / sizeof *private_variables; i++)
    unsetenv(private_variables[i]);
  setenv("BUTTOND_SOURCE", name, 1);
  setsid();
  limit();
  if (strcmp(user, "-") != 0 && become(user) != 0) _exit(not_started);
  /* After the change of the user, which would undo it. */
  if (csystem_die_with_parent() != 0) _exit(not_started);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, before, NULL);
  execvp(program[0], program);
  report("cannot run '%s': %s", program[0], strerror(errno));
  _exit(not_started);
}

/* Kills the children that this process has now. */
static void kill_children(void) {
  int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  long child = 0;
  char bytes[4096];
  ssize_t count;
  while ((count = read(list, bytes, sizeof bytes)) > 0) {
    for (ssize_t i = 0; i < count; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        child = child * 10 + (bytes[i] - '0');
      } else if (child > 1) {
        kill((pid_t)child, SIGKILL);
        child = 0;
      }
    }
  }
  if (child > 1) kill((pid_t)child, SIGKILL);
  close(list);
}

/* Ends all that is left, and waits until nothing is; *status is how the program ended, if it does so
   here. Gives up on what cannot be killed. */
static void sweep(pid_t program, int *status) {
  struct timespec pause = {0, sweep_milliseconds * 1000000L};
  for (int round = 0; round < sweeps; round++) {
    kill(-program, SIGKILL);
    kill_children();
    pid_t ended;
    int one;
    while ((ended = waitpid(-1, &one, WNOHANG)) > 0)
      if (ended == program) *status = one;
    if (ended < 0 && errno == ECHILD) return;
    /* Those that die now leave their children here: the first rounds do not wait. */
    if (round >= 8) nanosleep(&pause, NULL); else sched_yield();
  }
}

/* Ends as the program did. */
static _Noreturn void end_as(int status) {
  if (WIFSIGNALED(status)) {
    struct rlimit core = {0, 0};
    setrlimit(RLIMIT_CORE, &core);
    int number = WTERMSIG(status);
    sigset_t all;
    sigfillset(&all);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(number);
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Waits for the program's end, whose status it gives, or for the daemon's wish. */
static void wait_for(pid_t program, int signals, int *status) {
  struct pollfd sources[] = {{signals, POLLIN, 0}, {lifeline, POLLIN, 0}};
  for (;;) {
    if (poll(sources, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    struct signalfd_siginfo signal;
    while (read(signals, &signal, sizeof signal) == (ssize_t)sizeof signal) {
      if (signal.ssi_signo == SIGTERM) kill(-program, SIGTERM);
    }
    pid_t ended;
    int one;
    while ((ended = waitpid(-1, &one, WNOHANG)) > 0) {
      if (ended != program) continue;
      *status = one;
      return;
    }
    /* The daemon sends nothing: whatever comes is its end. */
    if (sources[1].revents != 0) return;
  }
}

/* Leaves the program its descriptors: their ends are seen only when nobody else holds them. */
static int let_go_of_streams(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return -1;
  for (int descriptor = 0; descriptor <= 2; descriptor++) dup2(null, descriptor);
  close(null);
  return 0;
}

int main(int count, char **arguments) {
  if (count < 4 || fcntl(lifeline, F_SETFD, FD_CLOEXEC) != 0) {
    fputs("buttond-runner is started by buttond\n", stderr);
    return 64;
  }
  /* A program of the same user may have stopped this process, which then would not see that the daemon
     has ended. */
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  sigset_t wanted, before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGCHLD);
  sigaddset(&wanted, SIGTERM);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  int signals = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
    report("cannot watch a program: %s", strerror(errno));
    return not_started;
  }
  pid_t program = fork();
  if (program < 0) {
    report("cannot start a process: %s", strerror(errno));
    return not_started;
  }
  if (program == 0) run(arguments[1], arguments[2], arguments + 3, &before);
  int status = 0;
  if (let_go_of_streams() == 0) wait_for(program, signals, &status);
  sweep(program, &status);
  end_as(status);
}
