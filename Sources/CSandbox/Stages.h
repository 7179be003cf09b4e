/* The layers of both stages, for the files of this folder. */
#ifndef CSANDBOX_STAGES_H
#define CSANDBOX_STAGES_H
#include "CSandbox.h"

/* Says whether a layer is in force; failed is what a call returned, errno why. */
void csandbox_note(csandbox_report *report, uint32_t layer, int failed);

/* Resource limits and the process's attributes. */
void csandbox_limit(const csandbox_options *options, csandbox_report *report);

/* Files: what the loader needs, then what the manifest permits. 0, or -1 with errno. */
int csandbox_landlock_loading(const csandbox_options *options, int abi);
int csandbox_landlock_running(const csandbox_options *options, int abi);
/* The kernel's Landlock ABI; 0 with errno without. */
int csandbox_landlock_abi(void);

/* System calls. 0, or -1 with errno. */
int csandbox_seccomp_loading(const csandbox_options *options);
int csandbox_seccomp_running(const csandbox_options *options);

#endif
