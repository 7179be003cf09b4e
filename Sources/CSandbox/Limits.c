/* The layers that are one call each. */
#include "Stages.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

/* A sanitizer reserves terabytes of address space for its own use. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* Descriptors: five that a worker is given, a few while libraries are being loaded. */
enum { open_files = 32 };

static int limit(int resource, rlim_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) == 0 && now.rlim_max != RLIM_INFINITY && now.rlim_max < value)
    value = now.rlim_max;
  struct rlimit wanted = {value, value};
  return setrlimit(resource, &wanted);
}

/* Root's powers, should the daemon have them: its worker has root's files and no more. */
static int drop_powers(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

void csandbox_limit(const csandbox_options *options, csandbox_report *report) {
  int failed = limit(RLIMIT_CORE, 0) | limit(RLIMIT_NOFILE, open_files);
  if (!(options->permissions & CSANDBOX_PERMIT_FILE_GROWTH)) failed |= limit(RLIMIT_FSIZE, 0);
#if !SANITIZED
  if (options->address_space != 0) failed |= limit(RLIMIT_AS, options->address_space);
#endif
  csandbox_note(report, CSANDBOX_RLIMITS, failed);
  csandbox_note(report, CSANDBOX_NO_NEW_PRIVS,
                prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) | drop_powers());
  csandbox_note(report, CSANDBOX_NOT_DUMPABLE, prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
  csandbox_note(report, CSANDBOX_MDWE, prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0));
}

void csandbox_note(csandbox_report *report, uint32_t layer, int failed) {
  if (!failed) {
    report->layers |= layer;
  } else {
    report->layers &= ~layer;
    if (report->failed_errno == 0) report->failed_errno = errno;
  }
}
