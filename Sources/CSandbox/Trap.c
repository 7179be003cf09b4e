/* What happens when a plugin makes a system call that it may not make. */
#define _GNU_SOURCE
#include "CSandbox.h"
#include "Trap.h"

#include <signal.h>
#include <stddef.h>
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

static void trapped(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  if (page_call != NULL) *page_call = info->si_syscall;
  if (page_phase != NULL) *page_phase = page_trapped;
  _exit(CSANDBOX_TRAP_EXIT);
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
