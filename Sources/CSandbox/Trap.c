/* What happens when a plugin makes a system call that it may not make, or that is made for it. */
#define _GNU_SOURCE
#include "CSandbox.h"
#include "Filter.h"
#include "Trap.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int32_t *page_call;
static volatile uint32_t *page_phase;
static uint32_t page_trapped;

void csandbox_set_trap_page(volatile int32_t *call, volatile uint32_t *phase,
                            uint32_t phase_trapped) {
  page_call = call;
  page_phase = phase;
  page_trapped = phase_trapped;
}

/* The first three arguments of the call that was trapped. */
static uint64_t argument(const ucontext_t *context, int number) {
#if defined(__x86_64__)
  static const int registers[] = {REG_RDI, REG_RSI, REG_RDX};
  return (uint64_t)context->uc_mcontext.gregs[registers[number]];
#elif defined(__aarch64__)
  return context->uc_mcontext.regs[number];
#else
  (void)context, (void)number;
  return 0;
#endif
}

/* What the call returns to the plugin. */
static void give(ucontext_t *context, int64_t result) {
#if defined(__x86_64__)
  context->uc_mcontext.gregs[REG_RAX] = result;
#elif defined(__aarch64__)
  context->uc_mcontext.regs[0] = (uint64_t)result;
#else
  (void)context, (void)result;
#endif
}

/* rt_sigprocmask, done to the mask that holds after the handler; SIGSYS stays unblocked. */
static void set_mask(ucontext_t *context) {
  uint64_t *mask = (uint64_t *)&context->uc_sigmask;
  uint64_t given = *(const uint64_t *)argument(context, 1);
  uint64_t *old = (uint64_t *)argument(context, 2);
  if (old != 0) *old = *mask;
  give(context, 0);
  switch ((int)argument(context, 0)) {
  case SIG_BLOCK: *mask |= given; break;
  case SIG_UNBLOCK: *mask &= ~given; break;
  case SIG_SETMASK: *mask = given; break;
  default: give(context, -EINVAL);
  }
  *mask &= ~(UINT64_C(1) << (SIGSYS - 1));
}

/* Ends the process, and says for which call. */
static void end(int32_t call) {
  if (page_call != NULL) *page_call = call;
  if (page_phase != NULL) *page_phase = page_trapped;
  _exit(CSANDBOX_TRAP_EXIT);
}

static void trapped(int signal, siginfo_t *info, void *context) {
  (void)signal;
  int call = info->si_syscall;
  if (filter_is_foreign(info->si_arch, (uint32_t)call))
    return end(CSANDBOX_CALL_FOREIGN | (call & 0xffff));
  if (call == SYS_rt_sigprocmask) return set_mask(context);
  if (call == SYS_clone && !(argument(context, 0) & CLONE_THREAD)) call = CSANDBOX_CALL_FORK;
  end(call);
}

int csandbox_catch_traps(void) {
  struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGSYS);
  return sigprocmask(SIG_UNBLOCK, &set, NULL);
}
