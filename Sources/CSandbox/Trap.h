#ifndef CSANDBOX_TRAP_H
#define CSANDBOX_TRAP_H

/* From now on a trapped system call is reported before the process ends. 0, or -1 with errno. */
int csandbox_catch_traps(void);

#endif
