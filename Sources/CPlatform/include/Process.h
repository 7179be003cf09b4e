/* This process, and the children that it starts. */
#ifndef CSYSTEM_PROCESS_H
#define CSYSTEM_PROCESS_H
#include <stdint.h>

/* The command line as the kernel passed it: how many arguments there are, the program's name among
   them. Swift's library looks for it on the stack below the environment, and finds nothing once a
   library has moved that with setenv before main. */
int csystem_argument_count(void);

/* One argument, which is never freed; NULL beyond the last. */
const char *csystem_argument(int index);

/* Asks the kernel to kill this process when the thread that started it ends. -ESRCH when the parent
   was gone before that. */
int csystem_die_with_parent(void);

/* Has what C's stdout is given written at the end of each line, whatever it leads to. */
void csystem_print_by_lines(void);

/* Raises the soft limit of open files to the hard one; *limit is the limit afterwards. */
int csystem_raise_open_files(uint64_t *limit);

/* Marks every open descriptor from first on as close-on-exec. */
int csystem_close_on_exec_from(int first);

/* How a program is started: in a new session, with no signal blocked and every signal's disposition
   the default. */
typedef struct csystem_launch {
  /* The program, then its arguments, then NULL; a program without a slash is searched in PATH. */
  char *const *arguments;
  /* NAME=VALUE, then NULL; NULL instead for this process's environment. */
  char *const *environment;
  /* The working directory; NULL for this process's. */
  const char *directory;
  /* Its descriptors from 0 on, -1 standing for /dev/null. All others are inherited unless they are
     close-on-exec. */
  const int32_t *descriptors;
  /* How many those are, at most 8. */
  int32_t descriptor_count;
} csystem_launch;

/* Starts a program; *pid is its process and its process group. */
int csystem_spawn(const csystem_launch *launch, int32_t *pid);

#endif
