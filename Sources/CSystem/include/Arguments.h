/* The command line as the kernel handed it over. Swift's library looks for it on the stack below the
   environment, and finds nothing once a library has moved that with setenv before main. */
#ifndef CSYSTEM_ARGUMENTS_H
#define CSYSTEM_ARGUMENTS_H

/* How many arguments there are, the program's name among them. */
int csystem_argument_count(void);

/* One argument, which nobody frees; NULL beyond the last. */
const char *csystem_argument(int index);

#endif
