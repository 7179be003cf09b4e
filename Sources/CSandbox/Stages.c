/* The two stages: which layers, in which order. */
#include "Stages.h"

#include <string.h>

void csandbox_enter_loading(const csandbox_options *options, csandbox_report *report) {
  memset(report, 0, sizeof *report);
  csandbox_limit(options, report);
  report->landlock_abi = csandbox_landlock_abi();
  csandbox_note(report, CSANDBOX_LANDLOCK,
                report->landlock_abi == 0 ||
                    csandbox_landlock_loading(options, report->landlock_abi) != 0);
  csandbox_note(report, CSANDBOX_SECCOMP, csandbox_seccomp_loading(options));
}

void csandbox_enter_running(const csandbox_options *options, csandbox_report *report) {
  if (report->layers & CSANDBOX_LANDLOCK)
    csandbox_note(report, CSANDBOX_LANDLOCK,
                  csandbox_landlock_running(options, report->landlock_abi));
  if (report->layers & CSANDBOX_SECCOMP)
    csandbox_note(report, CSANDBOX_SECCOMP, csandbox_seccomp_running(options));
}
