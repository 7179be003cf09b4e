/* Pipes, and renames that replace nothing by mistake. */
#ifndef CSYSTEM_FILES_H
#define CSYSTEM_FILES_H
#include <stdint.h>

/* Both ends of a new pipe, blocking and close-on-exec, which holds that many bytes, or 64 KiB where
   the system grants no more. */
int csystem_pipe(int32_t *reader, int32_t *writer, int32_t bytes);

/* Renames a file or folder to a path at which there is nothing; -EEXIST if there is. */
int csystem_rename_new(const char *from, const char *to);

/* Exchanges what is at two paths, in one step; -EINVAL where the file system cannot. */
int csystem_rename_exchange(const char *one, const char *other);

#endif
