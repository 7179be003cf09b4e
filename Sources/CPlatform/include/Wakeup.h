/* Descriptors that wake a thread which polls. */
#ifndef CSYSTEM_WAKEUP_H
#define CSYSTEM_WAKEUP_H
#include <stdint.h>

/* A descriptor that any thread, or a signal handler, can make readable: non-blocking, close-on-exec.
   The caller closes it. */
int csystem_wakeup_create(void);

/* Makes it readable until it is drained. */
void csystem_wakeup_signal(int fd);

/* Makes it unreadable until it is signalled again. */
void csystem_wakeup_drain(int fd);

/* From now on these signals do nothing but write their numbers, a byte each, to one pipe, whose
   reading end is returned: non-blocking, close-on-exec, and open for the life of the process. Called
   again, it adds signals to the same pipe. */
int csystem_signal_pipe(const int32_t *signals, int32_t count);

#endif
