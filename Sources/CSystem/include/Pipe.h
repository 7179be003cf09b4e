/* A stream from one process to another. */
#ifndef CSYSTEM_PIPE_H
#define CSYSTEM_PIPE_H
#include <stdint.h>

/* Both ends of a new pipe, blocking and close-on-exec, which holds that many bytes, or 64 KiB where
   the system grants no more. 0, or a negated errno. */
int csystem_pipe(int32_t *reader, int32_t *writer, int32_t bytes);

#endif
