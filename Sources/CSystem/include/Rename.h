/* Renames that replace nothing by mistake. */
#ifndef CSYSTEM_RENAME_H
#define CSYSTEM_RENAME_H

/* Gives what is at one path another, at which there must be nothing. 0, -EEXIST, or another negated errno. */
int csystem_rename_new(const char *from, const char *to);

/* Exchanges what is at two paths, in one step. 0 or a negated errno, -EINVAL where the file system cannot. */
int csystem_rename_exchange(const char *one, const char *other);

#endif
