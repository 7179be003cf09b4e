#include "ParentDeath.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

int csystem_die_with_parent(void) {
  pid_t parent = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -errno;
  return getppid() == parent ? 0 : -ESRCH;
}
